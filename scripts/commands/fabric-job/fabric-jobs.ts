import { stringify } from "yaml";
import { nvlinkHealth } from "../../../config/fabrics/nvlink";
import { ncclEnvOf, WITHOUT_MULTI_NODE_NVLINK } from "../../../config/gpu/nvlink";
import { ncclFloor, ncclNodes } from "../../../config/facts/nccl";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import { type ImagePlaces, placedImage } from "../../../constructs/core/placed-image";
import { ncclTrainerJob } from "../../../constructs/platform/nccl-trainer-job";
import { ncclJob, WRITTEN } from "../../../constructs/slurm/nccl-job";
import type { FabricToProve } from "../../../constructs/slurm/nccl-verdict";

/** Size of runs for which no floor is known, GiB. */
const DEFAULT_SIZE_GIB = 16;

/** Jobs that prove the fabric of one node group. */
export interface FabricJobs {
  readonly group: string;
  readonly nodes: number;
  readonly image: string;
  /** Whether the image has what CPUs of its nodes run; null: unknown. */
  readonly imageFits: boolean | null;
  readonly arch: ResolvedPool["hardware"]["arch"];
  /** GB/s; null: no floor is known. */
  readonly floorGBps: number | null;
  /** Texts by file name. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * An all-reduce for each group that has a fabric, and two nodes or more: for Slurm where a partition has the group, and for
 * Trainer. Where NVLink spans nodes it would not touch the fabric: that run goes without it, and a second one proves NVLink
 * over a whole domain.
 * @param image with nccl-tests; null: that of the fabric
 */
export function fabricJobs(env: SiteEnvironment, image: string | null): FabricJobs[] {
  return env.nodeGroups.flatMap((group) => {
    const nodes = ncclNodes(group.count.max);
    const { fabric, gpus, nvlinkDomainNodes } = group;
    if (!gpus || nodes === null) return [];
    const of = {
      group,
      gpusPerNode: gpus.count,
      asked: image,
      places: env.platform.images,
      partition: partitionOf(env, group),
    };
    const jobs: FabricJobs[] = [];
    if (fabric.health) {
      const ncclEnv = { ...fabric.ncclEnv, ...(nvlinkDomainNodes !== null && WITHOUT_MULTI_NODE_NVLINK) };
      const deviceClaims = group.deviceClaims.filter(({ deviceClass }) => deviceClass !== null);
      jobs.push(
        jobsOf("fabric", { ...of, nodes, fabric: { ...fabric, health: fabric.health, ncclEnv }, deviceClaims }),
      );
    }
    if (nvlinkDomainNodes !== null) {
      const domain = Math.min(nvlinkDomainNodes, group.count.max);
      const health = nvlinkHealth(domain * gpus.count, fabric.health?.nccl.image);
      const nvlink = { title: "NVLink", devices: 1, ncclEnv: ncclEnvOf(group), health };
      jobs.push(jobsOf("nvlink", { ...of, nodes: domain, fabric: nvlink, deviceClaims: group.deviceClaims }));
    }
    return jobs;
  });
}

interface Job {
  readonly group: ResolvedPool;
  readonly gpusPerNode: number;
  /** Null: that of the fabric. */
  readonly asked: string | null;
  readonly places: ImagePlaces;
  /** Null: Slurm does not have the group. */
  readonly partition: string | null;
  readonly nodes: number;
  readonly fabric: FabricToProve;
  readonly deviceClaims: ResolvedPool["deviceClaims"];
}

function jobsOf(kind: "fabric" | "nvlink", { group, partition, deviceClaims, asked, places, ...job }: Job): FabricJobs {
  const { nodes, fabric } = job;
  const { image } = fabric.health.nccl;
  const floor = ncclFloor(fabric.health.nccl.floors, isNodeGroup(group) ? group.hardware.family : null, nodes);
  const name = `${kind}-${group.name}`;
  const common = {
    ...job,
    image: asked ?? placedImage(image.name, places),
    name,
    group: group.name,
    sizeGiB: floor?.sizeGiB ?? DEFAULT_SIZE_GIB,
    floorGBps: floor?.floorGBps ?? null,
  };
  const trainer = ncclTrainerJob({
    ...common,
    namespace: "default",
    nodeSelector: group.nodeSelector,
    podResources: group.podResources,
    podAnnotations: group.fabric.podAnnotations,
    deviceClaims,
    taints: group.taints,
  });
  return {
    group: group.name,
    image: common.image,
    imageFits: asked === null ? (image.arch?.includes(group.hardware.arch) ?? null) : null,
    arch: group.hardware.arch,
    nodes,
    floorGBps: common.floorGBps,
    files: {
      ...(partition !== null && { [`${name}.sbatch`]: ncclJob({ ...common, partition }) }),
      [`${name}.trainjob.yaml`]: `# ${WRITTEN}\n${trainer.map((object) => stringify(object)).join("---\n")}`,
    },
  };
}

const partitionOf = ({ slurm }: SiteEnvironment, { name }: ResolvedPool): string | null =>
  Object.entries(slurm?.partitions ?? {}).find(([, { nodeGroups }]) => nodeGroups.includes(name))?.[0] ?? null;
