import { CILIUM_NODE_PREFIX, HYBRID_SOURCES, SSM_STANDARD_INSTANCES } from "../../../facts/hybrid-nodes";
import { parseCidr, sizeOf } from "../../../kernel/cidr";
import { overPools } from "../../../pools/existing/rule";
import { SERVER_RULES } from "../../../pools/existing/server-rules";
import { groupPath } from "../../../pools/written-groups";
import { groupsOf, partitionPath, partitionsOf } from "../../../slurm/partitions";
import type { AwsEnvironment } from "../environment";
import type { AwsRule } from "../rule";
import { hybridPools, isHybrid } from "./pool";

const SLURM_NETWORK = "https://slinky.schedmd.com/projects/slurm-operator/en/latest/usage/hybrid.html";
const OVERVIEW = HYBRID_SOURCES.overview.url;

const hybridNodes = (env: AwsEnvironment): number => hybridPools(env).reduce((sum, { count }) => sum + count.max, 0);

const addresses = (cidrs: readonly string[]): number => cidrs.reduce((sum, cidr) => sum + sizeOf(parseCidr(cidr)), 0);

/** Nodes that blocks of pods have ranges for. */
const nodesOfPodBlocks = (cidrs: readonly string[]): number =>
  cidrs.reduce((sum, cidr) => sum + Math.floor(sizeOf(parseCidr(cidr)) / 2 ** (32 - CILIUM_NODE_PREFIX)), 0);

