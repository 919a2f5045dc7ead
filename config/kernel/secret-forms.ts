import { SECRET_PREFIXES } from "../facts/secret-prefixes";
import { regexText } from "./regex";

/** A form by which secrets are told from other text. */
export interface SecretForm {
  /** `a GitHub token` */
  readonly kind: string;
  /** The secret from end to end; what a first group matches stands before it. */
  readonly form: RegExp;
}

const form = (kind: string, pattern: RegExp): SecretForm => ({ kind, form: pattern });

/** What follows a prefix: letters and digits in one piece, or more with a capital and a digit in it, as no name has. */
function afterPrefix(least: number): string {
  const any = "[\\w.+/=~-]";
  return `(?:[A-Za-z0-9]{${least},}${any}*|(?=${any}{0,200}[A-Z])(?=${any}{0,200}\\d)${any}{${least},})`;
}

const PREFIXED = new RegExp(
  `(?<![A-Za-z0-9_])(?:${SECRET_PREFIXES.map(
    ({ prefixes, least }) => `(?:${prefixes.map(regexText).join("|")})${afterPrefix(least)}`,
  ).join("|")})`,
);

/** Forms that are secrets with certainty, wherever they stand. None can take more than linear time. */
export const SECRET_FORMS: readonly SecretForm[] = [
  form("an AWS access key", /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/),
  // of a key without an end, everything is secret
  form(
    "a private key",
    /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:[^]*?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|[^]*)/,
  ),
  form("a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})/),
  form("a GitLab token", /\bglpat-[A-Za-z0-9_-]{20,}/),
  form("a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/),
  form("a Hugging Face token", /\bhf_[A-Za-z0-9]{30,}/),
  form("an NVIDIA key", /\bnvapi-[A-Za-z0-9_-]{30,}/),
  form("a JSON web token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/),
  form("a token by its prefix", PREFIXED),
  form("a key of PuTTY", /(Private-Lines: \d+\s)[^]*?(?=Private-MAC|$(?![^]))/),
  form("a hash of a password", /\$(?:apr1|[1256y]|2[abxy]|argon2(?:id|i|d)?|scrypt|gy|7)\$[./A-Za-z0-9$=,+]{16,}/),
  form("a hash of a password", /\{(?:S?(?:SHA|MD5)(?:256|512)?|CRYPT|PBKDF2[\w-]*)\}[A-Za-z0-9+/=.$]{16,}/i),
  form("a password in a URL", /([a-z]:\/\/[^\s:/@"']*:)[^\s/@$"']+(?=@)/i),
];

/** Forms of scripts: beside the others, shorter ones, and at last assignments, which no more exact form has told. */
export const SCRIPT_FORMS: readonly SecretForm[] = [
  form("an AWS secret key", /(aws_(?:secret_access_key|session_token)\s*[=:]\s*["']?)[A-Za-z0-9/+=]{16,}/i),
  form("a GitHub token", /\b(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{20,}/),
  form("an NGC key", /\bnvapi-[A-Za-z0-9_-]{20,}/),
  ...SECRET_FORMS,
  form(
    "a password or token",
    /((?:password|passwd|api_?key|secret|token)\b\s*=\s*["']?)(?![$"'<`/]|arn:)[^\s"'$]{8,}/i,
  ),
];

/** Forms that are secrets nearly always. For masks, which may hide too much; a rule would refuse too much with them. */
export const LIKELY_FORMS: readonly SecretForm[] = [
  form(
    "a webhook",
    /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]+/,
  ),
  form("a webhook", /(\bwebhook\.office\.com\/webhookb2\/|\bapi\.telegram\.org\/bot)[\w@/:-]+/),
  form("a key of Opsgenie", /(\bGenieKey\s+)[\w-]{8,}/i),
  form("a token in a URL", /([a-z]:\/\/)[\w-]{20,}(?=@)/i),
  form(
    "a signed URL",
    /((?:X-Amz-Signature|X-Amz-Security-Token|X-Amz-Credential|X-Goog-Signature|[?&]sig)=)[^\s&"']+/i,
  ),
  form(
    "a bearer of credentials",
    /(\bauthorization\\?["']?\s*[:=]\s*\\?["']?(?:bearer|basic|token)\s+)[\w.~+/=-]{4,}/i,
  ),
  form("a bearer token", /(\bbearer\s+)(?=[\w.~+/=-]*\d)[\w.~+/=-]{16,}/i),
];

/** What looks like a secret in a text, by its form alone. */
export function secretForm(text: string, forms: readonly SecretForm[] = SECRET_FORMS): string | undefined {
  return forms.find(({ form }) => form.test(text))?.kind;
}
