import { scriptFile } from "../core/script-file";
import type { SlurmLayout } from "./slurm-types";

/** Where jobs find cufile.json: in the pod of their node, and gone with it. */
export const CUFILE_PATH = "/run/railyard/cufile.json";

/**
 * Prolog: runs as root on every node before a job's first step. When it fails, the node is drained and the job goes
 * elsewhere; so it fails for broken hardware only, and looks at the GPUs of the job alone.
 * @param cufile what GPUDirect Storage is told. @default - nothing
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
export function prologScript(cufile?: SlurmLayout["cufile"]): string {
  const insert = cufile
    ? scriptFile("slurm/files/cufile.sh", {
        values: { json: { quoted: cufile.json }, need: { quoted: cufile.needAddresses.join(" ") }, file: CUFILE_PATH },
      })
    : null;
  return scriptFile("slurm/files/prolog.sh", { insert: { cufile: insert } });
}
