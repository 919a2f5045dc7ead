import type { CloudApi } from "../../../../scripts/rehearsal/cloud/cloud-api";
import type { Refusal, ResourceKind } from "../../../../scripts/rehearsal/cloud/resource-kind";
import type { Attributes } from "../../../../scripts/rehearsal/value";

/** Refusals as one would read them, `code: message`; each must say where it was read. */
export function refusalText(refusals: readonly Refusal[] | undefined): string {
  for (const { source } of refusals ?? []) expect(source).toMatch(/^https:\/\//);
  return (refusals ?? []).map(({ code, message }) => `${code}: ${message}`).join("\n");
}

/** What a row says to an object, or to a changed one; empty when it takes it. */
export function refusalsOf(kind: ResourceKind, cloud: CloudApi, prior: Attributes | null = null) {
  return (object: Attributes) => refusalText(kind.refuse?.(object, cloud, prior));
}
