import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "mdtest";

/** Operations a second on metadata, by what mdtest calls them: `File creation`. */
export type MetadataRates = Readonly<Record<string, number>>;

/**
 * The summary of mdtest: the slowest iteration of each operation.
 * @throws {UnreadableOutputError}
 * @see https://github.com/hpc/ior
 */
export function parseMdtest(text: string): MetadataRates {
  const head = onlyMatch(PROGRAM, text, /^SUMMARY rate[^\n]*: \(of (\d+) iterations\)$/gm, "its summary");
  if (!/^-- finished at /m.test(text))
    throw new UnreadableOutputError(PROGRAM, "does not end with the time: it is cut");
  const rows = [
    ...text.slice(head.index).matchAll(/^ +((?:File|Directory|Tree) \w+) +:? *(\S+) +(\S+) +\S+ +\S+ *$/gm),
  ];
  if (rows.length === 0) throw new UnreadableOutputError(PROGRAM, "has no operation in its summary");
  return Object.fromEntries(rows.map(([, name, , min]) => [name!, numberIn(PROGRAM, min, `the rate of ${name}`)]));
}
