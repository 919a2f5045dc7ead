import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";

/** Where slurmd and login pods find our scripts. */
export const SCRIPTS_PATH = SLURM_MOUNTS.scripts;
