import { FABRIC_TOPOLOGY } from "./topology-yaml";
import { scriptFile } from "../core/script-file";

/**
 * `railyard-srun`: like srun, but ranks are neighbours where nodes are. Slurm numbers dynamic nodes as they registered, so
 * consecutive ranks would alternate between leaves, and every ring of NCCL would cross the spine. `--hosts` only prints the
 * nodes in that order, and `--hostfile` the same for mpirun. torchrun takes its place from the rank of its task.
 * @see https://slurm.schedmd.com/srun.html SLURM_HOSTFILE, --distribution=arbitrary
 */
export function rankOrderScript(): string {
  return scriptFile("slurm/files/railyard-srun.sh", { values: { topology: FABRIC_TOPOLOGY } });
}
