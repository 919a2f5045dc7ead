import { isNodeGroup } from "../../../pools/pool";
import { writtenGroups, type WrittenGroup } from "../../../pools/written-groups";
import type { HybridPoolConfig } from "../hybrid/pool-schema";
import type { AwsRuleInput } from "../rule";
import type { AwsConfig } from "../schema";
import type { AwsPool, ResolvedNodeGroup } from "./node-group";
import type { NodeGroupConfig } from "./schema";

/** Node groups whose machines EC2 starts. */
export const ec2Groups = ({ nodeGroups }: { readonly nodeGroups: readonly AwsPool[] }): ResolvedNodeGroup[] =>
  nodeGroups.filter((pool): pool is ResolvedNodeGroup => isNodeGroup(pool));

/** Whether Karpenter starts and ends the nodes of a group. */
export const isKarpenters = ({ machines }: Pick<ResolvedNodeGroup, "machines">): boolean => machines.karpenter !== null;

/** Managed node groups of EKS. */
export const managedGroups = (env: { readonly nodeGroups: readonly AwsPool[] }): ResolvedNodeGroup[] =>
  ec2Groups(env).filter((group) => !isKarpenters(group));

/** Pools of Karpenter. */
export const karpenterGroups = (env: { readonly nodeGroups: readonly AwsPool[] }): ResolvedNodeGroup[] =>
  ec2Groups(env).filter(isKarpenters);

/** The same as their author wrote them, by name. */
export const ec2Entries = ({
  nodeGroups,
}: {
  readonly nodeGroups: AwsConfig["nodeGroups"];
}): (readonly [string, NodeGroupConfig])[] =>
  Object.entries(nodeGroups).flatMap(([name, written]) =>
    written.kind === "hybrid" ? [] : [[name, written] as const],
  );

/** Pools of hybrid nodes as their author wrote them, by name. */
export const hybridEntries = ({
  nodeGroups,
}: {
  readonly nodeGroups: AwsConfig["nodeGroups"];
}): (readonly [string, HybridPoolConfig])[] =>
  Object.entries(nodeGroups).flatMap(([name, written]) =>
    written.kind === "hybrid" ? [[name, written] as const] : [],
  );

/** Node groups of EC2, each with its text. */
export const writtenEc2Groups = ({
  config,
  env,
}: Pick<AwsRuleInput, "config" | "env">): WrittenGroup<NodeGroupConfig, ResolvedNodeGroup>[] =>
  writtenGroups({
    config: { nodeGroups: Object.fromEntries(ec2Entries(config)) },
    env: { nodeGroups: ec2Groups(env) },
  });
