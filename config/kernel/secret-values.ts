import type { ConfigPath } from "./issues";
import { isSurelySecretUnder } from "./secret-names";
import { secretIn } from "./secret-text";

/** A place that holds what looks like a secret. The secret itself is never told again. */
export interface SecretPlace {
  readonly path: ConfigPath;
  /** `a GitHub token`, `a password by its key`. */
  readonly kind: string;
}

/** Walks plain values: forms of secrets anywhere, and texts under keys that name a secret. */
export function* secretPlaces(value: unknown, path: ConfigPath): Iterable<SecretPlace> {
  if (typeof value === "string") {
    const kind = secretIn(value) ?? (isNamed(path.at(-1), value) ? "a secret by its key" : undefined);
    if (kind !== undefined) yield { path, kind };
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* secretPlaces(inner, [...path, index]);
  } else if (typeof value === "object" && value !== null) {
    const { name, value: text } = value as { name?: unknown; value?: unknown };
    // an environment variable: { name: "DB_PASSWORD", value: "…" }
    if (typeof name === "string" && typeof text === "string" && !secretIn(text) && isNamed(name, text))
      yield { path: [...path, "value"], kind: "a secret by its name" };
    for (const [key, inner] of Object.entries(value)) yield* secretPlaces(inner, [...path, key]);
  }
}

const isNamed = (key: string | number | undefined, text: string): boolean =>
  typeof key === "string" && isSurelySecretUnder(key, text);
