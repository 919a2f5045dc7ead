import { INSTANCE_TYPES, type InstanceType } from "../../config/facts/instance-types";
import type { PurchaseKind } from "../../config/facts/quotas";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { ResolvedCapacity } from "../../config/sites/aws-eks/capacity/resolve";
import { podAddresses } from "../../config/sites/aws-eks/nodes/max-pods";
import type { RunningInstance } from "./instances";
import { ec2Groups } from "../../config/sites/aws-eks/nodes/ec2-groups";

/** Nodes of one group at full size, and those of them that run. */
export interface NodeDemand {
  /** Name of the group; `system nodes` for those of the cluster. */
  readonly name: string;
  readonly instanceType: string;
  readonly facts: InstanceType;
  readonly purchase: PurchaseKind;
  /** How they are bought where that fails. @default - they are waited for */
  readonly fallback?: PurchaseKind;
  readonly zones: readonly string[];
  readonly nodes: number;
  readonly running: readonly RunningInstance[];
  readonly rootVolumeGiB: number;
  /** Network interfaces of one node: those of its launch template, and what the VPC CNI adds for pods. */
  readonly interfaces: number;
}

export const SYSTEM_NODES = "system nodes";

/** Root volume of system nodes: the default of constructs/cluster/system-node-group.ts. */
const SYSTEM_VOLUME_GIB = 100;

/** What every node group of an environment, and its system nodes, take at full size. */
export function nodeDemands(env: AwsEnvironment, instances: readonly RunningInstance[]): NodeDemand[] {
  const own = instances.filter(({ environment }) => environment === env.name);
  const { systemNodes } = env.cluster;
  const systemFacts = INSTANCE_TYPES[systemNodes.instanceType];
  return [
    ...ec2Groups(env).map((group): NodeDemand => ({
      name: group.name,
      instanceType: group.machines.instanceType,
      facts: group.hardware,
      purchase: group.machines.capacity.kind,
      ...fallbackOf(group.machines.capacity),
      zones: group.machines.zones,
      nodes: group.count.max,
      running: own.filter(({ nodeGroup }) => nodeGroup === group.name),
      rootVolumeGiB: group.machines.rootVolumeGiB,
      interfaces: interfacesOf(
        group.hardware,
        Math.max(1, group.fabric.nodeSetup.interfaces.length),
        group.machines.maxPods,
      ),
    })),
    {
      name: SYSTEM_NODES,
      instanceType: systemNodes.instanceType,
      facts: systemFacts,
      purchase: "on-demand",
      zones: env.network.clusterZones,
      nodes: systemNodes.count,
      running: own.filter(({ nodeGroup }) => nodeGroup === null),
      rootVolumeGiB: SYSTEM_VOLUME_GIB,
      interfaces: interfacesOf(systemFacts, 1, systemFacts.maxPods.otherwise),
    },
  ];
}

const fallbackOf = (capacity: ResolvedCapacity): Pick<NodeDemand, "fallback"> =>
  capacity.kind === "spot" && capacity.onDemandFallback ? { fallback: "on-demand" } : {};

/** Nodes that a deployment would start in a zone; spread evenly, as Auto Scaling does while there is capacity. */
export function missingIn({ nodes, zones, running }: NodeDemand, zone: string): number {
  if (!zones.includes(zone)) return 0;
  const here = running.filter((instance) => instance.zone === zone).length;
  return Math.max(0, Math.ceil(nodes / zones.length) - here);
}

/** Interfaces of the launch template, and those that the VPC CNI adds; the first address of each is its own. */
function interfacesOf({ eni }: InstanceType, template: number, maxPods: number | null): number {
  const forPods = Math.ceil(podAddresses(maxPods) / (eni.ipv4PerInterface - 1));
  return Math.max(template, Math.min(eni.max, template + forPods - 1));
}
