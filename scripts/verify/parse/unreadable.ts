/** What a measuring program printed cannot be judged: it is cut, mixed with another run, or not of that program. */
export class UnreadableOutputError extends Error {
  /**
   * @param program what the output should be of, such as `nccl-tests`
   * @param why a sentence's rest: `has no table`
   */
  constructor(
    readonly program: string,
    readonly why: string,
  ) {
    super(`The output of ${program} ${why}.`);
    this.name = "UnreadableOutputError";
  }
}

/** The one line of a report that has a form; refuses none (the output is cut) and several (two runs are mixed). */
export function onlyMatch(program: string, text: string, form: RegExp, what: string): RegExpExecArray {
  const found = [...text.matchAll(form)];
  if (found.length === 0)
    throw new UnreadableOutputError(program, `does not have ${what}: it is cut, or of another program`);
  if (found.length > 1)
    throw new UnreadableOutputError(program, `has ${what} ${found.length} times: several runs are mixed`);
  return found[0]!;
}

/** A number as programs print it; refuses `nan`, `inf` and words. */
export function numberIn(program: string, text: string | undefined, what: string): number {
  const value = Number(text);
  if (text === undefined || text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new UnreadableOutputError(program, `gives ${JSON.stringify(text ?? "nothing")} as ${what}`);
  return value;
}
