import { ncclFloor, ncclNodes } from "../../config/facts/nccl";
import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { gpuPoolsOfSlurm, tellsOfCollectives } from "../../config/monitoring/nccl";
import { isNodeGroup } from "../../config/pools/pool";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import type { FabricProps } from "../dashboards/fabric";
import { exportsGpus } from "./gpu-operator";
import { JOB_READER, JOB_TELEMETRY_MOUNT } from "./job-metrics";
import { sidecarOf } from "./node-exporter-sidecars";

/**
 * Takes what NCCL Inspector writes of jobs of Slurm over into the metrics of their node (`railyard_nccl_*`), but no name, label or job
 * that is not theirs to tell, and no size of a message as a label.
 */
export const ncclMetricsScript = (): string => scriptFile("platform/files/nccl-metrics.sh");

/** The container beside node-exporter. The volume is that of what jobs tell of themselves. */
export const ncclMetricsSidecar = (): HelmValues =>
  sidecarOf("nccl-metrics", ncclMetricsScript(), {
    env: { JOBS: SLURM_MOUNTS.telemetry },
    mounts: [JOB_TELEMETRY_MOUNT],
    rights: JOB_READER,
  });

/** What jobs tell of their collectives, beside what tests of each family of instances should reach; undefined: nothing. */
export function shownCollectives(env: SiteEnvironment): FabricProps["collectives"] {
  if (!tellsOfCollectives(env)) return undefined;
  const floors = gpuPoolsOfSlurm(env).flatMap((pool) => {
    const { health } = pool.fabric;
    const nodes = ncclNodes(pool.count.max);
    const family = isNodeGroup(pool) ? pool.hardware.family : null;
    const floor = health && nodes && ncclFloor(health.nccl.floors, family, nodes);
    if (!floor) return [];
    const title = `${floor.family}, ${nodes} nodes, ${floor.sizeGiB} GiB`;
    return [{ title, bytesPerSecond: floor.floorGBps * 1e9 }];
  });
  const byTitle = new Map(floors.map((floor) => [floor.title, floor]));
  return { floors: [...byTitle.values()], jobs: exportsGpus(env) };
}
