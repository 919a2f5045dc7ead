import { INSTANCE_TYPES, type InstanceType } from "../../../config/facts/instance-types";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ReviewedChange } from "../changes/resource-changes";
import type { ChangeSet } from "./change-set";
import { count, listOf, nameOf, recordOf, valueAt } from "./words";

/** A node group in a plan, with what is known of it from the environments. */
export interface NodeGroupFacts {
  /** `h100` as config has it, or the name in AWS. */
  readonly name: string;
  /** As it runs now, or as it will for a new one; null for a group that config does not have. */
  readonly group: ResolvedPool | null;
  /** Runs controllers, not jobs. */
  readonly isSystem: boolean;
  /** Nodes that run now; null: not known here. */
  readonly running: number | null;
  /** `16 nodes`, `0 to 3 nodes (how many run now is not known here)` */
  readonly nodesText: string;
  readonly gpusPerNode: number;
  /** `H100-80GB`; null without GPUs. */
  readonly gpuModel: string | null;
  /** Slurm partitions with nodes of it. */
  readonly partitions: readonly string[];
  /** Teams that may use it: every partition is for all of them. */
  readonly teams: readonly string[];
}

/** What config and plan know of the node group of a change. */
export function nodeGroupFacts(change: ReviewedChange, changeSet: ChangeSet): NodeGroupFacts {
  const { group, env } = groupOf(change, changeSet);
  const labels = recordOf((change.before ?? change.after)?.["labels"]);
  const isSystem = group === null && labels["railyard.dev/role"] === "system";
  const types = listOf(valueAt(change.before ?? change.after, "instance_types")).map(String);
  const gpu = group ? group.hardware.gpu : gpuOf(types[0]);
  const name = group?.name ?? nameOf(change);
  const partitions =
    group && env?.slurm
      ? Object.entries(env.slurm.partitions).filter(([, { nodeGroups }]) => nodeGroups.includes(name))
      : [];
  const running = runningNodes(change, group, changeSet);
  return {
    name,
    group,
    isSystem,
    running,
    nodesText: nodesText(change, group, running),
    gpusPerNode: gpu?.count ?? 0,
    gpuModel: gpu?.model ?? null,
    partitions: partitions.map(([partition]) => partition),
    teams: partitions.length > 0 && env ? Object.keys(env.teams) : [],
  };
}

/** `16 nodes with 128 H100-80GB GPUs` */
export function sizeText(
  { nodesText, running, gpusPerNode, gpuModel }: NodeGroupFacts,
  nodes: number | null = running,
): string {
  const text = nodes === running || nodes === null ? nodesText : count(nodes, "node");
  if (gpusPerNode === 0) return text;
  return nodes === null
    ? `${text}, ${gpusPerNode} ${gpuModel} GPUs each`
    : `${text} with ${count(nodes * gpusPerNode, `${gpuModel} GPU`)}`;
}

interface Owner {
  readonly group: ResolvedPool | null;
  readonly env: SiteEnvironment | null;
}

/** The group in config: by its label, else by its name in AWS. */
function groupOf(change: ReviewedChange, { input }: ChangeSet): Owner {
  const labels = [change.before, change.after].map((values) => recordOf(values?.["labels"])["railyard.dev/node-group"]);
  const names = [...labels, nameOf(change)];
  for (const env of [input.before, input.after]) {
    const group = env?.nodeGroups.find(({ name }) => names.includes(name) || names.includes(`${env.name}-${name}`));
    if (env && group) return { group, env };
  }
  return { group: null, env: input.before ?? input.after };
}

function gpuOf(type: string | undefined): InstanceType["gpu"] {
  const known: Readonly<Record<string, InstanceType>> = INSTANCE_TYPES;
  return (type !== undefined && known[type]?.gpu) || null;
}

/** A real plan has the size as AWS tells it; a rehearsal has the one that config asked for. */
function runningNodes(change: ReviewedChange, group: ResolvedPool | null, { input }: ChangeSet): number | null {
  const desired = valueAt(change.before, "scaling_config.0.desired_size") ?? valueAt(change.before, "desired_capacity");
  const inState = typeof desired === "number" ? desired : null;
  if (change.before === null) return 0;
  if (input.asked === "aws" || group === null) return inState;
  switch (group.count.owner) {
    case "terraform":
    case "schedule":
      return inState ?? group.count.initial;
    case "block":
      return group.count.window === "open" ? group.count.max : 0;
    case "autoscaler":
      return group.count.min === group.count.max ? group.count.max : null;
  }
}

function nodesText(change: ReviewedChange, group: ResolvedPool | null, running: number | null): string {
  if (running !== null) return count(running, "node");
  const min = group?.count.min ?? valueAt(change.before, "scaling_config.0.min_size");
  const max = group?.count.max ?? valueAt(change.before, "scaling_config.0.max_size");
  if (typeof min !== "number" || typeof max !== "number") return "its nodes (how many run now is not known here)";
  return `${min} to ${max} nodes (how many run now is not known here)`;
}
