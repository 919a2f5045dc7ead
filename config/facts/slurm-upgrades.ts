/**
 * Releases of Slurm whose state files and database each release reads: two before it, and since 24.11 three. One that reads
 * neither ends at once. The row of 26.05 is by that rule; from 24.11 it was tried (`slurm-check --from`).
 * @see https://slurm.schedmd.com/upgrades.html#compatibility_window
 */
export const SLURM_READS: Readonly<Record<string, readonly string[]>> = {
  "23.02": ["22.05", "21.08"],
  "23.11": ["23.02", "22.05"],
  "24.05": ["23.11", "23.02"],
  "24.11": ["24.05", "23.11", "23.02"],
  "25.05": ["24.11", "24.05", "23.11"],
  "25.11": ["25.05", "24.11", "24.05"],
  "26.05": ["25.11", "25.05", "24.11"],
};
