/** How many jobs slurmctld knows at a time, waiting, running, and ended for less than five minutes. */
export const SLURM_JOBS = {
  /** Slurm's own, which is the least here. @see https://slurm.schedmd.com/slurm.conf.html#OPT_MaxJobCount */
  least: 10_000,
  /**
   * Slurm's manual warns of more than a few hundred thousand; and where there is a job_submit.lua, slurmctld hands it a table of all
   * jobs once a second. @see https://slurm.schedmd.com/slurm.conf.html#OPT_MaxJobCount
   */
  most: 200_000,
  /** Of a cluster with many GPUs: one runs on each, and nine wait. Railyard's own decision. */
  perGpu: 10,
  /**
   * Memory of a job in slurmctld. Measured: Slurm 26.05.5 with 2,048 nodes grew by 433 MB with 40,000 held jobs of one GPU, and by 567 MB
   * where Lua has its table of them, too (docs/slurm.md). Their scripts and environments lay in 402 MB of files.
   */
  bytes: 15_000,
} as const;
