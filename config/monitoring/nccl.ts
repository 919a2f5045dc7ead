import type { SiteEnvironment } from "../sites/environment";

/** Nodes with GPUs on which Slurm runs jobs. */
export function gpuPoolsOfSlurm({ nodeGroups, slurm }: Pick<SiteEnvironment, "nodeGroups" | "slurm">) {
  const names = new Set(Object.values(slurm?.partitions ?? {}).flatMap((partition) => partition.nodeGroups));
  return nodeGroups.filter(({ name, gpus }) => gpus !== null && names.has(name));
}

/** Whether jobs load NCCL Inspector, and somebody reads what it writes. */
export const tellsOfCollectives = (env: Pick<SiteEnvironment, "monitoring" | "nodeGroups" | "slurm">): boolean =>
  env.monitoring.enabled && env.monitoring.ncclInspector !== undefined && gpuPoolsOfSlurm(env).length > 0;
