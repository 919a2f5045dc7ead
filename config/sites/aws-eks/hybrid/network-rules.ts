import { HYBRID_RANGES, HYBRID_SOURCES } from "../../../facts/hybrid-nodes";
import { contains, overlaps } from "../../../kernel/cidr";
import type { ConfigPath } from "../../../kernel/issues";
import { writtenCallers } from "../cluster/resolve";
import { routedPodCidrs } from "./resolve";
import type { AwsRule } from "../rule";
import type { AwsConfig } from "../schema";

const SECURITY_GROUPS = "https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html";

/** Rules in one direction that a security group takes in a new account; EKS has one of its own in it. */
const GROUP_RULES = 60;

interface Block {
  readonly path: ConfigPath;
  readonly cidr: string;
  readonly what: string;
}

/** Blocks on premises, where config names them. */
export const hybridBlocks = ({ cluster: { hybrid } }: Pick<AwsConfig, "cluster">): Block[] =>
  hybrid
    ? (["nodeCidrs", "podCidrs"] as const).flatMap((list) =>
        hybrid[list].map((cidr, index) => ({
          path: ["cluster", "hybrid", list, index],
          cidr,
          what: list === "nodeCidrs" ? "a block of hybrid nodes" : "a block of pods on hybrid nodes",
        })),
      )
    : [];

/** Blocks that those on premises must keep clear of. */
const cloudBlocks = ({ network, cluster }: AwsConfig): { readonly cidr: string; readonly what: string }[] => [
  { cidr: network.cidr, what: "the VPC (network.cidr)" },
  ...(network.kind === "existing" ? network.subnets.map(({ id, cidr }) => ({ cidr, what: `the subnet ${id}` })) : []),
  { cidr: cluster.serviceCidr, what: "Kubernetes services (cluster.serviceCidr)" },
];

/** Addresses of hybrid nodes and of their pods, and how the control plane and they reach each other. */
export const HYBRID_NETWORK_RULES: readonly AwsRule[] = [
  {
    id: "hybrid/address-range",
    title: "Hybrid nodes and their pods have private addresses that EKS takes.",
    severity: "error",
    why: "EKS refuses the cluster: remote networks are RFC 1918 or 100.64.0.0/10.",
    source: HYBRID_SOURCES.networking.url,
    *check({ config }) {
      for (const { path, cidr, what } of hybridBlocks(config)) {
        if (HYBRID_RANGES.some((range) => contains(range, cidr))) continue;
        const message = `${cidr}, ${what}, lies in none of ${HYBRID_RANGES.join(", ")}`;
        yield { path, message, fix: `choose a block from ${HYBRID_RANGES.join(", ")}` };
      }
    },
  },
  {
    id: "hybrid/address-overlap",
    title: "Networks on premises have other addresses than the VPC and the services, and than each other.",
    severity: "error",
    why: "EKS refuses the cluster; a packet has one way to an address.",
    source: HYBRID_SOURCES.networking.url,
    *check({ config }) {
      const blocks = hybridBlocks(config);
      for (const [at, { path, cidr, what }] of blocks.entries()) {
        const others = [...cloudBlocks(config), ...blocks.slice(0, at)];
        const other = others.find((one) => overlaps(one.cidr, cidr));
        if (!other) continue;
        const message = `${cidr}, ${what}, overlaps ${other.cidr}, ${other.what}`;
        yield { path, message, fix: "correct the block, or choose others before the cluster is made" };
      }
    },
  },
  {
    id: "hybrid/endpoint",
    title: "With hybrid nodes the Kubernetes API has one endpoint: a private one, or a public one.",
    severity: "error",
    why: "With both, its name has public addresses outside the VPC and private ones inside: servers on premises call a way that their network may not have.",
    source: HYBRID_SOURCES.cluster.url,
    *check({ config: { cluster } }) {
      if (!cluster.hybrid || cluster.endpoint.kind !== "public-and-private") return;
      yield {
        path: ["cluster", "endpoint", "kind"],
        message: "the endpoint is public and private, and EKS asks for one of them with hybrid nodes",
        fix: 'write endpoint: { kind: "private" }, and servers reach it over the connection to the VPC; or kind: "public", with the public addresses of their network in allowedCidrs',
      };
    },
  },
  {
    id: "hybrid/endpoint-blocks",
    title: "Blocks on premises are not named for the private endpoint again.",
    severity: "error",
    why: "EKS opens port 443 of the cluster's security group to remote networks itself, and AWS refuses the same rule twice, after the cluster stands.",
    source: HYBRID_SOURCES.cluster.url,
    *check({ config }) {
      const blocks = new Set(hybridBlocks(config).map(({ cidr }) => cidr));
      for (const [index, cidr] of (writtenCallers(config) ?? []).entries()) {
        if (!blocks.has(cidr)) continue;
        yield {
          path: ["cluster", "endpoint", "privateCidrs", index],
          message: `${cidr} is a block of cluster.hybrid: EKS lets it call the endpoint by itself`,
          fix: "take it out of privateCidrs",
        };
      }
    },
  },
  {
    id: "hybrid/security-group-rules",
    title: "Blocks on premises fit into the cluster's security group, beside those that may call the endpoint.",
    severity: "error",
    why: "The quota of a group is 60 rules. EKS makes one for each block, for the API; Railyard two for each block of nodes, which ask CoreDNS, and one for each block of pods with addresses of their own: one too many fails after the cluster stands.",
    source: SECURITY_GROUPS,
    *check({ config, env }) {
      const { hybrid } = config.cluster;
      if (!hybrid) return;
      const blocks = hybridBlocks(config).length;
      const remote = blocks + 2 * hybrid.nodeCidrs.length + routedPodCidrs(hybrid).length;
      const others = env.cluster.endpoint.privateCidrs.length + 1;
      if (remote + others <= GROUP_RULES) return;
      const room = GROUP_RULES - remote - 1;
      yield {
        path: room < 0 ? ["cluster", "hybrid", "nodeCidrs"] : ["cluster", "endpoint", "privateCidrs"],
        message: `${remote} rules for ${blocks} blocks on premises and ${others} others are more than the ${GROUP_RULES} of one security group`,
        fix: `write ${room < 0 ? "fewer and larger blocks on premises" : `at most ${room} privateCidrs, larger blocks`}; with a raised quota name this rule in ignoreRules`,
      };
    },
  },
  {
    id: "hybrid/connection-to-existing-network",
    title: "A network that exists has its connection already.",
    severity: "error",
    why: "Railyard changes no route of a network that is not its own: nothing would lead to the servers.",
    source: HYBRID_SOURCES.networking.url,
    *check({ config: { cluster, network } }) {
      if (cluster.hybrid?.connection.kind !== "transit-gateway" || network.kind !== "existing") return;
      yield {
        path: ["cluster", "hybrid", "connection"],
        message: `${network.vpcId} exists, and its routes are somebody else's`,
        fix: 'write connection: { kind: "elsewhere" }, and have routes to the blocks in each private subnet',
      };
    },
  },
];
