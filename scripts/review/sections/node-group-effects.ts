import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { ResolvedCapacity } from "../../../config/sites/aws-eks/capacity/resolve";
import { ROLLING } from "../../lib/terraform/rolling-nodes";
import type { ReviewedChange } from "../changes/resource-changes";
import type { Finding } from "../model";
import type { NodeGroupFacts } from "./node-group-facts";
import type { ChangeSet } from "./change-set";
import { changeText, listOf, recordOf, valueAt } from "./words";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

/** What a change does to nodes that run, beside replacing them. */
export interface Effect {
  readonly severity: Finding["severity"];
  readonly title: string;
  readonly details: readonly string[];
}

/** Why the nodes of a group are replaced one after another; none when they are not. */
export function rollingCauses(change: ReviewedChange, changeSet: ChangeSet): string[] {
  const causes = change.attributes.filter(({ path }) => ROLLING.test(path));
  if (causes.length === 0) return [];
  const isTemplate = causes.some(({ path }) => path.startsWith("launch_template"));
  return [...causes.map(changeText), ...(isTemplate ? templateLines(change, changeSet) : [])];
}

/** What differs in the launch template. */
function templateLines(change: ReviewedChange, changeSet: ChangeSet): string[] {
  const template = templateOf(change, changeSet);
  if (!template) return [];
  const changed = template.attributes.filter(({ path }) => path !== "latest_version");
  const onlyTags = changed.every(({ path }) => path.startsWith("tag_specifications"));
  return [
    ...changed.map((one) => `In its launch template: ${changeText(one)}`),
    ...(onlyTags ? ["Only tags change: the new version of the template replaces the nodes all the same."] : []),
  ];
}

/** The template of a node group, when it changes too. */
export function templateOf(change: ReviewedChange, { where }: ChangeSet): ReviewedChange | undefined {
  const [id, name] = ["id", "name"].map((key) => valueAt(change.before, `launch_template.0.${key}`));
  const near = [...where("aws_launch_template", "id", id), ...where("aws_launch_template", "name", name)];
  return near.find(({ stack }) => stack === change.stack);
}

/** Another reservation or block, as config says it. */
export function capacityLines({ name }: NodeGroupFacts, { both }: ChangeSet): string[] {
  const [was, now] = [both?.before, both?.after].map(
    (env) => ec2Groups(awsOf(env) ?? { nodeGroups: [] }).find((group) => group.name === name)?.machines.capacity,
  );
  if (!was || !now || capacityText(was) === capacityText(now)) return [];
  return [`Capacity: ${capacityText(was)} → ${capacityText(now)}. What runs in the old one ends with it.`];
}

function capacityText(capacity: ResolvedCapacity): string {
  switch (capacity.kind) {
    case "reservation":
      return `reservation ${capacity.target}`;
    case "capacity-block":
      return `Capacity Block ${capacity.id} (until ${capacity.end})`;
    default:
      return capacity.kind;
  }
}

/** Labels by which jobs or devices are placed. */
const PLACING = /^(?:railyard\.dev\/|nvidia\.com\/(?:mig\.config|device-plugin\.config)$)/;

/** What a change of labels does to a node group; null where there is none. */
export function labelEffect({ attributes }: ReviewedChange): Effect | null {
  const labels = attributes.filter(({ path }) => path === "labels" || /^labels[.[]/.test(path));
  if (labels.length === 0) return null;
  const key = (path: string) => path.replace(/^labels\.?/, "").replace(/^\["(.*)"\]$/, "$1");
  // a label that comes drives nobody away, but for those that say how a GPU is cut
  const placing = labels.filter(
    ({ path, before }) =>
      path === "labels" ||
      (PLACING.test(key(path)) && (before.kind !== "absent" || key(path).startsWith("nvidia.com/"))),
  );
  const gone = labels.filter(({ before }) => before.kind !== "absent");
  const details = labels.map(changeText);
  if (placing.some(({ path }) => key(path).startsWith("nvidia.com/")))
    return {
      severity: "danger",
      title: "its GPUs are cut or shared in another way, for which their pods have to go",
      details,
    };
  if (placing.length > 0)
    return {
      severity: "danger",
      title: "labels change by which pods are placed: slurmd pods leave nodes that no longer match",
      details,
    };
  if (gone.length > 0)
    return {
      severity: "warning",
      title: "labels change: pods that ask for the old ones find no node any more",
      details,
    };
  return { severity: "info", title: "labels come", details };
}

/** What a change of taints does to a node group; null where there is none. */
export function taintEffect({ attributes, before, after }: ReviewedChange): Effect | null {
  const found = attributes.filter(({ path }) => path === "taint" || path.startsWith("taint["));
  if (found.length === 0) return null;
  const taints = (values: ReviewedChange["before"]) =>
    listOf(values?.["taint"])
      .map(recordOf)
      .map(({ key, value, effect }) => `${String(key)}=${String(value ?? "")}:${String(effect)}`);
  const known = taints(before);
  const come = taints(after).filter((taint) => !known.includes(taint));
  const details = found.flatMap((one) => (one.lines ? [...one.lines] : [changeText(one)]));
  if (come.some((taint) => taint.endsWith(":NO_EXECUTE")) || found.some(({ after: shown }) => shown.kind === "unknown"))
    return { severity: "danger", title: "a taint evicts pods that do not tolerate it, at once", details };
  if (come.length > 0)
    return {
      severity: "warning",
      title: "a taint keeps new pods away that do not tolerate it; those that run stay",
      details,
    };
  return { severity: "info", title: "taints go: more pods may run there", details };
}
