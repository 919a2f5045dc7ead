import type { ConfigPath } from "../../../kernel/issues";
import { overlaps } from "../../../kernel/cidr";
import type { AwsConfig } from "../schema";
import { writtenCallers } from "../cluster/resolve";
import type { AwsRule } from "../rule";

const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";
const VPC_QUOTAS = "https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html";

/** Rules in one direction that a security group takes in a new account; EKS has one of its own in it. */
const GROUP_RULES = 60;
const OWN_RULES = 1;

/** Blocks of what is connected to the VPC, beside the VPC itself. */
function connected({ cluster, network }: AwsConfig): (readonly [ConfigPath, string])[] {
  return (writtenCallers({ cluster }) ?? []).flatMap((cidr, index) =>
    cidr === network.cidr ? [] : [[["cluster", "endpoint", "privateCidrs", index], cidr] as const],
  );
}

/** Networks behind a VPN, a peering or a transit gateway, as far as config names them. */
export const CONNECTED_NETWORK_RULES: readonly AwsRule[] = [
  {
    id: "network/service-cidr-connected",
    title: "Kubernetes services and connected networks have different addresses.",
    severity: "error",
    why: "Inside the cluster the service wins: whatever has the same address in the connected network is out of reach, and the block of services can never be changed.",
    source: EKS_NETWORK,
    *check({ config }) {
      const { serviceCidr } = config.cluster;
      for (const [path, cidr] of connected(config)) {
        if (!overlaps(cidr, serviceCidr)) continue;
        const message = `${cidr} overlaps ${serviceCidr} (cluster.serviceCidr): pods would not reach it`;
        yield {
          path,
          message,
          fix: "write another cluster.serviceCidr before the cluster is made, or correct the block",
        };
      }
    },
  },
  {
    id: "cluster/private-cidr-count",
    title: "Blocks that may call the private endpoint fit into one security group.",
    severity: "error",
    why: "Each is a rule of the cluster's security group; beyond the quota AWS refuses the rest, after the cluster stands.",
    source: VPC_QUOTAS,
    *check({ env }) {
      const { length } = env.cluster.endpoint.privateCidrs;
      const most = GROUP_RULES - OWN_RULES;
      if (length <= most) return;
      yield {
        path: ["cluster", "endpoint", "privateCidrs"],
        message: `${length} blocks are ${length} rules of one security group, which takes ${GROUP_RULES} with ${OWN_RULES} of EKS's own`,
        fix: `write at most ${most}, larger blocks; with a raised quota name this rule in ignoreRules`,
      };
    },
  },
];
