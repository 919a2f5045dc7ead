import { HYBRID_MOST_CIDRS, HYBRID_RANGES } from "../../../../config/facts/hybrid-nodes";
import { blockOf, isOn, textOf, textsOf } from "../../attribute-values";
import type { CloudApi } from "../../cloud/cloud-api";
import { invalidParameter } from "../../cloud/refusals";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { cidr, overlap, within } from "../ec2/cidr";

const REQUEST = "https://docs.aws.amazon.com/eks/latest/APIReference/API_RemoteNetworkConfigRequest.html";
const GUIDE = "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cluster-prep.html";

/** What EKS refuses of networks of hybrid nodes. @param others blocks of the VPC, and of services */
export function refuseRemoteBlocks(cluster: Attributes, others: readonly string[], cloud: CloudApi): Refusal[] {
  const remote = blockOf(cluster, "remote_network_config");
  if (remote === null) return [];
  const lists = ["remote_node_networks", "remote_pod_networks"].map((name) => textsOf(blockOf(remote, name), "cidrs"));
  const blocks = lists.flat();
  return [
    ...(cloud.partition === "aws"
      ? []
      : [invalidParameter(`hybrid nodes are not available in ${cloud.partition}`, GUIDE)]),
    ...(textOf(blockOf(cluster, "access_config"), "authentication_mode") === "CONFIG_MAP"
      ? [invalidParameter("authentication_mode is CONFIG_MAP; hybrid nodes need access entries", GUIDE)]
      : []),
    ...refuseTwoEndpoints(cluster),
    ...lists
      .filter(({ length }) => length > HYBRID_MOST_CIDRS)
      .map(({ length }) =>
        invalidParameter(`a remote network has ${length} blocks; it has up to ${HYBRID_MOST_CIDRS}`, REQUEST),
      ),
    ...blocks
      .filter((text) => !HYBRID_RANGES.some((range) => inside(text, range)))
      .map((text) => invalidParameter(`${text} is no block that a remote network may have`, REQUEST)),
    ...blocks.flatMap((text, at) =>
      [...others, ...blocks.slice(0, at)]
        .filter((other) => meet(text, other))
        .map((other) => invalidParameter(`the remote network ${text} overlaps ${other}`, REQUEST)),
    ),
  ];
}

/** The guide asks for one endpoint: with both, servers outside the VPC get the public addresses. */
function refuseTwoEndpoints(cluster: Attributes): Refusal[] {
  const vpc = blockOf(cluster, "vpc_config");
  return isOn(vpc, "endpoint_private_access") && isOn(vpc, "endpoint_public_access")
    ? [invalidParameter("the endpoint is public and private; with hybrid nodes it is one of them", GUIDE)]
    : [];
}

function inside(text: string, range: string): boolean {
  const [block, outer] = [cidr(text), cidr(range)];
  return block !== null && outer !== null && within(block, outer);
}

function meet(one: string, other: string): boolean {
  const [a, b] = [cidr(one), cidr(other)];
  return a !== null && b !== null && overlap(a, b);
}
