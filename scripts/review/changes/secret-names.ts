/** Names of what is a secret itself: adminPassword, AUTH_TOKEN, api-key. Wider than the rules: a mask may hide too much. */
const SECRET_NAME =
  /(passw(?:or)?ds?|passphrases?|pass_?code|[-_]pwd|(?<!(?:http|max|num)[-_]?)tokens?|secret|credentials?|(?:api|access|private|secret|auth|signing|encryption|license|routing|integration)[-_.]?keys?)$/i;

/** Names of what names a secret: of a Kubernetes Secret, in most charts. */
const NAME_OF_SECRET = /(?:existing|pull|tls|kubernetes|k8s|mount)[-_]?secret$/i;

/** Filled in from elsewhere, and no default in it. */
const REFERENCE =
  /^\s*(?:\$\{[\w.]+\}|\$\((?!.*(?:echo|printf)).*\)|\$__\w+\{[^}]*\}|\{\{[^}]*\}\}|\$[A-Z_][A-Z0-9_]*|`(?!.*(?:echo|printf)).*`|<[\w -]*>)\s*$/;

const NO_SECRET =
  /^\s*(?:true|false|null|none|required|optional|~|\(secret\)|arn:aws[\w-]*:.*|\/(?:run|var|etc|mnt|opt|proc|fsx)\/[\w./-]*)?\s*$/i;

/** Resources of a type have the same attributes. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 10_000;

/** Whether a name says that its value is a secret. */
export function namesSecret(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = SECRET_NAME.test(name) && !NAME_OF_SECRET.test(name);
  if (known.size < MOST_KNOWN) known.set(name, isSecret);
  return isSecret;
}

/** Whether a name says that its value is a password, so that even a number is one. */
export function namesPassword(name: string): boolean {
  return /pass(?:word|wd|phrase|code)s?$/i.test(name);
}

/** Whether a text can be told though its name says that it is a secret. */
export function canBeTold(text: string): boolean {
  return NO_SECRET.test(text) || REFERENCE.test(text);
}
