import { owned, type OwnedValue } from "./row";

const ADDRESSES = "pods would have addresses that neither EKS nor the network on premises knows";
const PLACE = "in AWS the VPC CNI gives pods their addresses: two networks on one node cut its pods off";

export const HYBRID_VALUES: readonly OwnedValue[] = owned("cilium", [
  ["affinity", PLACE, "nothing: it is for hybrid nodes alone"],
  ["operator.affinity", PLACE, "nothing: it is for hybrid nodes alone"],
  ["ipam.operator.clusterPoolIPv4PodCIDRList", ADDRESSES, "cluster.hybrid.podCidrs"],
  ["ipam.operator.clusterPoolIPv4MaskSize", ADDRESSES, "cluster.hybrid.podCidrs"],
  ["enableIPv4Masquerade", "packets would go one way, and their answers another", "cluster.hybrid.podRoutes"],
  ["cni.exclusive", "Cilium would put the configuration of Multus away", "nodeGroups.<group>.fabric"],
]);
