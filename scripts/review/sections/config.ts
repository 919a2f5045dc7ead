import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ConfigChange } from "../model";
import { moneyText } from "./money";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** What a policy means for whoever changes the key. */
const MEANINGS: ReadonlyMap<string | null, string> = new Map([
  ["replaces", "is documented to make resources anew"],
  ["forbidden", "is said to be refused: make a new environment, or move the data first"],
]);

/** Keys whose change should be seen above, and is not: the plan may not have all stacks, or the schema may be wrong. */
export function config({ input, both, changes }: ChangeSet, findings: readonly SectionFinding[]): SectionFinding[] {
  if (input.before && !input.after && changes.length === 0) return [abandoned(input.before)];
  if (!both) return [];
  const covered = findings
    .filter(({ section, severity }) => (section === "lost" || section === "stops") && severity !== "info")
    .flatMap(({ about = [] }) => about);
  return input.config.flatMap((change): SectionFinding[] => {
    const meaning = isOfServers(both, change) ? OF_SERVERS : MEANINGS.get(change.policy);
    if (meaning === undefined || covered.some((key) => touches(key, change.path))) return [];
    const title = `A change of ${change.path} ${meaning}${meaning === OF_SERVERS ? "" : ", and the plan shows nothing of it"}.`;
    const details = [`${change.path}: ${change.before ?? "not set"} → ${change.after ?? "not set"}`, ...noteOf(change)];
    // what nobody may do is not done in passing; what is first set, or taken out, may be what was there by default
    const isOther = change.before !== null && change.after !== null;
    return meaning === OF_SERVERS || (change.policy === "forbidden" && isOther)
      ? [findingOn("config", "danger", configAddress(both.after, "config", change.path), { title, details })]
      : [{ section: "config", severity: "warning", title, details }];
  });
}

const OF_SERVERS = "takes nodes or cards from pods: jobs on them end";

/** Whether it drains a pool of servers that are there already: no resource of a plan is these, so that none shows it. */
function isOfServers({ before, after }: NonNullable<ChangeSet["both"]>, { path, policy }: ConfigChange): boolean {
  const [, name] = /^nodeGroups\.([^.]+)\./.exec(path) ?? [];
  const isThere = ({ nodeGroups }: SiteEnvironment) =>
    nodeGroups.some((pool) => pool.name === name && pool.machines.kind === "existing");
  return policy === "drains" && isThere(before) && isThere(after);
}

/** A file that is gone deletes nothing, so that its bill goes on. */
function abandoned(env: SiteEnvironment): SectionFinding {
  return findingOn("config", "danger", configAddress(env, "bootstrap", "environment"), {
    title: `${env.name} is no longer in config: nothing is destroyed by that, it goes on to cost ${moneyText(env.cost)}, and nobody looks after what runs.`,
    details: [`To end it, bring its file back, run npx railyard destroy ${env.name}, and remove the file then.`],
  });
}

const noteOf = ({ note }: ConfigChange): string[] => (note === undefined ? [] : [note]);

/** One key is in the other. */
function touches(one: string, other: string): boolean {
  const isIn = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  return isIn(one, other) || isIn(other, one);
}
