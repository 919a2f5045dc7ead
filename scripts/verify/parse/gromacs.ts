import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "GROMACS";

/** A simulation of GROMACS. */
export interface GromacsRun {
  readonly nsPerDay: number;
  /** Whether it computed on a GPU. */
  readonly onGpu: boolean;
}

/**
 * What of the log of mdrun tells how fast it was.
 * @throws UnreadableOutputError
 * @see https://manual.gromacs.org/current/user-guide/mdrun-performance.html
 */
export function parseGromacs(text: string): GromacsRun {
  const refused = /(?:Fatal error|Inconsistency in user input|error):\s*\n?(.+)/i.exec(text)?.[1];
  if (refused !== undefined) throw new UnreadableOutputError(PROGRAM, `says: ${refused.trim()}`);
  const [, rate] = onlyMatch(PROGRAM, text, /^Performance: +(\S+) +\S+$/gm, "its performance");
  if (!/^Finished mdrun/m.test(text))
    throw new UnreadableOutputError(PROGRAM, "does not say that it finished: it is cut");
  return {
    nsPerDay: numberIn(PROGRAM, rate, "a performance"),
    onGpu: /^GPU support: +(?!disabled)\S/m.test(text) && /\bGPUs? selected for this run/.test(text),
  };
}
