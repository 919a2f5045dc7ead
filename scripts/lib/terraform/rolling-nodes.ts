import { differences } from "./differences";
import { kindOf, type PlanJson, type ResourceChange } from "./plan-json";

/** Attributes of a node group whose change replaces its nodes one after another. */
export const ROLLING =
  /^(?:launch_template\[0\]\.(?:version|id|name)|launch_template|release_version|version|ami_type|instance_types)(?:\[|$)/;

/** Label of a node group of config; the group of controllers has none. */
export const GROUP_LABEL = "railyard.dev/node-group";

/** Node groups of config whose nodes a plan replaces, all at once or one after another, or takes away. */
export function groupsThatGo({ resource_changes: changes = [] }: PlanJson): string[] {
  return changes.filter(takesNodes).flatMap(({ change }) => {
    const labels = (change.before as { labels?: Readonly<Record<string, string>> } | null)?.labels;
    return labels?.[GROUP_LABEL] ?? [];
  });
}

function takesNodes(resource: ResourceChange): boolean {
  const { mode, type, change } = resource;
  if (mode !== "managed" || type !== "aws_eks_node_group") return false;
  const kind = kindOf(change);
  if (kind !== "update") return kind === "delete" || kind === "replace";
  const [difference] = differences({ resource_changes: [resource] });
  return difference!.attributes.some((text) => ROLLING.test(text.split(":")[0]!));
}
