import type { ConfigPath } from "../kernel/issues";
import type { ResolvedEnvironment } from "../resolve";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/resolve";
import type { NodeGroupConfig } from "../schema";
import type { RuleInput } from "../kernel/rule";

/** A node group as its author wrote it, and as it was resolved: what was left out can only be told from the first. */
export interface WrittenGroup {
  readonly written: NodeGroupConfig;
  readonly group: ResolvedNodeGroup;
}

export function writtenGroups({ config, env }: Pick<RuleInput, "config" | "env">): WrittenGroup[] {
  return env.nodeGroups.flatMap((group) => {
    const written = config.nodeGroups[group.name];
    return written ? [{ written, group }] : [];
  });
}

/** Node groups that have NVIDIA GPUs. */
export const gpuGroups = ({ nodeGroups }: ResolvedEnvironment): ResolvedNodeGroup[] =>
  nodeGroups.filter((g) => g.gpus !== null);

/** Path of a key of a node group. */
export const groupPath = (group: { readonly name: string }, ...keys: (string | number)[]): ConfigPath => [
  "nodeGroups",
  group.name,
  ...keys,
];
