import { GUARD } from "../../../constructs/core/data-guard";
import { catalogType } from "../../catalog/catalog";
import type { ReviewedChange } from "../changes/resource-changes";
import { fileSystemGoes } from "./file-systems";
import { findingOn, fullAddress, type ChangeSet, type SectionFinding } from "./change-set";
import { twinOf } from "./twins";
import { capital, resourceText, whyLines } from "./words";

/** A value in a state, which is nothing outside of it; the list of what a stack protects is more. */
const isValue = ({ type, address }: ReviewedChange): boolean =>
  type === GUARD.type && !address.startsWith(`${GUARD.type}.${GUARD.name}`);

/** Data, jobs and ground are told by their sections, and of a setting or a rule nothing else goes. */
function isReportedByType({ type }: ReviewedChange): boolean {
  const kind = catalogType(type)?.loss.kind ?? "unknown";
  return kind !== "unknown" && kind !== "way" && kind !== "access";
}

/** What goes and is on no list: nobody here knows what goes with it, so somebody has to say that it is meant. */
export function unlisted(changeSet: ChangeSet, findings: readonly SectionFinding[]): SectionFinding[] {
  const known = new Set(findings.flatMap(({ severity, address }) => (severity === "info" ? [] : (address ?? []))));
  return changeSet.changes.flatMap((change) => {
    const { action } = change;
    if (action !== "delete" && action !== "replace") return [];
    if (isReportedByType(change) || isValue(change) || known.has(fullAddress(change))) return [];
    if (twinOf(change, changeSet) || fileSystemGoes(change, changeSet)) return [];
    const how = action === "delete" ? "is destroyed" : "is destroyed and made anew";
    return [
      findingOn("lost", "danger", change, {
        title: `${capital(resourceText(change))} ${how}: what goes with a resource of this type is not known here.`,
        details: whyLines(change),
      }),
    ];
  });
}
