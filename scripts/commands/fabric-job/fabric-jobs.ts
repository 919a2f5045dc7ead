import { stringify } from "yaml";
import { ncclFloor, ncclNodes } from "../../../config/facts/nccl";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import { ncclTrainerJob } from "../../../constructs/platform/nccl-trainer-job";
import { ncclJob, WRITTEN } from "../../../constructs/slurm/nccl-job";
import type { FabricToProve } from "../../../constructs/slurm/nccl-verdict";

/** Size of runs for which no floor is known, GiB. */
const DEFAULT_SIZE_GIB = 16;

/** Jobs that prove the fabric of one node group. */
export interface FabricJobs {
  readonly group: string;
  readonly nodes: number;
  /** GB/s; null: no floor is known. */
  readonly floorGBps: number | null;
  /** Texts by file name. */
  readonly files: Readonly<Record<string, string>>;
}

/** An all-reduce for each group that has a fabric, and two nodes or more: for Slurm where a partition has the group, and for Trainer. */
export function fabricJobs(env: SiteEnvironment, image: string): FabricJobs[] {
  return env.nodeGroups.flatMap((group) => {
    const nodes = ncclNodes(group.count.max);
    const { fabric, gpus } = group;
    if (!fabric.health || !gpus || nodes === null) return [];
    return [jobsOf(group, { ...fabric, health: fabric.health }, gpus.count, nodes, env, image)];
  });
}

function jobsOf(
  group: ResolvedPool,
  fabric: FabricToProve,
  gpusPerNode: number,
  nodes: number,
  env: SiteEnvironment,
  image: string,
): FabricJobs {
  const floor = ncclFloor(fabric.health.nccl.floors, isNodeGroup(group) ? group.hardware.family : null, nodes);
  const common = {
    group: group.name,
    nodes,
    gpusPerNode,
    fabric,
    image,
    sizeGiB: floor?.sizeGiB ?? DEFAULT_SIZE_GIB,
    floorGBps: floor?.floorGBps ?? null,
  };
  const partition = Object.entries(env.slurm?.partitions ?? {}).find(([, p]) => p.nodeGroups.includes(group.name))?.[0];
  const trainer = ncclTrainerJob({
    ...common,
    namespace: "default",
    podResources: group.podResources,
    taints: group.taints,
  });
  return {
    group: group.name,
    nodes,
    floorGBps: common.floorGBps,
    files: {
      ...(partition !== undefined && { [`fabric-${group.name}.sbatch`]: ncclJob({ ...common, partition }) }),
      [`fabric-${group.name}.trainjob.yaml`]: `# ${WRITTEN}\n${trainer.map((object) => stringify(object)).join("---\n")}`,
    },
  };
}
