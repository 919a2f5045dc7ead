import { changeWords } from "./change-words";
import { countChanges, kindOf, type Changes, type PlanJson } from "./plan-json";

const SIGNS: Readonly<Record<keyof Changes, string>> = { create: "+", update: "~", replace: "-/+", delete: "-" };

/** Resources that are listed before the rest is only counted. */
const LISTED = 30;

/** What a plan does, as in `2 to create, 1 to delete`; outputs are said where nothing else changes. */
export function planText(plan: PlanJson): string {
  return changeWords(countChanges(plan), "planned").join(", ") || "outputs only";
}

/** One line a resource, those that go or are made anew first. */
export function planLines({ resource_changes: changes = [] }: PlanJson): string[] {
  const order: readonly (keyof Changes)[] = ["delete", "replace", "update", "create"];
  const rows = changes.flatMap(({ address, mode, change }) => {
    const kind = mode === "managed" ? kindOf(change) : null;
    return kind ? [{ kind, text: `${SIGNS[kind].padStart(3)} ${address}` }] : [];
  });
  const lines = rows.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).map(({ text }) => text);
  const rest = lines.length - LISTED;
  return rest > 0 ? [...lines.slice(0, LISTED), `    and ${rest} more`] : lines;
}
