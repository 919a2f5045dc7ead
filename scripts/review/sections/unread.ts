import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { isKnownType, isRead } from "./read-attributes";
import { fullAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, listOf, resourceText, valueLines } from "./words";

/**
 * What is made or changed and is read by no section: nobody here knows what that does, so somebody has to say that it is
 * meant. What goes is told by `unlisted`.
 */
export function unread(changeSet: ChangeSet, findings: readonly SectionFinding[]): SectionFinding[] {
  const grave = new Map<string, string>();
  for (const { severity, address, details } of findings)
    if (severity === "danger" && address !== undefined)
      grave.set(address, `${grave.get(address) ?? ""}\n${details.join("\n")}`);
  return changeSet.changes.flatMap((change) => {
    const known = grave.get(fullAddress(change));
    if (change.action === "create") return isKnownType(change.type) || known !== undefined ? [] : [strange(change)];
    if (change.action !== "update") return [];
    const open = change.attributes.filter(
      (one) => !isRead(change.type, one.path, grows(one)) && !known?.includes(`${one.path}: `),
    );
    return open.length === 0 ? [] : [unknown(change, open)];
  });
}

function strange(change: ReviewedChange): SectionFinding {
  return findingOn("rest", "danger", change, {
    title: `${capital(resourceText(change))} is made: no stack of Railyard has one of type ${change.type}, and what it does is not known here.`,
  });
}

function unknown(change: ReviewedChange, open: readonly AttributeChange[]): SectionFinding {
  const what = isKnownType(change.type) ? "what that does is not known here" : "no stack of Railyard has one";
  return findingOn("rest", "danger", change, {
    title: `${capital(resourceText(change))} changes, and ${what}: ${[...new Set(open.map(({ path }) => nameOf(path)))].join(", ")}.`,
    details: valueLines(open),
  });
}

const nameOf = (path: string): string => path.split(/[.[ ]/)[0] ?? path;

/** What was not there comes, or a list keeps all that it had. */
function grows({ before, after, lines }: AttributeChange): boolean {
  if (after.kind !== "value") return false;
  if (before.kind === "absent") return true;
  if (lines && lines.length > 0) return lines.every((line) => !line.startsWith("-"));
  const [was, is] = [before, after].map((shown) => (shown.kind === "value" ? shown.value : undefined));
  return Array.isArray(was) && Array.isArray(is) && was.every((one) => listOf(is).includes(one));
}
