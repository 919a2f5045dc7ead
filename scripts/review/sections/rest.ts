import { CHART_KINDS } from "../../../config/facts/chart-kinds";
import type { Moved, ReviewedChange } from "../changes/resource-changes";
import type { RestGroup } from "../model";
import { fullAddress, tell, type Scene, type Told } from "./scene";
import { count } from "./words";

const DONE = { create: "created", update: "changed", replace: "replaced", delete: "deleted" } as const;
const ORDER = ["replace", "delete", "update", "create"] as const;

/** Changes that no finding is about, by type and action; what goes stands before what comes. */
export function restGroups({ changes }: Scene, told: readonly Told[]): RestGroup[] {
  const addresses = new Set(told.map(({ address }) => address));
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

function forgotten(stack: string, from: string): Told {
  const isKinds = DEFINITIONS.test(from);
  if (isKinds) {
    const title = `Terraform forgets ${from}: its definitions stay in the cluster, with every object of their kinds.`;
    return tell("rest", "info", `${stack}.${from}`, { title });
  }
  return tell("rest", "danger", `${stack}.${from}`, {
    title: `Terraform forgets ${from}: it stays in AWS, is billed there, and nobody looks after it.`,
    details: ["No later plan shows what becomes of it, and destroy leaves it behind."],
  });
}

/** What stays as it is, but in Terraform's books. */
export function movedTold(stack: string, moved: readonly Moved[]): Told[] {
  const renamed = moved.filter(({ to }) => to !== null);
  const told: Told[] = moved.flatMap(({ from, to }) => (to === null ? [forgotten(stack, from)] : []));
  if (renamed.length === 0) return told;
  const lines = renamed.slice(0, MOST).map(({ from, to }) => `${from} → ${to ?? ""}`);
  const more = renamed.length - lines.length;
  const title = `${count(renamed.length, "resource")} of ${stack} get${renamed.length === 1 ? "s" : ""} another address: nothing happens to ${renamed.length === 1 ? "it" : "them"}.`;
  return [
    ...told,
    { section: "rest", severity: "info", title, details: more > 0 ? [...lines, `… and ${more} more`] : lines },
  ];
}
