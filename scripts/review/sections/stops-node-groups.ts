import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { drainLine, replacementTime, rollingLines, saferOrder, whoseLines } from "./drain-order";
import { nodeGroupFacts, sizeText, type NodeGroupFacts } from "./node-group-facts";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { movedLine } from "./twins";
import { capacityLines, labelEffect, rollingCauses, taintEffect, type Effect } from "./node-group-effects";
import { capital, changeText, count, resourceText, valueAt, whyLines } from "./words";

/** Node groups that go, are made anew, roll, shrink, grow, or change under their jobs. */
export function stoppedNodeGroups(changeSet: ChangeSet): SectionFinding[] {
  return changeSet.ofType("aws_eks_node_group", "aws_autoscaling_group").flatMap((change) => {
    const facts = nodeGroupFacts(change, changeSet);
    switch (change.action) {
      case "create":
        return [made(change, facts)];
      case "delete":
      case "replace":
        return [gone(change, facts, changeSet)];
      case "update":
        return [
          ...rolled(change, facts, changeSet),
          ...resized(change, facts, changeSet),
          ...relabeled(change, facts, changeSet),
        ];
    }
  });
}

const about = ({ name, isSystem }: NodeGroupFacts): string[] =>
  isSystem ? ["cluster.systemNodes", "cluster.version"] : [`nodeGroups.${name}`, "network"];

/** Nothing stops where nothing runs for sure. */
const severity = ({ running, isSystem }: NodeGroupFacts) => (running === 0 || isSystem ? "warning" : "danger");

function made(change: ReviewedChange, facts: NodeGroupFacts): SectionFinding {
  const size = valueAt(change.after, "scaling_config.0.max_size");
  const nodes = facts.group?.count.max ?? (typeof size === "number" ? size : null);
  const title = `${capital(name(change, facts))} is made: ${sizeText({ ...facts, nodesText: "its nodes" }, nodes)} at most.`;
  return findingOn("stops", "info", change, { title, about: about(facts) });
}

const name = (change: ReviewedChange, { name, isSystem }: NodeGroupFacts): string =>
  change.type === "aws_eks_node_group" ? `node group ${name}${isSystem ? " (system)" : ""}` : resourceText(change);

function gone(change: ReviewedChange, facts: NodeGroupFacts, changeSet: ChangeSet): SectionFinding {
  const isReplaced = change.action === "replace";
  const what = isReplaced ? "is replaced" : "is deleted";
  const nobody =
    facts.running === 0
      ? " No node runs now."
      : ` ${capital(sizeText(facts))} go at once, with ${facts.isSystem ? "what runs on them" : "every job on them"}.`;
  const order = change.createBeforeDestroy ? ["The new group is made before the old one goes."] : [];
  return findingOn("stops", facts.isSystem && facts.running !== 0 ? "danger" : severity(facts), change, {
    title: `${capital(name(change, facts))} ${what}.${nobody}`,
    details: [
      ...whyLines(change),
      movedLine(change, changeSet),
      ...capacityLines(facts, changeSet),
      ...whoseLines(facts, changeSet),
      drainLine(facts, changeSet),
      replacementTime(change),
      ...order,
    ],
    safer: facts.running === 0 ? [] : saferOrder(facts, changeSet),
    about: about(facts),
  });
}

function rolled(change: ReviewedChange, facts: NodeGroupFacts, changeSet: ChangeSet): SectionFinding[] {
  const causes = rollingCauses(change, changeSet);
  if (causes.length === 0) return [];
  const nobody =
    facts.running === 0
      ? "no node runs now"
      : `${sizeText(facts)} ${facts.running === 1 ? "is" : "are"} drained and made anew`;
  return [
    findingOn("stops", severity(facts), change, {
      title: `${capital(name(change, facts))} rolls: ${nobody}.`,
      details: [
        ...causes,
        ...capacityLines(facts, changeSet),
        ...whoseLines(facts, changeSet),
        drainLine(facts, changeSet),
        ...(facts.running === 0 ? [] : rollingLines(change, facts)),
      ],
      safer: facts.running === 0 ? [] : saferOrder(facts, changeSet),
      about: about(facts),
    }),
  ];
}

