import { scriptFile } from "../core/script-file";
import { sharedText } from "./prolog";

/**
 * Epilog: runs as root on every node after a job. Slurm has ended the job's processes by then; what the job left in shared
 * memory goes too, unless its user still runs something here. GPUs that stay in use drain the node.
 * @param shares whether some nodes have GPUs that several jobs have at one time, or instances of GPUs
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
export function epilogScript(shares = false): string {
  return scriptFile("slurm/files/epilog.sh", { insert: { shared: shares ? sharedText("epilog") : null } });
}
