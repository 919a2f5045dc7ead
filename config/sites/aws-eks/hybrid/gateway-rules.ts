import { GATEWAY_REPLICAS, HYBRID_SOURCES } from "../../../facts/hybrid-nodes";
import { didYouMean } from "../../../kernel/nearest";
import { groupPath } from "../../../pools/written-groups";
import { partitionPath, partitionsOf } from "../../../slurm/partitions";
import type { AwsEnvironment } from "../environment";
import { ec2Groups } from "../nodes/ec2-groups";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import type { AwsRule } from "../rule";
import { gatewayGroup } from "./resolve";

const { url: START } = HYBRID_SOURCES.gatewayStart;
const OPERATIONS = "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-operations.html";
const NODE_GROUP = ["cluster", "hybrid", "podRoutes", "nodeGroup"] as const;

/** The group that carries packets, where it is one of EC2. */
const forwarding = (env: AwsEnvironment): ResolvedNodeGroup | undefined =>
  ec2Groups(env).find(({ name }) => name === gatewayGroup(env));

/** What keeps a group from carrying packets, with the key that says it. */
function* unfit({ hardware, fabric, machines, count }: ResolvedNodeGroup): Iterable<readonly [string, string, string]> {
  if (hardware.gpu || hardware.accelerator || fabric.rdma !== null)
    yield [
      "instanceType",
      `is of ${machines.instanceType}, whose accelerators or EFA would do nothing`,
      'take CPU nodes with a fast network, such as instanceType: "c7i.xlarge"',
    ];
  if (machines.karpenter)
    yield ["scaledBy", "is scaled by Karpenter, which has no node before a pod waits", "leave scaledBy out"];
  if (machines.capacity.kind === "spot")
    yield ["capacity", "is of spot nodes, which EC2 takes away", "leave capacity out"];
  if (machines.image.kind !== "al2023")
    yield [
      "image",
      `has the image ${machines.image.kind}, and a boot script switches EC2's check of addresses off`,
      'write image: { kind: "al2023" }',
    ];
  if (!machines.karpenter && count.min < GATEWAY_REPLICAS)
    yield [
      "nodes",
      `may have ${count.min} nodes, and each of ${GATEWAY_REPLICAS} pods wants one of its own`,
      `write nodes: ${GATEWAY_REPLICAS}`,
    ];
}

/** What uses the nodes of the gateway beside it. */
function* others({ env, name }: { readonly env: AwsEnvironment; readonly name: string }) {
  for (const [partition, { nodeGroups }] of partitionsOf(env))
    if (nodeGroups.includes(name))
      yield { path: partitionPath(partition, "nodeGroups"), what: `partition ${partition} of Slurm runs jobs there` };
  const queued = env.kueue?.nodeGroups.indexOf(name) ?? -1;
  if (queued >= 0) yield { path: ["kueue", "nodeGroups", queued], what: "Kueue runs jobs there" };
  const stopped = env.schedule?.nodeGroups.indexOf(name) ?? -1;
  if (stopped >= 0) yield { path: ["schedule", "nodeGroups"], what: "the hours of schedule end its nodes" };
}

/** The gateway of EKS Hybrid Nodes: its nodes, and the tables into which it writes. */
export const HYBRID_GATEWAY_RULES: readonly AwsRule[] = [
  {
    id: "hybrid/gateway-nodes",
    title: "The gateway has two CPU nodes that stay.",
    severity: "error",
    why: "Its two pods wait for two nodes that pass packets of others; on none, one or wrong ones no packet reaches pods on premises, or none after the first failure.",
    source: START,
    *check({ env }) {
      const name = gatewayGroup(env);
      if (name === null) return;
      const group = forwarding(env);
      if (!group) {
        const names = ec2Groups(env).map((one) => one.name);
        yield {
          path: NODE_GROUP,
          message: `${name} is no node group in AWS`,
          fix: `${didYouMean(name, names) ?? `there are: ${names.join(", ")}`}; or add ${name}: { instanceType: "c7i.xlarge", nodes: ${GATEWAY_REPLICAS} } to nodeGroups`,
        };
        return;
      }
      for (const [key, why, fix] of unfit(group))
        yield {
          path: groupPath(group, key),
          message: `${name}, which carries packets to pods on premises, ${why}`,
          fix,
        };
    },
  },
  {
    id: "hybrid/gateway-alone",
    title: "Nodes of the gateway do nothing else.",
    severity: "error",
    why: "They have a taint that only the gateway tolerates: jobs there would never start. Hours that end the nodes cut pods on premises off.",
    source: START,
    *check({ env }) {
      const name = gatewayGroup(env);
      if (name === null) return;
      for (const { path, what } of others({ env, name }))
        yield {
          path,
          message: `${name} carries packets to pods on premises, and ${what}`,
          fix: `take ${name} out of the list`,
        };
    },
  },
  {
    id: "hybrid/gateway-network",
    title: "The gateway writes routes into a network that Railyard made.",
    severity: "error",
    why: "It points routes at itself in route tables of private subnets: those of somebody else's network are not known here, and not ours to change.",
    source: START,
    *check({ config, env }) {
      if (gatewayGroup(env) === null || config.network.kind !== "existing") return;
      yield {
        path: ["cluster", "hybrid", "podRoutes", "kind"],
        message: `${config.network.vpcId} exists, and its route tables are somebody else's`,
        fix: 'write podRoutes: { kind: "network" } where the network on premises routes podCidrs, or kind: "none" without Slurm there',
      };
    },
  },
  {
    id: "hybrid/gateway-zones",
    title: "Nodes of the gateway stand in two zones.",
    severity: "warning",
    why: "The failure of one zone takes the gateway and the one that waits for it.",
    source: OPERATIONS,
    *check({ env }) {
      const group = forwarding(env);
      if (!group || group.machines.zones.length !== 1) return;
      yield {
        path: groupPath(group, "zone"),
        message: `${group.name} is in ${group.machines.zones.join()} alone`,
        fix: "leave zone out, so that its nodes are in all zones of the cluster",
      };
    },
  },
];