/** Pools of servers that join as hybrid nodes. */
export const HYBRID_POOL_RULES: readonly AwsRule[] = [
  {
    id: "hybrid/networks",
    title: "Where there are pools of hybrid nodes, the cluster knows their networks.",
    severity: "error",
    why: "EKS takes hybrid nodes into clusters with remote networks alone: nodeadm would refuse to join them.",
    source: HYBRID_SOURCES.cluster.url,
    *check({ config, env }) {
      if (config.cluster.hybrid) return;
      for (const pool of hybridPools(env))
        yield {
          path: groupPath(pool, "kind"),
          message: `${pool.name} is of kind hybrid, and cluster.hybrid is not there`,
          fix: 'write cluster.hybrid: { nodeCidrs: […], podCidrs: […], credentials: { kind: "ssm" } }',
        };
    },
  },
  {
    id: "hybrid/pools",
    title: "Networks on premises have pools.",
    severity: "warning",
    why: "Cilium, the role and the access entry are there for nobody; a server that joins has no labels by which Railyard finds it.",
    source: OVERVIEW,
    *check({ config, env }) {
      if (!config.cluster.hybrid || hybridPools(env).length > 0) return;
      yield {
        path: ["cluster", "hybrid"],
        message: "no node group is of kind hybrid",
        fix: 'add one with kind: "hybrid", or take cluster.hybrid away',
      };
    },
  },
  {
    id: "hybrid/partition",
    title: "Hybrid nodes are in commercial Regions.",
    severity: "error",
    why: "EKS has no hybrid nodes in GovCloud and China.",
    source: OVERVIEW,
    *check({ config, env }) {
      if (!config.cluster.hybrid || env.partition === "aws") return;
      yield {
        path: ["cluster", "hybrid"],
        message: `${env.region} is in the partition ${env.partition}, in which EKS takes no hybrid nodes`,
        fix: "take another region, or take cluster.hybrid and its pools away",
      };
    },
  },
  {
    id: "hybrid/node-addresses",
    title: "Blocks of hybrid nodes have an address for each of them.",
    severity: "error",
    why: "A node with an address outside them joins, but the control plane reaches no kubelet on it: no logs, no exec, no metrics.",
    source: "https://github.com/awsdocs/amazon-eks-user-guide/issues/955",
    *check({ config, env }) {
      const blocks = config.cluster.hybrid?.nodeCidrs;
      const [nodes, room] = [hybridNodes(env), addresses(blocks ?? [])];
      if (!blocks || nodes <= room) return;
      yield {
        path: ["cluster", "hybrid", "nodeCidrs"],
        message: `${nodes} hybrid nodes, and ${blocks.join(", ")} ${blocks.length === 1 ? "has" : "have"} ${room} addresses`,
        fix: "name every block with addresses of the servers, or correct nodes of the pools",
      };
    },
  },
  {
    id: "hybrid/pod-addresses",
    title: "Blocks of pods have a range for each hybrid node.",
    severity: "error",
    why: "Cilium gives each node a range of its own: nodes without one stay NotReady.",
    source: HYBRID_SOURCES.cni.url,
    *check({ config, env }) {
      const blocks = config.cluster.hybrid?.podCidrs;
      const [nodes, room] = [hybridNodes(env), nodesOfPodBlocks(blocks ?? [])];
      if (!blocks || nodes <= room) return;
      yield {
        path: ["cluster", "hybrid", "podCidrs"],
        message: `${nodes} hybrid nodes take a /${CILIUM_NODE_PREFIX} each, and ${blocks.join(", ")} ${blocks.length === 1 ? "has" : "have"} ${room}`,
        fix: "add a block at the end, or write a larger one before the cluster is made",
      };
    },
  },
  {
    id: "hybrid/ssm-instances",
    title: "Systems Manager registers so many servers without its advanced tier.",
    severity: "warning",
    why: "Beyond 1,000 servers in an account and Region the activation fails, or the advanced tier is billed for each server by the hour.",
    source: HYBRID_SOURCES.advancedInstances.url,
    *check({ config, env }) {
      const nodes = hybridNodes(env);
      if (config.cluster.hybrid?.credentials.kind !== "ssm" || nodes <= SSM_STANDARD_INSTANCES) return;
      yield {
        path: ["cluster", "hybrid", "credentials", "kind"],
        message: `${nodes} hybrid nodes are more than the ${SSM_STANDARD_INSTANCES} that an account registers in a Region for nothing`,
        fix: 'write credentials: { kind: "roles-anywhere", … }, or switch the advanced tier on and name this rule in ignoreRules',
      };
    },
  },
  {
    id: "hybrid/slurm-pod-routes",
    title: "Pods of Slurm on hybrid nodes and slurmctld in the VPC reach each other.",
    severity: "error",
    why: "slurmctld calls every slurmd by its own address: without routes to pods nodes are DOWN for ever, and jobs of several nodes never start.",
    source: SLURM_NETWORK,
    *check({ config, env }) {
      if (config.cluster.hybrid?.podRoutes.kind !== "none") return;
      for (const [name, partition] of partitionsOf(env)) {
        const pools = groupsOf({ nodeGroups: hybridPools(env) }, partition);
        if (pools.length === 0) continue;
        yield {
          path: partitionPath(name, "nodeGroups"),
          message: `${pools.map((pool) => pool.name).join(" and ")} of partition ${name} ${pools.length === 1 ? "is a pool" : "are pools"} of hybrid nodes, and nobody routes packets to their pods`,
          fix: 'write cluster.hybrid.podRoutes: { kind: "network" } where the network on premises routes podCidrs, or take the pools out of the partition',
        };
      }
    },
  },
  {
    id: "hybrid/partition-spans",
    title: "A partition has nodes in AWS or on premises.",
    severity: "warning",
    why: "Jobs on nodes of both talk over the connection between them, of 100 Mbps at the least, and wait for each other.",
    source: HYBRID_SOURCES.networking.url,
    *check({ env }) {
      for (const [name, partition] of partitionsOf(env)) {
        const groups = groupsOf(env, partition);
        const onsite = groups.filter(isHybrid);
        if (onsite.length === 0 || onsite.length === groups.length) continue;
        yield {
          path: partitionPath(name, "nodeGroups"),
          message: `partition ${name} joins ${onsite.map((pool) => pool.name).join(", ")} on premises with nodes in AWS`,
          fix: "make a partition for each",
        };
      }
    },
  },
  {
    id: "hybrid/volumes",
    title: "Jobs on premises find no volumes of AWS.",
    severity: "warning",
    why: "FSx for Lustre, EFS and EBS stand in the VPC, and AWS lists no driver of theirs but FSx's for hybrid nodes: pods there mount none of them. Checkpoints go to S3 by its API, as the role of jobs.",
    source: HYBRID_SOURCES.addons.url,
    *check({ env }) {
      if (env.storage.length === 0) return;
      for (const [name, partition] of partitionsOf(env)) {
        const onsite = groupsOf(env, partition).filter(isHybrid);
        if (onsite.length === 0) continue;
        const places = env.storage.map(({ title, mount }) => `${title} at ${mount.mountPath}`).join(", ");
        yield {
          path: partitionPath(name, "nodeGroups"),
          message: `jobs on ${onsite.map((pool) => pool.name).join(" and ")} do not see ${places}: homes and scratch space are those of the pod, and end with it`,
          fix: "let jobs there read and write S3, and name this rule in ignoreRules",
        };
      }
    },
  },
  {
    id: "hybrid/mountpoint",
    title: "Buckets are mounted on nodes in AWS alone.",
    severity: "warning",
    why: "Mountpoint for S3 is none of the drivers that AWS lists for hybrid nodes: pods there that claim the bucket wait for ever.",
    source: HYBRID_SOURCES.addons.url,
    *check({ env }) {
      if (env.checkpoints?.mountpoint !== true || hybridPools(env).length === 0) return;
      yield {
        path: ["checkpoints", "mountpoint"],
        message: "the bucket is mounted on nodes in AWS, and not on hybrid nodes",
        fix: "let pods there use the API of S3 as the role of jobs, and name this rule in ignoreRules",
      };
    },
  },
  {
    id: "hybrid/metrics",
    title: "Prometheus reaches what it scrapes on premises.",
    severity: "warning",
    why: "It calls pods by their own addresses: without routes to them, GPUs on premises have no metrics and no alerts.",
    source: HYBRID_SOURCES.webhooks.url,
    *check({ config, env }) {
      if (config.cluster.hybrid?.podRoutes.kind !== "none" || !env.monitoring.enabled) return;
      if (hybridPools(env).length === 0) return;
      yield {
        path: ["cluster", "hybrid", "podRoutes"],
        message: "nobody routes packets to pods on hybrid nodes, and Prometheus runs in the VPC",
        fix: 'write podRoutes: { kind: "network" } where the network on premises routes podCidrs; else name this rule in ignoreRules',
      };
    },
  },
  {
    id: "hybrid/schedule",
    title: "Hours are for nodes that Railyard starts.",
    severity: "error",
    why: "Nothing puts servers on premises away: they run on, and are billed by the vCPU.",
    source: OVERVIEW,
    *check({ config, env }) {
      const names = hybridPools(env).map(({ name }) => name);
      for (const [index, name] of (config.schedule?.nodeGroups ?? []).entries())
        if (names.includes(name))
          yield {
            path: ["schedule", "nodeGroups", index],
            message: `${name} is a pool of servers on premises, which no schedule starts and stops`,
            fix: `take ${name} out of the list`,
          };
    },
  },
  // what holds for servers that exist, wherever they are
  ...SERVER_RULES.map((rule) => overPools<AwsEnvironment>(rule, hybridPools)),
];
