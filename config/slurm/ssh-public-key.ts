import { areKeyOptions } from "./ssh-key-options";

/** Types of public keys that OpenSSH takes without being asked to. @see https://man.openbsd.org/sshd_config#PubkeyAcceptedAlgorithms */
const TYPES = [
  "ssh-ed25519",
  "sk-ssh-ed25519@openssh.com",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "sk-ecdsa-sha2-nistp256@openssh.com",
  "ssh-rsa",
] as const;

/** A public key without its comment, with its options, as `authorized_keys` has it; null for text that is none. */
export function sshPublicKey(text: string): string | null {
  // eslint-disable-next-line no-control-regex -- whatever could end the line
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) return null;
  const { options, key } = keyLine(text);
  if (options !== null && !areKeyOptions(options)) return null;
  const [type = "", blob = ""] = key.split(" ");
  if (!isPublicKey(type, blob)) return null;
  return `${options === null ? "" : `${options} `}${type} ${blob}`;
}

/** Options before a key, where a line has any, and what comes after them. Blanks in quotes are part of an option. */
export function keyLine(text: string): { readonly options: string | null; readonly key: string } {
  const [first = ""] = text.split(" ", 1);
  if (TYPES.includes(first as (typeof TYPES)[number])) return { options: null, key: text };
  const [, options = null, key = text] = /^((?:[^ "]|"(?:[^"\\]|\\.)*")+) (.*)$/.exec(text) ?? [];
  return { options, key };
}

/** Whether the base64 text is a key of the type, which sshd takes. */
function isPublicKey(type: string, blob: string): boolean {
  if (!TYPES.includes(type as (typeof TYPES)[number])) return false;
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(blob) || blob.length % 4 !== 0) return false;
  const fields = lengthPrefixed(Buffer.from(blob, "base64"));
  if (!fields || fields.length < 2 || fields[0]?.toString("latin1") !== type) return false;
  if (type === "ssh-ed25519" && fields[1]?.length !== 32) return false;
  // e and n: sshd refuses keys below 1024 bits, and such are broken
  return type !== "ssh-rsa" || (fields.length === 3 && (fields[2]?.length ?? 0) >= 256);
}

/** Fields of RFC 4251, each after its length; null where they do not fill the bytes exactly. */
function lengthPrefixed(bytes: Buffer): Buffer[] | null {
  const fields: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}
