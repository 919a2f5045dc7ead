import { templateOf } from "./node-group-effects";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, changeText, count, listOf, resourceText, valueLines, whyLines } from "./words";

/** Templates of which nothing that runs is made anew. */
export function newTemplates(changeSet: ChangeSet): SectionFinding[] {
  const used = new Set(changeSet.ofType("aws_eks_node_group").map((group) => templateOf(group, changeSet)));
  return changeSet.ofType("aws_launch_template").flatMap((change) => {
    if (change.action !== "update" || used.has(change)) return [];
    const title = `${capital(resourceText(change))} gets a new version: only nodes that are started later have it.`;
    return [
      findingOn("stops", "info", change, {
        title,
        details: valueLines(change.attributes.filter(({ path }) => path !== "latest_version")),
      }),
    ];
  });
}

/** Instances, and other places that run pods. */
export function stoppedMachines({ ofType }: ChangeSet): SectionFinding[] {
  return ofType("aws_instance", "aws_eks_fargate_profile").flatMap((change) => {
    if (change.action !== "delete" && change.action !== "replace") return [];
    const how = change.action === "delete" ? "is terminated" : "is terminated and made anew";
    return [
      findingOn("stops", "danger", change, {
        title: `${capital(resourceText(change))} ${how}, with what runs on it.`,
        details: whyLines(change),
      }),
    ];
  });
}

/** Capacity that is paid for, or kept. */
export function capacityGone({ ofType }: ChangeSet): SectionFinding[] {
  return ofType("aws_ec2_capacity_reservation", "aws_ec2_capacity_block_reservation").flatMap((change) => {
    const fewer = change.attributes.find(
      ({ path, before, after }) =>
        path === "instance_count" &&
        before.kind === "value" &&
        !(after.kind === "value" && Number(after.value) >= Number(before.value)),
    );
    if (change.action === "update" && fewer) {
      const title = `${capital(resourceText(change))} gets smaller: what is given back may not be had again.`;
      return [findingOn("stops", "danger", change, { title, details: [changeText(fewer)] })];
    }
    if (change.action !== "delete" && change.action !== "replace") return [];
    const instances = listOf([change.before?.["instance_count"]]).filter((value) => typeof value === "number");
    const size = instances.length > 0 ? ` of ${count(Number(instances[0]), "instance")}` : "";
    const title = `${capital(resourceText(change))}${size} is given back: it may not be had again, and what runs in it may end.`;
    return [findingOn("stops", "danger", change, { title, details: whyLines(change) })];
  });
}
