/**
 * Values as they are in the plan, by those that a reviewer may see. A mask hides whatever stands under a word that names
 * secrets: what such a part lets do has to be known all the same. Nothing of it is told but words of our own, and names.
 */
const raw = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Remembers the values behind those that are shown. */
export function keepRaw(shown: unknown, values: unknown): void {
  if (typeof shown === "object" && shown !== null && typeof values === "object" && values !== null)
    raw.set(shown, values as Readonly<Record<string, unknown>>);
}

export const rawOf = (shown: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> | null =>
  shown === null ? null : (raw.get(shown) ?? shown);
