import { owned, type OwnedValue } from "./row";

const ADDRESSES = "pods would have addresses that neither EKS nor the network on premises knows";
const PLACE = "in AWS the VPC CNI gives pods their addresses: two networks on one node cut its pods off";

const TUNNEL = "packets between the VPC and pods on premises would be lost";
const FROM_CONFIG = "it follows from config";

const GATEWAY: readonly OwnedValue[] = owned("eks-hybrid-nodes-gateway", [
  ["autoMode.enabled", "its pods would wait for nodes of Auto Mode, of which there are none", "nothing: take it out"],
  ["nodeLabel", "its pods would wait for nodes that nothing labels", "cluster.hybrid.podRoutes.nodeGroup"],
  ["podCIDRs", FROM_CONFIG, "cluster.hybrid.podCidrs"],
  ["routeTableIDs", FROM_CONFIG, "network"],
  ["vpcCIDR", FROM_CONFIG, "network.cidr"],
]);

const CILIUM: readonly OwnedValue[] = owned("cilium", [
  ["affinity", PLACE, "nothing: it is for hybrid nodes alone"],
  ["operator.affinity", PLACE, "nothing: it is for hybrid nodes alone"],
  ["ipam.operator.clusterPoolIPv4PodCIDRList", ADDRESSES, "cluster.hybrid.podCidrs"],
  ["ipam.operator.clusterPoolIPv4MaskSize", ADDRESSES, "cluster.hybrid.podCidrs"],
  ["enableIPv4Masquerade", "packets would go one way, and their answers another", "cluster.hybrid.podRoutes"],
  ["vtep.enabled", TUNNEL, "cluster.hybrid.podRoutes"],
  ["l7Proxy", TUNNEL, "cluster.hybrid.podRoutes"],
  ["cni.exclusive", "Cilium would put the configuration of Multus away", "nodeGroups.<group>.fabric"],
]);

export const HYBRID_VALUES: readonly OwnedValue[] = [...CILIUM, ...GATEWAY];
