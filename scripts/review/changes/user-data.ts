import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";

/** A script or a setting that a node reads at its first boot. */
export interface UserDataPart {
  /** File name or type of a part of a MIME message; empty for user data that is none. */
  readonly name: string;
  readonly text: string;
}

/** Attributes that hold user data, in base64 or plain. */
const USER_DATA = /^(?:user_data|user_data_base64|custom_data)$/;

/** EC2 takes 16 KiB; a compressed bomb must not fill the memory. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Whether an attribute is user data. */
export function isUserData(attribute: string): boolean {
  return USER_DATA.test(attribute);
}

/** User data as the node reads it: decoded, unpacked, in its parts. */
export function userDataParts(value: string): UserDataPart[] {
  const text = readable(decoded(value) ?? Buffer.from(value, "utf8"));
  return mimeParts(text) ?? [{ name: "", text }];
}

/** All of it as one text. */
export function userDataText(value: string): string {
  return userDataParts(value)
    .map(({ name, text }) => (name === "" ? text : `# ${name}\n${text}`))
    .join("\n");
}

/** What base64 stands for; null for text that is none, as a hash in place of user data. */
function decoded(value: string): Buffer | null {
  const code = value.replace(/\s+/g, "");
  if (code === "" || code.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(code)) return null;
  const bytes = Buffer.from(code, "base64");
  return isPacked(bytes) || isText(bytes) ? bytes : null;
}

function readable(bytes: Buffer): string {
  const plain = unpacked(bytes);
  if (isText(plain)) return plain.toString("utf8").replace(/\r\n/g, "\n");
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return `(${bytes.length} bytes that are no text, sha256 ${hash}…)`;
}

function unpacked(bytes: Buffer): Buffer {
  if (!isPacked(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    return bytes;
  }
}

const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function isText(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text);
}

/** Parts of a MIME message; null for text that is none. */
function mimeParts(text: string): UserDataPart[] | null {
  const { headers, body } = split(text);
  const boundary = /boundary="?([^";\n]+)"?/i.exec(headers["content-type"] ?? "")?.[1];
  if (!/^multipart\//i.test(headers["content-type"] ?? "") || boundary === undefined) return null;
  const parts: string[][] = [];
  for (const line of body.split("\n")) {
    const mark = line.trimEnd();
    if (mark === `--${boundary}--`) break;
    if (mark === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return named(parts.map((lines) => part(lines.join("\n"))));
}

function part(text: string): UserDataPart {
  const { headers, body } = split(text);
  const type = (headers["content-type"] ?? "text/plain").split(";", 1)[0]?.trim() ?? "";
  const file = /filename="?([^";]+)"?/i.exec(headers["content-disposition"] ?? "")?.[1];
  const isBase64 = headers["content-transfer-encoding"]?.toLowerCase() === "base64";
  return { name: file ?? type, text: isBase64 ? readable(Buffer.from(body, "base64")) : body };
}

/** Parts of one name are counted. */
function named(parts: readonly UserDataPart[]): UserDataPart[] {
  const seen = new Map<string, number>();
  return parts.map(({ name, text }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count === 1 ? name : `${name} ${count}`, text };
  });
}

/** Headers in lower case, and what follows the first empty line. Lines that begin with a blank go on with the last. */
function split(text: string): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const end = text.indexOf("\n\n");
  const head = end === -1 ? text : text.slice(0, end);
  const lines = head.replace(/\n[ \t]+/g, " ").split("\n");
  if (!lines.every((line) => /^[\w-]+:/.test(line))) return { headers: {}, body: text };
  const headers = lines.map((line): [string, string] => {
    const [name = "", ...value] = line.split(":");
    return [name.toLowerCase(), value.join(":").trim()];
  });
  return { headers: Object.fromEntries(headers), body: end === -1 ? "" : text.slice(end + 2) };
}
