/**
 * Runs something without the stack trace that cdktf records for each of its tokens, and that nobody reads: collecting,
 * formatting and keeping them takes a third of the time and half of the memory of a large synth (terraform-cdk#3892). cdktf
 * captures them on plain objects; traces of errors stay as they are.
 */
export function withoutTokenTraces<T>(run: () => T): T {
  const capture = Error.captureStackTrace;
  Error.captureStackTrace = (target, below) => {
    if (target instanceof Error) capture.call(Error, target, below);
  };
  try {
    return run();
  } finally {
    Error.captureStackTrace = capture;
  }
}
