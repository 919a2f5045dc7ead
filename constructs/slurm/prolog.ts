import { SLURM_MOUNTS, TELEMETRY_READERS } from "../../config/facts/slurm-mounts";
import { scriptFile } from "../core/script-file";
import type { SlurmLayout } from "./slurm-types";

/** Where jobs find cufile.json: in the pod of their node, and gone with it. */
export const CUFILE_PATH = "/run/railyard/cufile.json";
import { userFolderName } from "./user-folder";
import { GRES_FOLDER, SHARED_MARK, UUIDS_FILE } from "./gres-conf";

/**
 * Prolog: runs as root on every node before a job's first step. When it fails, the node is drained and the job goes
 * elsewhere; so it fails for broken hardware only, and looks at the GPUs of the job alone.
 * @param layout what GPUDirect Storage is told, and where jobs have their containers. @default - nothing and nowhere
 * @param shares whether some nodes have GPUs that several jobs have at one time, or instances of GPUs
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
export function prologScript(
  layout: Pick<SlurmLayout, "cufile" | "containers" | "scrapesJobs"> = {},
  shares = false,
): string {
  const { cufile } = layout;
  const folder = userFolderName(layout);
  const insert = cufile
    ? scriptFile("slurm/files/cufile.sh", {
        values: { json: { quoted: cufile.json }, need: { quoted: cufile.needAddresses.join(" ") }, file: CUFILE_PATH },
      })
    : null;
  const scratch =
    folder === null
      ? null
      : scriptFile("slurm/files/scratch-folder.sh", {
          values: { scratch: SLURM_MOUNTS.scratch, name: folder },
        }).trimEnd();
  return scriptFile("slurm/files/prolog.sh", {
    insert: {
      telemetry: telemetryText("prolog", layout),
      scratch,
      cufile: insert,
      shared: shares ? sharedText("prolog") : null,
    },
  });
}

/** Where a job tells of itself, which is made before it and goes after it; null: nobody looks. */
export const telemetryText = (
  script: "prolog" | "epilog",
  { scrapesJobs = false }: Pick<SlurmLayout, "scrapesJobs">,
): string | null =>
  scrapesJobs
    ? (script === "prolog"
        ? scriptFile("slurm/files/prolog-telemetry.sh", {
            values: { folder: SLURM_MOUNTS.telemetry, readers: TELEMETRY_READERS },
          })
        : scriptFile("slurm/files/epilog-telemetry.sh", { values: { folder: SLURM_MOUNTS.telemetry } })
      ).trimEnd()
    : null;

/** What the scripts do on nodes whose GPUs are cut or shared: numbers there are not those of GPUs, or a GPU is others', too. */
export const sharedText = (script: "prolog" | "epilog"): string =>
  scriptFile(script === "prolog" ? "slurm/files/prolog-shared.sh" : "slurm/files/epilog-shared.sh", {
    values: { uuids: `${GRES_FOLDER}/${UUIDS_FILE}`, mark: `${GRES_FOLDER}/${SHARED_MARK}` },
  }).trimEnd();

/** Takes away what the chart wrote of a job on a node with instances: the metrics of other GPUs would bear it. */
export const noMappingScript = (): string =>
  scriptFile("slurm/files/mig-no-mapping.sh", {
    values: { uuids: `${GRES_FOLDER}/${UUIDS_FILE}`, mapping: SLURM_MOUNTS.jobMapping },
  });
