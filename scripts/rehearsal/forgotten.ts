import type { Cloud } from "./cloud/cloud";
import { KINDS } from "./kinds";
import { idOf } from "./provider/apply";
import type { PlanJson } from "../lib/terraform/plan-json";
import type { Attributes } from "./value";

/** What stands in a cluster goes with it, whoever looks after it. */
const IN_CLUSTER = /^(helm|kubernetes)_/;

/** What an applied plan has forgotten goes on to be there, in no state. @returns that, for a person */
export function leaveForgotten({ resource_changes: changes = [] }: PlanJson, cloud: Cloud): string[] {
  return changes.flatMap(({ address, type, mode, change }) => {
    if (mode !== "managed" || !change.actions.includes("forget")) return [];
    const object = cloud.get(type, idOf(KINDS[type] ?? {}, change.before as Attributes));
    if (!object) return [];
    const [cluster = null] = IN_CLUSTER.test(type) ? cloud.all("aws_eks_cluster") : [];
    cloud.leave(object, cluster);
    return [`${address} is no longer managed, and stays`];
  });
}
