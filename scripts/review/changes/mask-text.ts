import { LIKELY_FORMS, SCRIPT_FORMS, type SecretForm } from "../../../config/secret-forms";
import { canBeTold, namesSecret } from "./secret-names";

/** What stands in place of a secret. */
export const MASK = "(secret)";

/** Any text with a secret in it matches one of these, most others match none: all the rest costs time. */
const SUSPICIOUS =
  /AKIA|ASIA|-----BEGIN|gh[pousr]_|github_pat_|glpat-|hf_|nvapi-|xox|eyJ|:\/\/[^/]*@|pass|pwd|secret|token|key\\*["']?[ \t]*:?[:=]|api-?key|credential|authorization|bearer|login|curl|mysql|hooks\.|webhooks|X-Amz|sk-|AIza|npm_|pypi-|dckr_|hvs\./i;

const FORMS: readonly RegExp[] = [...SCRIPT_FORMS, ...LIKELY_FORMS].map(global);

function global({ form }: SecretForm): RegExp {
  return new RegExp(form.source, `${form.flags}g`);
}

/** `password=…`, `"token": "…"`, also inside of JSON in a string. The name may begin before the match. */
const ASSIGNED =
  /(passw(?:or)?d|passphrase|passcode|secret|token|credentials?|[-_]pwd|(?:api|access|private|secret|auth|signing|encryption|license|routing|integration)[-_.]?key)(s?\\*["']?[ \t]*(?::=|[:=])[ \t]*)(\\*"[^"\n]*"|\\*'[^'\n]*'|\(secret\)|\{\{[^}\n]*\}\}|\$\([^)\n]*\)|\$\{[^}\n]*\}[^\s"',;&|)}\]]*|`[^`\n]*`|[^\s"',;&|)}\]]+)/gi;

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
  /(\becho\s+["']?[\w.-]{1,64}:)([^\s"'|]+)(?=["']?\s*\|\s*(?:sudo\s+)?chpasswd)/g,
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
  const out = SUSPICIOUS.test(text) ? withoutNamed(text) : text;
  return out.replace(CODE, (code) => maskCode(code, depth));
}

/** Without secrets that have a form of their own, or stand where secrets stand. */
function withoutNamed(text: string): string {
  let out = text;
  for (const form of FORMS)
    out = out.replace(form, (_, kept: unknown) => (typeof kept === "string" ? kept : "") + MASK);
  out = out.replace(BLOCK, maskBlock).replace(NAMED, maskNamed).replace(ASSIGNED, maskAssigned).replace(FLAG, maskFlag);
  for (const command of COMMANDS)
    out = out.replace(command, (whole, kept: string, value: string) =>
      canBeTold(unquoted(value)) ? whole : kept + MASK,
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
  const [begin = ""] = /[\w.-]{0,40}$/.exec(text.slice(Math.max(0, at - 40), at)) ?? [];
  const plural = sign.startsWith("s") ? "s" : "";
  return namesSecret(begin + word + plural) ? word + sign + maskQuoted(value) : whole;
}

function maskFlag(whole: string, flag: string, quote: string, value: string): string {
  // a command or a variable, whose end may be further on
  return /^(?:\$[({A-Z_]|`)/.test(value) && !/[:]?[-=]/.test(value) ? whole : `${flag}${quote}${MASK}`;
}

/** Keeps the quotes. */
function maskQuoted(value: string): string {
  const [, open = "", inner = "", close = ""] = /^(\\*["']?)([^]*?)(\\*["']?)$/.exec(value) ?? [];
  return canBeTold(inner) ? value : open + MASK + close;
}

const unquoted = (value: string): string => value.replace(/^["']|["']$/g, "");

/** @param depth how often text in base64 is looked into */
function maskCode(code: string, depth: number): string {
  if (code.length >= 40 && code.split(/[_-]/).some(isSecretAccessKey)) return MASK;
  if (depth === 0) return code;
  const text = Buffer.from(code, "base64").toString("latin1");
  // no text: what is random is not looked into
  if (/[^\t\r\n\x20-\x7e]/.test(text)) return code;
  return masked(text, depth - 1) === text ? code : MASK;
}

/** 40 characters as AWS makes them. Hexadecimal text of that length is a commit; paths have more slashes. */
function isSecretAccessKey(text: string): boolean {
  if (text.length !== 40 || text.endsWith("=")) return false;
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text) && (text.match(/\//g)?.length ?? 0) <= 4;
}
