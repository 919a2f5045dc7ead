import { catalogType } from "../../catalog/catalog";
import type { ReviewedChange } from "../changes/resource-changes";
import { FILE_SYSTEMS, fileSystemGoes } from "./file-systems";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { accessSeverity } from "./stops-access";
import { movedLine, twinOf } from "./twins";
import { capital, resourceText, whyLines } from "./words";

/** The ground that nodes and storage stand on, and the ways that they need. */
export function stoppedByNetwork(changeSet: ChangeSet): SectionFinding[] {
  return changeSet.changes.flatMap((change) => {
    if (change.action !== "delete" && change.action !== "replace") return [];
    const loss = catalogType(change.type)?.loss;
    switch (loss?.kind) {
      case "ground":
        // when all goes, AWS sees to it that the ground goes last
        if (fileSystemGoes(change, changeSet)) return [];
        return [networkFinding(change, changeSet.input.after === null ? "warning" : "danger", loss.why, changeSet)];
      case "rule":
        return changeSet.input.after === null ? [] : closedRule(change, changeSet);
      case "way":
        return twinOf(change, changeSet) ? [] : [networkFinding(change, "warning", loss.why, changeSet)];
      case "access":
        return twinOf(change, changeSet)
          ? []
          : [networkFinding(change, accessSeverity(change, changeSet), loss.why, changeSet)];
      default:
        return [];
    }
  });
}

function networkFinding(
  change: ReviewedChange,
  severity: SectionFinding["severity"],
  why: string,
  changeSet: ChangeSet,
): SectionFinding {
  const how = change.action === "delete" ? "goes" : "is made anew";
  const about = ["network", "cluster.admins", "cluster.auditors", "cluster.viewers"];
  return findingOn("stops", severity, change, {
    title: `${capital(resourceText(change))} ${how}: ${why}.`,
    details: [...whyLines(change), movedLine(change, changeSet)],
    about,
  });
}

/** Ports that running jobs hang on. */
const VITAL_PORTS: readonly (readonly [from: number, to: number, what: string])[] = [
  [988, 988, "Lustre: jobs hang at their next file"],
  [1018, 1023, "Lustre: jobs hang at their next file"],
  [2049, 2049, "EFS: whoever has it mounted hangs at the next file, homes among them"],
  [443, 443, "the Kubernetes API: nodes can no longer reach it"],
  [10250, 10250, "the kubelet: logs, exec and webhooks no longer work"],
  [53, 53, "names: nothing is found any more"],
];

function closedRule(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  if (ownerGoes(change, changeSet)) return [];
  const { before } = change;
  const all = before?.["ip_protocol"] === "-1" || before?.["protocol"] === "-1";
  const [from, to] = [Number(before?.["from_port"] ?? 0), Number(before?.["to_port"] ?? 65535)];
  const vital = all
    ? "all that it let through, EFA among it: jobs that use it hang"
    : VITAL_PORTS.find(([low, high]) => from <= high && to >= low)?.[2];
  if (vital === undefined) return [];
  const isGap = change.action === "replace" || twinOf(change, changeSet) !== null;
  // the rules of a file system that goes; that it goes is told
  const ofFileSystem = FILE_SYSTEMS.flatMap((type) => changeSet.ofType(type)).some(
    ({ stack, action }) => stack === change.stack && (action === "delete" || action === "replace"),
  );
  return [
    findingOn("stops", isGap || ofFileSystem ? "warning" : "danger", change, {
      title: isGap
        ? `A rule that lets traffic through is made anew; for a moment it does not: ${vital}.`
        : `A rule that lets traffic through goes: ${vital}.`,
      details: [ruleText(change), ...whyLines(change)],
      about: ["network", "cluster.endpoint"],
    }),
  ];
}

function ruleText({ before }: ReviewedChange): string {
  const who = ["cidr_ipv4", "cidr_ipv6", "referenced_security_group_id", "prefix_list_id", "source_security_group_id"]
    .map((key) => before?.[key])
    .find((value) => typeof value === "string" && value !== "");
  const text = String(before?.["description"] ?? "");
  return `From or to ${String(who ?? "unknown")}, ports ${String(before?.["from_port"] ?? "all")} to ${String(before?.["to_port"] ?? "all")}${text === "" ? "" : `: ${text}`}.`;
}

/** A group that goes takes its rules along; that is told of the group. */
function ownerGoes({ before }: ReviewedChange, { where }: ChangeSet): boolean {
  return where("aws_security_group", "id", before?.["security_group_id"]).some(({ action }) => action === "delete");
}
