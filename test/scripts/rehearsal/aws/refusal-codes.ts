import type { CloudApi } from "../../../../scripts/rehearsal/cloud/cloud-api";
import type { Refusal, ResourceKind } from "../../../../scripts/rehearsal/cloud/resource-kind";
import type { Attributes } from "../../../../scripts/rehearsal/value";
import { fakeCloud } from "./fake-cloud";

/** What a row refuses of an object; each refusal must have a document. */
export function refusals(kind: ResourceKind, object: Attributes, api: CloudApi = fakeCloud()): readonly Refusal[] {
  const found = kind.refuse?.(object, api, null) ?? [];
  for (const { source } of found) expect(source).toMatch(/^https:\/\//);
  return found;
}

/** Codes of all that a row refuses of an object. */
export function codes(kind: ResourceKind, object: Attributes, api: CloudApi = fakeCloud()): string[] {
  return refusals(kind, object, api).map(({ code }) => code);
}

/** Messages of all that a row refuses of an object. */
export function messages(kind: ResourceKind, object: Attributes, api: CloudApi = fakeCloud()): string[] {
  return refusals(kind, object, api).map(({ message }) => message);
}
