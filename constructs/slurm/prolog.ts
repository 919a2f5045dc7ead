import { scriptFile } from "../core/script-file";

/**
 * Prolog: runs as root on every node before a job's first step. When it fails, the node is drained and the job goes
 * elsewhere; so it fails for broken hardware only, and looks at the GPUs of the job alone.
 * @see https://slurm.schedmd.com/prolog_epilog.html
 */
export function prologScript(): string {
  return scriptFile("slurm/files/prolog.sh");
}
