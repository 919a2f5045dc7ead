import type { Found } from "./place";
import {
  groupNames,
  scaledGroups,
  writtenValues,
  type IsWritten,
  type PlanFile,
  type PlannedResource,
} from "./planned";

/** What nobody needs to read of a plan. */
export type IsNoise = (resource: PlannedResource, found: Found) => boolean;

/** Tags that controllers look for: without them they find no subnet and no group. */
const TECHNICAL_TAG = /^(?:[\w.-]+\.)?(?:kubernetes\.io|k8s\.io|k8s\.aws|karpenter\.sh|aws\.amazon\.com)\//;

/** Results that say that something new is made: nodes come from the latest version of a template. */
const MEANINGFUL_RESULTS: Readonly<Record<string, readonly string[]>> = { aws_launch_template: ["latest_version"] };

const SIZES: Readonly<Record<string, string>> = {
  aws_eks_node_group: "desired_size",
  aws_autoscaling_group: "desired_capacity",
};

/** Tells whether a change says nothing: common tags, results of other changes, sizes that something scales. */
export function noiseOf(plan: PlanFile): IsNoise {
  const isWritten = writtenValues(plan);
  const scaled = scaledGroups(plan);
  return (resource, found) =>
    isTag(found) ||
    isResult(resource, found, isWritten) ||
    (isGrownSize(resource, found) && groupNames(resource).some((name) => scaled.has(name)));
}

function isTag({ steps: [attribute, key] }: Found): boolean {
  // tags_all is tags and the provider's own ones
  if (attribute === "tags_all") return true;
  return attribute === "tags" && !(typeof key === "string" && TECHNICAL_TAG.test(key));
}

/** Becomes unknown since something else of the resource changes, or since the provider always says so. */
function isResult(
  { type, address }: PlannedResource,
  { change, steps, type: node }: Found,
  isWritten: IsWritten,
): boolean {
  const [attribute] = steps;
  if (typeof attribute !== "string" || MEANINGFUL_RESULTS[type]?.includes(attribute)) return false;
  if (node?.isComputed) return true;
  if (change.after.kind !== "unknown") return false;
  // the schema takes it for an argument
  if (attribute === "id" && steps.length === 1) return true;
  // an argument that config leaves to the provider; where config is not known, it is told
  return node?.canBeComputed !== false && isWritten(address, steps) === false;
}

/** Terraform would set a size that is no longer so; a smaller one ends nodes, whoever chose the other. */
function isGrownSize({ type }: PlannedResource, { change, steps }: Found): boolean {
  const { before, after } = change;
  if (steps.at(-1) !== SIZES[type] || before.kind !== "value" || after.kind !== "value") return false;
  return Number(after.value) >= Number(before.value);
}
