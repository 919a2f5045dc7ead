import { scriptFile } from "../core/script-file";

/**
 * Epilog: runs as root on every node after a job. Slurm has ended the job's processes by then; what the job left in shared
 * memory goes too, unless its user still runs something here. GPUs that stay in use drain the node.
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
export function epilogScript(): string {
  return scriptFile("slurm/files/epilog.sh");
}
