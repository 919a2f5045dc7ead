import { PAUSE_COUNTERS } from "../../config/facts/ethtool-metrics";
import type { SiteEnvironment } from "../../config/sites/environment";

/** Counters of interfaces are asked of drivers, which have hundreds: of pauses alone. Interfaces of pods come and go with them, and have none. */
export const PAUSE_ARGS = [
  "--collector.ethtool",
  `--collector.ethtool.metrics-include=${PAUSE_COUNTERS}`,
  "--collector.ethtool.device-exclude=^(veth|lxc|cali|cilium|cni|eni|tap|docker|flannel|vxlan|genev|tunl|dummy|ifb|lo).*",
];

/** Classes of RoCE's traffic that PFC pauses, where hosts see the interfaces: one that a pod has as a whole is not there meanwhile. */
export function pausedClasses({ nodeGroups }: Pick<SiteEnvironment, "nodeGroups">): number[] {
  const classes = nodeGroups.flatMap(({ fabric: { rdma } }) =>
    rdma?.traffic && rdma.access !== "host-device" ? [rdma.traffic.priority] : [],
  );
  return [...new Set(classes)].toSorted((one, other) => one - other);
}
