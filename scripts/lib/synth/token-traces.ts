/**
 * Runs something without the stack trace that cdktf records for each of its tokens, and that nobody reads: formatting and
 * keeping them takes a third of the time and half of the memory of a large synth (terraform-cdk#3892). cdktf captures
 * them on plain objects, so V8 is told to format traces of errors only; those stay as they are.
 */
export function withoutTokenTraces<T>(run: () => T): T {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, frames) => {
    if (!(error instanceof Error)) return "";
    return before ? (before(error, frames) as unknown) : [String(error), ...frames].join("\n    at ");
  };
  try {
    return run();
  } finally {
    Error.prepareStackTrace = before;
  }
}
