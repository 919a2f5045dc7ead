import { replacedBy } from "../catalog/catalog";
import type { KindRow, ResourceKind } from "./cloud/resource-kind";

/** Rows by type, each with the arguments that replace it, which the catalogue of types says. */
export function knownKinds(rows: Readonly<Record<string, KindRow>>): Readonly<Record<string, ResourceKind>> {
  return Object.fromEntries(Object.entries(rows).map(([type, row]) => [type, { ...row, forcesNew: replacedBy(type) }]));
}
