/** Names of what is a secret itself: adminPassword, AUTH_TOKEN, smtp_pass. A mask may hide too much. */
const SECRET_NAME =
  /(?:passw(?:or)?ds?|passphrases?|pass_?codes?|passwd|[-_]pwd|(?<!(?:http|max|num)[-_]?)tokens?|secret|credentials?|creds|authtok|htpasswd|dockerconfigjson|(?:api|access|private|secret|auth|signing|encryption|license|routing|integration|munge|jwt|hmac|shared|master|account|storage|host|admin|session|cookie|wandb|datadog|client|ssl|tls)[-_.]?keys?)$/i;

/** `pass` and `pw` end other words too, as bypass: what stands before must end there. */
const SHORT_NAME =
  /(?:^|[-_.])(?:pw|pass|pat|psk)$|(?:[-_.A-Z])(?:PW|PASS|PAT|PSK)$|[a-z\d](?:PW|Pw|Pass|PASS|Pat|PAT|Psk|PSK)$|(?:db|user|admin|root|smtp|ldap|mail|my|pg|redis|bind|storage|keystore|truststore)(?:pw|pass)$/;
const OTHER_WORDS = /(?:by|com|sur|tres|over|under|en)pass$/i;

/** Names of what may be a secret, or a word that says which kind there is: `auth: munge`. */
const LIKELY_NAME =
  /(?:(?:^|[-_.])auth|[a-z]Auth|[A-Z]AUTH|dsn|cookies?|webhook(?:[-_]?url)?|conn(?:ection)?[-_]?str(?:ing)?|(?:^|[-_.])(?:salt|pin|otp|seed))$/i;

/** Names of what names a secret: of a Kubernetes Secret, in most charts. */
const NAME_OF_SECRET = /(?:existing|pull|tls|kubernetes|k8s|mount)[-_]?secret$/i;

/** Filled in from elsewhere, and no default in it. */
const REFERENCE =
  /^\s*(?:\$\{[\w.]+\}|\$\((?!.*(?:echo|printf)).*\)|\$__\w+\{[^}]*\}|\{\{[^}]*\}\}|\$[A-Z_][A-Z0-9_]*|`(?!.*(?:echo|printf)).*`|<[\w -]*>)\s*$/;

const NO_SECRET =
  /^\s*(?:true|false|null|none|required|optional|~|\(secret\)|arn:aws[\w-]*:.*|\/(?:run|var|etc|mnt|opt|proc|fsx)\/[\w./-]*|(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\S+|sk-\S+@openssh\.com) AAAA[^\n]*|-----BEGIN (?:CERTIFICATE|PUBLIC KEY)-----[^]*)?\s*$/i;

/** A word that says which kind there is; a secret has digits, capitals or signs. */
const WORD = /^\s*[a-z]+(?:[/-][a-z]+)*\s*$/;

/** Resources of a type have the same attributes. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 10_000;

/** Whether a name says that its value is a secret. */
export function namesSecret(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = isSecretName(name);
  if (known.size < MOST_KNOWN) known.set(name, isSecret);
  return isSecret;
}

function isSecretName(name: string): boolean {
  if (NAME_OF_SECRET.test(name) || OTHER_WORDS.test(name)) return false;
  return SECRET_NAME.test(name) || SHORT_NAME.test(name);
}

/** Whether a name says that its value may be a secret: one word is none. */
export const mayNameSecret = (name: string): boolean => LIKELY_NAME.test(name);

/** Whether a name says that its value is a password, so that even a number is one. */
export function namesPassword(name: string): boolean {
  return /pass(?:word|wd|phrase|code)s?$/i.test(name) || (SHORT_NAME.test(name) && namesSecret(name));
}

/** Whether a text can be told though its name says that it is a secret. */
export function canBeShown(text: string): boolean {
  return NO_SECRET.test(text) || REFERENCE.test(text);
}

/** How many of a thing there are, as `tokens: "2T"` of a training. */
const COUNTED = /tokens$/i;
const COUNT = /^\s*-?\d{1,6}(?:\.\d{1,6})?(?:e\d{1,2})?[KMBGTP]?\s*$/i;
const isCount = (name: string, text: string): boolean => COUNTED.test(name) && COUNT.test(text);

/** Whether a text under a name is one, by what the name says. */
export function isSecretUnder(name: string, text: string): boolean {
  if (canBeShown(text) || isCount(name, text)) return false;
  return namesSecret(name) || (mayNameSecret(name) && !WORD.test(text));
}

/** Under these names charts want the name of a Secret, too. */
const SECRET_OR_ITS_NAME = /(?<!client[-_]?)(?:secret|credentials?|creds|pat|pass|psk)$/i;
const OBJECT_NAME = /^\s*[a-z\d](?:[a-z\d.-]*[a-z\d])?\s*$/;
/** `$…` and `{{…`, whatever follows: a mask hides what may be a default in it, a rule does not refuse it. */
const FILLED_IN = /^\s*(?:\$|\{\{)/;

/** Whether a text under a name is one with certainty, so that a rule may refuse it. */
export function isSurelySecretUnder(name: string, text: string): boolean {
  if (canBeShown(text) || FILLED_IN.test(text) || isCount(name, text)) return false;
  if (namesSecret(name)) return !(SECRET_OR_ITS_NAME.test(name) && OBJECT_NAME.test(text));
  return mayNameSecret(name) && text.trim().length >= 12 && /\d/.test(text) && /[A-Z]/.test(text);
}
