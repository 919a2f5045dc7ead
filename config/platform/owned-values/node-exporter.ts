import type { SiteEnvironment } from "../../sites/environment";

/**
 * Whether anything is counted beside node-exporter, in files that it reads: counters of EFA, what the kernel's log tells of GPUs and of
 * Lustre, what jobs tell of themselves, and what disks say. Nodes of any kind may have some of it.
 */
export function hasNodeSidecars({ monitoring, nodeGroups, storage }: SiteEnvironment): boolean {
  return (
    monitoring.enabled &&
    (monitoring.diskWear ||
      // what jobs tell of themselves is of GPUs, too
      nodeGroups.some(({ gpus, fabric }) => gpus !== null || fabric.health?.counters === "node_amazonefa") ||
      storage.some(({ isLustre }) => isLustre === true))
  );
}

/** Whether node-exporter counts pauses of RoCE, by arguments of its own. */
export const countsPauses = ({ monitoring, nodeGroups }: SiteEnvironment): boolean =>
  monitoring.enabled &&
  nodeGroups.some(
    ({ fabric: { rdma } }) => rdma?.traffic !== undefined && rdma.traffic !== null && rdma.access !== "host-device",
  );
