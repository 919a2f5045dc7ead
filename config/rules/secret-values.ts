import type { ConfigPath } from "../issues";

/** A place that holds what looks like a secret. The secret itself is never told again. */
export interface SecretPlace {
  readonly path: ConfigPath;
  /** `a GitHub token`, `a password by its key`. */
  readonly kind: string;
}

/** Secrets that are known by their form. */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  ["an AWS access key", /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a private key", /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/],
  ["a GitHub token", /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22,})/],
  ["a GitLab token", /\bglpat-[A-Za-z0-9_-]{20,}/],
  ["a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ["a Hugging Face token", /\bhf_[A-Za-z0-9]{30,}/],
  ["an NVIDIA key", /\bnvapi-[A-Za-z0-9_-]{30,}/],
  ["a JSON web token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./],
  ["a password in a URL", /\b[a-z][a-z0-9+]*:\/\/[^\s:/@]+:[^\s:/@$]+@/],
];

/** Keys whose value is the secret itself, in any spelling: adminPassword, auth_token, api-key. */
const SECRET_KEY = /(password|passwd|passphrase|token|api[-_]?key|private[-_]?key|access[-_]?key|client[-_]?secret)$/i;

/** `${…}`, `{{ … }}`, `$(…)`, `$__env{…}`: filled in from elsewhere. */
const REFERENCE = /^\s*(\$|\{\{)/;

/** What looks like a secret in a text, by its form alone. */
const secretForm = (text: string): string | undefined => FORMS.find(([, form]) => form.test(text))?.[0];

/** Walks plain values: forms of secrets anywhere, and texts under keys that name a secret. */
export function* secretPlaces(value: unknown, path: ConfigPath): Iterable<SecretPlace> {
  if (typeof value === "string") {
    const kind = secretForm(value) ?? (isNamed(path.at(-1), value) ? "a secret by its key" : undefined);
    if (kind !== undefined) yield { path, kind };
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* secretPlaces(inner, [...path, index]);
  } else if (typeof value === "object" && value !== null) {
    const { name, value: text } = value as { name?: unknown; value?: unknown };
    // an environment variable: { name: "DB_PASSWORD", value: "…" }
    if (typeof name === "string" && typeof text === "string" && !secretForm(text) && isNamed(name, text))
      yield { path: [...path, "value"], kind: "a secret by its name" };
    for (const [key, inner] of Object.entries(value)) yield* secretPlaces(inner, [...path, key]);
  }
}

const isNamed = (key: string | number | undefined, text: string): boolean =>
  typeof key === "string" && SECRET_KEY.test(key) && text.trim() !== "" && !REFERENCE.test(text);
