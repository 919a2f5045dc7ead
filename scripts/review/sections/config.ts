import type { ResolvedEnvironment } from "../../../config/resolve";
import type { ConfigChange } from "../model";
import { moneyText } from "./money";
import type { Scene, Told } from "./scene";

/** What a policy means for whoever changes the key. */
const MEANINGS: Readonly<Record<string, string>> = {
  replaces: "is said to make things anew",
  forbidden: "is said to be refused: make a new environment, or move the data first",
};

/** Keys whose change should be seen above, and is not: the plan may not have all stacks, or the schema may be wrong. */
export function config({ input, both, changes }: Scene, told: readonly Told[]): Told[] {
  if (input.before && !input.after && changes.length === 0) return [abandoned(input.before)];
  if (!both) return [];
  const covered = told
    .filter(({ section, severity }) => (section === "lost" || section === "stops") && severity !== "info")
    .flatMap(({ about = [] }) => about);
  return input.config.flatMap((change): Told[] => {
    const meaning = change.policy === null ? undefined : MEANINGS[change.policy];
    if (meaning === undefined || covered.some((key) => touches(key, change.path))) return [];
    return [
      {
        section: "config",
        severity: "warning",
        title: `A change of ${change.path} ${meaning}, and the plan shows nothing of it.`,
        details: [`${change.path}: ${change.before ?? "not set"} → ${change.after ?? "not set"}`, ...noteOf(change)],
      },
    ];
  });
}

/** A file that is gone deletes nothing. */
function abandoned({ name, cost }: ResolvedEnvironment): Told {
  return {
    section: "config",
    severity: "warning",
    title: `${name} is no longer in config: nothing is destroyed by that, and nobody looks after what runs.`,
    details: [
      `It goes on to cost ${moneyText(cost)}.`,
      "To end it, destroy its stacks as of the commit before, those that others stand on last.",
    ],
  };
}

const noteOf = ({ note }: ConfigChange): string[] => (note === undefined ? [] : [note]);

/** One key is in the other. */
function touches(one: string, other: string): boolean {
  const isIn = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  return isIn(one, other) || isIn(other, one);
}
