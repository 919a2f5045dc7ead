import type { Attributes } from "../../value";
import { textOf } from "../../attribute-values";

/** Text of an argument; null also when it is empty, which the provider takes for left out. */
export function text(object: Attributes | null | undefined, name: string): string | null {
  return textOf(object ?? null, name) || null;
}
