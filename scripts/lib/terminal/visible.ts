/** Control, format and half characters, and separators of lines: they hide, turn around or break what is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const isLayout = (character: string): boolean => character === "\n" || character === "\t";

/** Nearly all text; to look for these is many times faster than for what cannot be seen. */
const SEEN = /^[\n\t\x20-\x7e]*$/;

/** Makes characters visible that nobody could see; lines and tabs stay. */
export function visible(text: string): string {
  if (SEEN.test(text)) return text;
  return text.replace(UNSEEN, (character) =>
    isLayout(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same on one line. */
export const oneLine = (text: string): string => visible(text.replace(/\r?\n/g, " ↵ "));

/** The same in a text that a program reads: as JSON escapes what is in its strings. */
export function escaped(text: string): string {
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;
  return text.replace(UNSEEN, (character) =>
    isLayout(character)
      ? character
      : Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(""),
  );
}

/**
 * Lines that a runner of GitHub would take for commands of the workflow: `::add-mask::`, also after blanks, and `##[…]` anywhere.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/##(?=\[)/g, "# #");
