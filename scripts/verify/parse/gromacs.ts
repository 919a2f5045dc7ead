import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "GROMACS";

/** A simulation of GROMACS. */
export interface GromacsRun {
  readonly nsPerDay: number;
  /** Whether it computed on a GPU. */
  readonly onGpu: boolean;
}

/** A title alone on its line, as `Fatal error:` or an error of input files by its number, and the lines up to an empty one. */
const REFUSED = /^(?:[A-Z][A-Za-z /()]*|(?:ERROR|WARNING) \d+ \[.*\]):\n((?:.+\n?)+)/gm;

/**
 * What of the log of mdrun tells how fast it was.
 * @throws UnreadableOutputError
 * @see https://manual.gromacs.org/current/user-guide/mdrun-performance.html
 */
export function parseGromacs(text: string): GromacsRun {
  const refused = [...text.matchAll(REFUSED)].map(([, words]) => words!.replaceAll(/\s+/g, " ").trim());
  // the last one is that with which it ended, those above are of its input
  if (refused.length > 0)
    throw new UnreadableOutputError(PROGRAM, `says: ${refused.toReversed().join(" / ").slice(0, 400)}`);
  const last = /^gmx ended after: (.*)$/m.exec(text)?.[1];
  if (last !== undefined) throw new UnreadableOutputError(PROGRAM, `is cut: gmx ended after ${JSON.stringify(last)}`);
  const [, rate] = onlyMatch(PROGRAM, text, /^Performance: +(\S+) +\S+$/gm, "its performance");
  if (!/^Finished mdrun/m.test(text))
    throw new UnreadableOutputError(PROGRAM, "does not say that it finished: it is cut");
  return {
    nsPerDay: numberIn(PROGRAM, rate, "a performance"),
    onGpu: /^GPU support: +(?!disabled)\S/m.test(text) && /\bGPUs? selected for this run/.test(text),
  };
}
