import { SECRET_PREFIXES } from "../facts/secret-prefixes";
import { LIKELY_FORMS, SCRIPT_FORMS, secretForm, type SecretForm } from "./secret-forms";
import { canBeShown, isSecretUnder, isSurelySecretUnder, namesSecret } from "./secret-names";
import { looksRandom } from "./secret-random";

/** What stands in place of a secret. */
export const MASK = "(secret)";

/** Any text with a secret in it that is told by its form or name matches one of these, most others match none. */
const SUSPICIOUS =
  /A[KSB]IA|ACCA|-----BEGIN|Private-Lines|gh[pousr]_|github_pat_|xox|eyJ|:\/\/[^/]*@|pass|pw|secret|token|key\\*["']?[ \t]*:?[:=]|api-?key|credential|creds|auth|bearer|login|curl|redis|mysql|ldap|openssl|hooks\.|webhook|X-(?:Amz|Goog)-|[?&]sig=|psk|\bpat\b|_pat|cookie|dsn|salt|\bpin\b|otp|seed|conn|identified by|\$(?:apr1|[1256y7]|2[abxy]|gy|argon|scrypt)|\{S?(?:SHA|MD5)|\{(?:CRYPT|PBKDF)|geniekey/i;

/** The beginnings of tokens, in their case. */
const PREFIXED = new RegExp(
  `(?:${SECRET_PREFIXES.flatMap(({ prefixes }) => prefixes)
    .map((text) => text.replace(/[.+]/g, "\\$&"))
    .join("|")})`,
);

const FORMS: readonly RegExp[] = [...SCRIPT_FORMS, ...LIKELY_FORMS].map(global);

function global({ form }: SecretForm): RegExp {
  return new RegExp(form.source, `${form.flags}g`);
}

/** `password=…`, `"token": "…"`, also inside of JSON in a string. The name may begin before the match. */
const ASSIGNED =
  /(passw(?:or)?d|passphrase|pass_?code|pass|pw|pwd|secret|token|authtok|auth|credentials?|creds|pat|psk|dsn|cookie|salt|pin|otp|seed|webhook(?:[-_]?url)?|conn(?:ection)?[-_]?str(?:ing)?|[a-z]{2,12}[-_.]?key)(s?\\*["']?[ \t]*(?::=|=>|[:=])[ \t]*)(\\*"[^"\n]*"|\\*'[^'\n]*'|\(secret\)|\{\{[^}\n]*\}\}|\$\([^)\n]*\)|\$\{[^}\n]*\}[^\s"',;&|)}\]]*|`[^`\n]*`|(?:ssh-|ecdsa-)[^\s"']* AAAA[^\s"',]*|[^\s"',;&|)}\]]+)/gi;

/** `--password hunter2` */
const FLAG = /(--[\w-]{0,40}(?:password|passwd|passphrase|token|secret|api-?key)[ \t]+)(["']?)([^\s"'-][^\s"']*)/gi;

/** `password: |` of YAML, and the lines below it. */
const BLOCK =
  /^([ \t]*)((?:- )*["']?[\w.-]{1,80})(["']?[ \t]*:[ \t]*[|>][+-]?\d?[ \t]*\n)(?:\1[ \t]+[^\n]*(?:\n|$)|[ \t]*\n)+/gm;

/** `name: DB_PASSWORD`, and its value after it. */
const NAMED =
  /(\bname\\*["']?\s*[:=]\s*\\*["']?)([\w.-]{1,80})(\\*["']?,?\s*\\*["']?value\\*["']?\s*[:=]\s*)(\\*"[^"\n]*"|\\*'[^'\n]*'|[^\s,}]+)/gi;

/** Where commands take a password without naming it; the second group is the password. */
const COMMANDS: readonly RegExp[] = [
  /(\bcurl\b[^\n|;]{0,400}?\s(?:-u|--user)[ =]["']?[^\s:"'$]+:)([^\s"']+)/g,
  /(\b(?:docker|podman|helm registry|oras|crane|enroot)\s+(?:auth\s+)?login\b[^\n|;]{0,400}?\s-p[ =]?)([^\s]+)/g,
  /(\bsshpass\s+-p\s*)([^\s]+)/g,
  /(\bmysql(?:dump|admin)?\b[^\n|;]{0,400}?\s-p)([^\s]+)/g,
  /(\blogin\s+\S{1,100}\s+password\s+)(\S+)/g,
  /(\bredis-cli\b[^\n|;]{0,400}?\s(?:-a|--pass)\s+)([^\s]+)/g,
  /(\bldap\w{3,10}\b[^\n|;]{0,400}?\s-w\s*)([^\s]+)/g,
  /(\bhtpasswd\s+-\w*b\w*\s+\S{1,200}\s+\S{1,100}\s+)([^\s]+)/g,
  /(\bopenssl\b[^\n|;]{0,400}?(?:pass(?:in|out)?\s+pass:|\s-k\s+))([^\s]+)/g,
  /(\bidentified\s+by\s+["']?)([^\s"';]+)/gi,
  /(\bpassword\s+["'])([^"'\n]+)/gi,
  /(\baws_(?:secret_access_key|session_token)\s+)([^\s=:]+)/gi,
  /(\becho\s+\\*["']?)([^\s"'|\\]+)(?=\\*["']?\s*\|[^\n]{0,200}(?:passwd --stdin|--password-stdin))/g,
  /(\becho\s+\\*["']?[\w.-]{1,64}:)([^\s"'|\\]+)(?=\\*["']?\s*\|\s*(?:sudo\s+)?chpasswd)/g,
];

/** What may be a key or text in base64. */
const CODE = /[A-Za-z0-9+/_-]{16,}={0,2}/g;

/** Masked texts: a plan has most of its texts twice, and many in every resource. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

/** A text without its secrets; whatever is none of them stays as it is. */
export function maskText(text: string): string {
  if (text.length < 8) return text;
  const before = known.get(text);
  if (before !== undefined) return before;
  const shown = masked(text, 2);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, shown);
  return shown;
}

function masked(text: string, depth: number): string {
  const out = SUSPICIOUS.test(text) || PREFIXED.test(text) ? withoutNamed(text) : text;
  const spans = hintedSpans(out);
  return out.replace(CODE, (code, at: number) => {
    const end = at + code.length;
    if (spans.some(([from, to]) => from <= at && end <= to)) return code;
    return maskCode(code, depth, out.slice(Math.max(0, at - 64), at), out.slice(end, end + 2));
  });
}

/** What is random and public: certificates and public keys, and names of AWS. */
const PUBLIC =
  /-----BEGIN (?:[A-Z0-9 ]*CERTIFICATE(?: REQUEST)?|[A-Z ]*PUBLIC KEY)-----[^]*?(?:-----END|$(?![^]))|\barn:aws[\w-]*:[^\s"',]*/g;

function hintedSpans(text: string): (readonly [from: number, to: number])[] {
  if (!text.includes("-----BEGIN ") && !text.includes("arn:aws")) return [];
  return [...text.matchAll(PUBLIC)].map((match) => [match.index, match.index + match[0].length]);
}

/**
 * What a text holds that is a secret with certainty, in words: for rules, which refuse. A mask hides more.
 * @param forms of texts, or of scripts, where assignments are secrets too
 */
export function secretIn(text: string, forms?: readonly SecretForm[]): string | undefined {
  const kind = secretForm(text, forms);
  if (kind !== undefined || forms === undefined) return kind;
  for (const { index, 1: word = "", 2: sign = "", 3: value = "" } of text.matchAll(ASSIGNED)) {
    if (isSurelySecretUnder(nameBefore(text, index) + word + pluralOf(sign), unquoted(value)))
      return "a secret by its name";
  }
  return undefined;
}

/** Without secrets that have a form of their own, or stand where secrets stand. */
function withoutNamed(text: string): string {
  let out = text;
  for (const form of FORMS)
    out = out.replace(form, (_, kept: unknown) => (typeof kept === "string" ? kept : "") + MASK);
  out = out.replace(BLOCK, maskBlock).replace(NAMED, maskNamed).replace(ASSIGNED, maskAssigned).replace(FLAG, maskFlag);
  for (const command of COMMANDS)
    out = out.replace(command, (whole, kept: string, value: string) =>
      canBeShown(unquoted(value)) ? whole : kept + MASK,
    );
  return out;
}

function maskBlock(whole: string, indent: string, name: string, opening: string): string {
  return namesSecret(name) ? `${indent}${name}${opening}${indent}  ${MASK}\n` : whole;
}

function maskNamed(whole: string, before: string, name: string, between: string, value: string): string {
  return namesSecret(name) ? `${before}${name}${between}${maskQuoted(value)}` : whole;
}

function maskAssigned(whole: string, word: string, sign: string, value: string, at: number, text: string): string {
  const name = nameBefore(text, at) + word + pluralOf(sign);
  // arn:aws:secretsmanager:us-east-1:111122223333:secret:slurm
  if (/arn:aws[\w-]*:[^\s"',]*$/.test(text.slice(Math.max(0, at - 128), at))) return whole;
  return isSecretUnder(name, unquoted(value)) ? word + sign + maskQuoted(value) : whole;
}

/** How a name begins that a match has the end of. */
const nameBefore = (text: string, at: number): string =>
  /[\w.-]{0,40}$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? "";

const pluralOf = (sign: string): string => (sign.startsWith("s") ? "s" : "");

function maskFlag(whole: string, flag: string, quote: string, value: string): string {
  // a command or a variable, whose end may be further on
  return /^(?:\$[({A-Z_]|`)/.test(value) && !/[:]?[-=]/.test(value) ? whole : `${flag}${quote}${MASK}`;
}

/** Keeps the quotes. */
function maskQuoted(value: string): string {
  const [, open = "", inner = "", close = ""] = /^(\\*["']?)([^]*?)(\\*["']?)$/.exec(value) ?? [];
  return canBeShown(inner) ? value : open + MASK + close;
}

const unquoted = (value: string): string => value.replace(/^\\*["']|\\*["']$/g, "");

/** @param depth how often text in base64 is looked into */
function maskCode(code: string, depth: number, before: string, after: string): string {
  if (code.length >= 40 && code.split(/[_-]/).some(isSecretAccessKey)) return MASK;
  const text = Buffer.from(code, "base64").toString("latin1");
  // what is no text may be drawn at random
  if (/[^\t\r\n\x20-\x7e]/.test(text)) return looksRandom(code, before, after) ? MASK : code;
  if (depth === 0) return code;
  return masked(text, depth - 1) === text ? code : MASK;
}

/** 40 characters as AWS makes them. Hexadecimal text of that length is a commit; paths have more slashes. */
function isSecretAccessKey(text: string): boolean {
  if (text.length !== 40 || text.endsWith("=")) return false;
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text) && (text.match(/\//g)?.length ?? 0) <= 4;
}
