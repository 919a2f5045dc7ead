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

/** A public key without its comment, as `authorized_keys` has it; null for text that is none. */
export function sshPublicKey(text: string): string | null {
  // eslint-disable-next-line no-control-regex -- whatever could end the line
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) return null;
  const [type = "", blob = ""] = text.split(" ");
  if (!TYPES.includes(type as (typeof TYPES)[number])) return null;
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(blob) || blob.length % 4 !== 0) return null;
  const fields = lengthPrefixed(Buffer.from(blob, "base64"));
  if (!fields || fields.length < 2 || fields[0]?.toString("latin1") !== type) return null;
  if (type === "ssh-ed25519" && fields[1]?.length !== 32) return null;
  // e and n: sshd refuses keys below 1024 bits, and such are broken
  if (type === "ssh-rsa" && (fields.length !== 3 || (fields[2]?.length ?? 0) < 256)) return null;
  return `${type} ${blob}`;
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
