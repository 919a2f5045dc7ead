import { MASK, maskText } from "../../../config/kernel/secret-text";
import type { KeyLine } from "./source-lines";

/** A line of a file as people may see it, and what of it is meant. */
export interface ShownLine {
  readonly text: string;
  /** From 1. */
  readonly column: number;
  readonly length: number;
}

/** Texts in quotes; the last one may end on a later line. */
const QUOTED = /(["'`])((?:\\.|(?!\1).)*)(\1|$)/g;

/** @param isSecret whether what the key holds may be a secret: it and what follows on its line are left out */
export function shownLine({ text, column, length, nameLength }: KeyLine, isSecret: boolean): ShownLine {
  const before = withoutSecrets(text.slice(0, column - 1));
  if (isSecret) {
    const name = text.slice(column - 1, column - 1 + nameLength);
    const cut = `${before}${name}${name && ": "}${MASK}`;
    return { text: cut, column: before.length + 1, length: name.length || MASK.length };
  }
  const whole = withoutSecrets(text);
  if (whole === text) return { text, column, length };
  // what stands before it may be shorter now
  const at = whole.startsWith(before) ? before.length : 0;
  return { text: whole, column: at + 1, length: Math.min(length, whole.length - at) };
}

/** A text of which a part is a secret is left out as a whole: the rest of it may belong to the secret. */
function withoutSecrets(line: string): string {
  const out = line.replace(QUOTED, (whole, quote: string, inner: string, end: string) =>
    maskText(inner) === inner ? whole : `${quote}${MASK}${end}`,
  );
  return maskText(out);
}
