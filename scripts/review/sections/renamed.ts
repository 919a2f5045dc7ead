import { statefulType } from "../../catalog/catalog";
import type { ChangeSet, SectionFinding } from "./change-set";
import { twinOf } from "./twins";
import { count } from "./words";

/** Most addresses that one finding tells. */
const MOST = 10;

/**
 * What only gets another place in the code. Terraform takes it for two resources, one that goes and one that comes, and does
 * both at the same time.
 */
export function renamed(changeSet: ChangeSet): SectionFinding[] {
  const byStack = new Map<string, string[]>();
  for (const change of changeSet.changes) {
    // what holds data or runs jobs is told for itself
    const twin = statefulType(change.type) ? null : twinOf(change, changeSet);
    if (!twin) continue;
    const lines = byStack.get(change.stack) ?? [];
    byStack.set(change.stack, [...lines, `${change.address} → ${twin.address}`]);
  }
  return [...byStack].map(([stack, lines]): SectionFinding => {
    const more = lines.length - MOST;
    const title = `${count(lines.length, "resource")} of ${stack} ${lines.length === 1 ? "is" : "are"} deleted and made again just as before, at the same time.`;
    return {
      section: "stops",
      severity: "warning",
      title,
      details: [
        "AWS may refuse what is there already, and what is new may go with the old: a rule, a policy or a setting is then missing until the next apply.",
        "If only its place in the code has moved, say so with moveFromId, and look at the next plan.",
        ...lines.slice(0, MOST),
        ...(more > 0 ? [`… and ${more} more`] : []),
      ],
    };
  });
}
