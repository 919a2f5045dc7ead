import { scriptFile } from "../core/script-file";
import { sharedText, telemetryText } from "./prolog";
import type { SlurmLayout } from "./slurm-types";

/**
 * Epilog: runs as root on every node after a job. Slurm has ended the job's processes by then; what the job left in shared
 * memory goes too, unless its user still runs something here. GPUs that stay in use drain the node.
 * @param layout whether jobs tell of themselves. @default - they do not
 * @param shares whether some nodes have GPUs that several jobs have at one time, or instances of GPUs
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
export function epilogScript(layout: Pick<SlurmLayout, "scrapesJobs"> = {}, shares = false): string {
  return scriptFile("slurm/files/epilog.sh", {
    insert: { telemetry: telemetryText("epilog", layout), shared: shares ? sharedText("epilog") : null },
  });
}