function resized(change: ReviewedChange, facts: NodeGroupFacts, changeSet: ChangeSet): SectionFinding[] {
  const sizes = change.attributes.filter(({ path }) =>
    /(?:^|\.)(?:desired_size|min_size|max_size|desired_capacity)$/.test(path),
  );
  if (sizes.length === 0) return [];
  const details = sizes.map(changeText);
  const fewer = fewerNodes(change, facts);
  if (fewer === 0) {
    const title = `${capital(name(change, facts))} ${growth(sizes, facts)}.`;
    return [findingOn("stops", "info", change, { title, details, about: about(facts) })];
  }
  const text = fewer === null ? "nodes beyond the new size end, if so many run" : `${sizeText(facts, fewer)} end`;
  return [
    findingOn("stops", facts.isSystem ? "warning" : "danger", change, {
      title: `${capital(name(change, facts))} shrinks: ${text}.`,
      details: [
        ...details,
        "Auto Scaling chooses which nodes end, busy or not: it does not ask Slurm.",
        ...whoseLines(facts, changeSet),
      ],
      safer: saferOrder(facts, changeSet),
      about: about(facts),
    }),
  ];
}

const SIZE_PATHS = {
  desired: ["scaling_config.0.desired_size", "desired_capacity"],
  max: ["scaling_config.0.max_size", "max_size"],
} as const;

/** Nodes that end for sure; null: some may, and how many is not known. */
function fewerNodes(change: ReviewedChange, { running, group }: NodeGroupFacts): number | null {
  const size = (side: "before" | "after", kind: "desired" | "max") =>
    SIZE_PATHS[kind].map((path) => valueAt(change[side], path)).find((value) => typeof value === "number");
  const changes = (kind: "desired" | "max") => size("before", kind) !== size("after", kind);
  const [desired, max] = [size("after", "desired"), size("after", "max")];
  const isTerraforms = group === null || group.count.owner === "terraform";
  if (changes("desired") && desired === undefined) return null;
  const was = changes("desired") ? (size("before", "desired") ?? running) : running;
  // left to an autoscaler, the size in the state is no more than a memory of its own
  const next = Math.min(changes("desired") || isTerraforms ? (desired ?? Infinity) : Infinity, max ?? Infinity);
  if (was !== null) return Math.max(0, was - Math.min(next, was));
  return (size("after", "max") ?? Infinity) < (size("before", "max") ?? 0) ? null : 0;
}

function growth(sizes: readonly AttributeChange[], facts: NodeGroupFacts): string {
  const more = ({ before, after }: AttributeChange) =>
    before.kind === "value" && after.kind === "value" ? Number(after.value) - Number(before.value) : 0;
  const desired = sizes.find(({ path }) => /desired/.test(path));
  const nodes = desired ? more(desired) : 0;
  if (nodes > 0)
    return `grows by ${sizeText({ ...facts, nodesText: count(nodes, "node") }, nodes)}: nothing that runs is touched`;
  return sizes.some((size) => more(size) > 0)
    ? "may grow: nothing that runs is touched"
    : "gets other limits: no node ends by that";
}

/** Labels, taints and repair act on nodes that run. */
function relabeled(change: ReviewedChange, facts: NodeGroupFacts, changeSet: ChangeSet): SectionFinding[] {
  const effects = [labelEffect(change), taintEffect(change), repairEffect(change)].filter(
    (effect): effect is Effect => effect !== null,
  );
  return effects.map(({ severity: worst, title, details }) => {
    const stops = worst === "danger" && facts.running !== 0;
    return findingOn("stops", worst === "danger" && !stops ? "warning" : worst, change, {
      title: `${capital(name(change, facts))}: ${title}.`,
      details: [...details, ...(stops ? [`${capital(sizeText(facts))}.`, ...whoseLines(facts, changeSet)] : [])],
      safer: stops ? saferOrder(facts, changeSet) : [],
      about: about(facts),
    });
  });
}

function repairEffect({ attributes }: ReviewedChange): Effect | null {
  const found = attributes.find(
    ({ path, after }) => path === "node_repair_config[0].enabled" && after.kind === "value" && after.value === true,
  );
  if (!found) return null;
  const title = "EKS repairs nodes by itself from then on, and may reboot them in the middle of a job";
  return { severity: "warning", title, details: [changeText(found)] };
}
