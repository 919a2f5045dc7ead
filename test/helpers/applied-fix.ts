import { parse } from "yaml";
import type { ConfigPath } from "../../config/kernel/issues";
import type { Violation } from "../../config/kernel/rule";
import type { Change } from "./environment";

/** `write key: value`, `key: value, or …`, `key: value or more`: what a fix tells to write, where it is text that can be pasted. */
const PASTED = /^(?:write )?([A-Za-z]+): (.+)$/;

/** The value at the head of a text, as TypeScript would read it: strings stand in quotes, so that words are no values. */
function valueOf(text: string): unknown {
  const [scalar] = /^(?:-?[\d.]*\d|true|false|"[^"…]*")(?![^ ,;])/.exec(text) ?? [];
  if (scalar) return JSON.parse(scalar);
  if (!/^[[{]/.test(text)) return undefined;
  const ends = [...text.matchAll(/[\]}](?=[ ,;]|$)/g)].map(({ index }) => index + 1).reverse();
  return ends.map((end) => collection(text.slice(0, end))).find((value) => value !== undefined);
}

function collection(text: string): unknown {
  if (text.includes("…")) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The environment of a case with the fix of what was found in it written as it stands, if the fix is text that can be pasted
 * at a key of the finding's path; undefined where the fix is advice in words.
 */
export function appliedFix(change: Change, { path, fix }: Violation): Change | undefined {
  const [, key, text] = PASTED.exec(fix) ?? [];
  if (!key || !text) return undefined;
  const place = path.lastIndexOf(key);
  const value = valueOf(text);
  if (place < 0 || value === undefined) return undefined;
  return written(change, path.slice(0, place + 1), value);
}

function written(change: unknown, [key, ...rest]: ConfigPath, value: unknown): Change {
  if (key === undefined) return value as Change;
  const whole = Array.isArray(change) ? [...change] : { ...(change as Change | undefined) };
  return Object.assign(whole, { [key]: written((whole as Change)[key], rest, value) }) as Change;
}
