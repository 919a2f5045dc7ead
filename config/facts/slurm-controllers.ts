import type { ChartName } from "./versions";

/**
 * Several slurmctld in the charts of Slinky: `controller.ha`, with a claim that several nodes mount.
 * Chart 1.3.0 is of 2026-11-19. What is known of it is its note, and its source three months before: that commit calls itself
 * 1.3.0-rc1, and the tag was not to be had where Railyard is made.
 */
export const SLURM_CONTROLLERS = {
  since: "1.3.0",
  /** Charts that go together: the operator, its definitions, and what it makes Slurm of. */
  charts: ["slurm-operator-crds", "slurm-operator", "slurm"] satisfies readonly ChartName[] as readonly ChartName[],
  /** Day of the source that the values were rendered with. */
  readOf: "2026-08-20",
  source: "https://github.com/SlinkyProject/slurm-operator/releases/tag/v1.3.0",
  read: "https://github.com/SlinkyProject/slurm-operator/tree/f2ed3fc/helm",
  persistence: "https://github.com/SlinkyProject/slurm-operator/blob/f2ed3fc/docs/usage/controller-operations.md",
} as const;
