/** Characters that a text needs to be taken for one that a machine drew at random. */
const SHORTEST = 20;
const SHORTEST_HEX = 32;

/** Text before a code that says that it names content, a commit or a place. */
const NAMES_CONTENT =
  /(?:@|sha-?\d*[:=-]|\bmrk-|\/id\/|\bh1:|\bzh:|\b(?:git|commit|checkout|rev|revision|ref|tree|blob|oid|etag|digest|checksum|fingerprint|thumbprint|hash|integrity|md5(?:sum)?|sha\d*(?:sum)?|canonical)\b[^\n]{0,24})$/i;

/** Names of values that name content, or whose. */
const NAMES_WHAT =
  /(?:hash|digest|checksum|etag|fingerprint|thumbprint|integrity|md5|sha\d*|user_data|canonical|owner_id|version_id|certificate\w*|public_?key|ca_?(?:bundle|data)|commit|revision)$/i;

/** Keys that everybody may see, unique ids of IAM, and what is packed rather than drawn. */
const NO_SECRET = /^(?:AAAA[BCEG][23A-Z]|A(?:ROA|IDA|NPA|GPA|NVA|SCA|PKA)[A-Z0-9]|H4sI|UEsDB)/;

/** Whether a value's name says that it is a digest, an id or something public. */
export const namesDigest = (name: string): boolean => NAMES_WHAT.test(name);

/**
 * Whether a code looks as if it was drawn at random, as keys are, and not written, as names are.
 * @param before what stands before it in the text
 * @param after what stands after it
 */
export function looksRandom(code: string, before = "", after = ""): boolean {
  if (code.length < SHORTEST || NO_SECRET.test(code) || NAMES_CONTENT.test(before.slice(-64))) return false;
  const slash = code.includes("+") ? -1 : code.lastIndexOf("/");
  // each part of a path by itself, with what stands before it
  if (slash >= 0)
    return (
      looksRandom(code.slice(slash + 1), before + code.slice(0, slash + 1), after) ||
      looksRandom(code.slice(0, slash), before)
    );
  const bare = code.replace(/=+$/, "");
  if (isUuid(bare) || (/^[\dA-F]{32}$/.test(bare) && /^\.[a-z]/.test(after))) return false;
  return isDrawn(bare);
}

const isUuid = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

function isDrawn(text: string): boolean {
  if (/^(?:[\da-f]+|[\dA-F]+)$/.test(text))
    return text.length >= SHORTEST_HEX && /\d/.test(text) && /[a-f]/i.test(text);
  // base64 has these; paths and names have no more than one of them
  if (text.includes("+")) return text.length >= 24 && isMixed(text.replace(/[+/]/g, ""));
  return isMixed(text.replace(/[_-]/g, "")) || text.split(/[_-]/).some(isMonotone);
}

/** Capitals, small letters and digits without any order. */
function isMixed(text: string): boolean {
  if (text.length < SHORTEST || !/[A-Z]/.test(text) || !/[a-z]/.test(text) || !/\d/.test(text)) return false;
  return wordy(text) < 0.4 && turns(text) >= 0.4 * text.length;
}

/** Letters of one case and digits without any order. */
function isMonotone(text: string): boolean {
  if (text.length < 24 || !/^(?:[a-z\d]+|[A-Z\d]+)$/.test(text)) return false;
  return turns(text) >= 0.25 * text.length;
}

/** Share of a text that is in words. */
function wordy(text: string): number {
  const words = text.match(/[A-Z]?[a-z]{4,}|[A-Z]{5,}/g) ?? [];
  return words.join("").length / text.length;
}

/** How often small letters, capitals and digits take turns. */
function turns(text: string): number {
  let count = 0;
  for (let at = 1; at < text.length; at += 1) if (kind(text, at) !== kind(text, at - 1)) count += 1;
  return count;
}

function kind(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 97 ? 2 : code >= 65 ? 1 : 0;
}
