import { CHART_KINDS } from "../../../config/facts/chart-kinds";
import type { Moved, ReviewedChange } from "../changes/resource-changes";
import type { RestGroup } from "../model";
import { fullAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { count } from "./words";

const DONE = { create: "created", update: "changed", replace: "replaced", delete: "deleted" } as const;
const ORDER = ["replace", "delete", "update", "create"] as const;

/** Changes that no finding is about, by type and action; what goes stands before what comes. */
export function restGroups({ changes }: ChangeSet, findings: readonly SectionFinding[]): RestGroup[] {
  const addresses = new Set(findings.map(({ address }) => address));
  const groups = new Map<string, ReviewedChange[]>();
  for (const change of changes) {
    if (addresses.has(fullAddress(change))) continue;
    const key = `${ORDER.indexOf(change.action)} ${change.type}`;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      return first
        ? [{ title: `${first.type}: ${group.length.toLocaleString("en-US")} ${DONE[first.action]}`, changes: group }]
        : [];
    });
}

/** Most addresses that one finding tells. */
const MOST = 10;

/** Charts that do nothing but define kinds, each a release of its own. */
const CRD_CHARTS = Object.entries(CHART_KINDS)
  .filter(([, { defines = [], objects = [] }]) => defines.length > 0 && objects.length === 0)
  .map(([chart]) => chart);

/** A release of custom resource definitions, by its address. */
export const DEFINITIONS = new RegExp(`^helm_release\\.(${CRD_CHARTS.join("|")})_chart_release_`);

function forgotten(stack: string, from: string): SectionFinding {
  const isKinds = DEFINITIONS.test(from);
  if (isKinds) {
    const title = `Terraform forgets ${from}: its definitions stay in the cluster, with every object of their kinds.`;
    return findingOn("rest", "info", `${stack}.${from}`, { title });
  }
  const where = /^(?:helm|kubernetes)_/.test(from) ? "in the cluster" : "in AWS, is billed there";
  return findingOn("rest", "danger", `${stack}.${from}`, {
    title: `Terraform forgets ${from}: it stays ${where}, and nobody looks after it.`,
    details: ["No later plan shows what becomes of it, and destroy leaves it behind."],
  });
}

/** What gets another place in Terraform's books, and what is left out of them. */
export function movedFindings(stack: string, moved: readonly Moved[]): SectionFinding[] {
  const forgottenFindings = moved.flatMap(({ from, to }) => (to === null ? [forgotten(stack, from)] : []));
  const others = moved.filter(({ to }) => to !== null);
  const [still, changed] = [others.filter(({ isChanged }) => !isChanged), others.filter(({ isChanged }) => isChanged)];
  const them = (all: readonly Moved[]) => (all.length === 1 ? "it" : "them");
  return [
    ...forgottenFindings,
    ...renamed(stack, still, `: nothing happens to ${them(still)}`),
    ...renamed(stack, changed, `, and what is told of ${them(changed)} happens beside it`),
  ];
}

function renamed(stack: string, moved: readonly Moved[], what: string): SectionFinding[] {
  if (moved.length === 0) return [];
  const lines = moved.slice(0, MOST).map(({ from, to }) => `${from} → ${to ?? ""}`);
  const more = moved.length - lines.length;
  const title = `${count(moved.length, "resource")} of ${stack} get${moved.length === 1 ? "s" : ""} another address${what}.`;
  return [{ section: "rest", severity: "info", title, details: more > 0 ? [...lines, `… and ${more} more`] : lines }];
}
