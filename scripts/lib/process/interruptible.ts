import { ExpectedError } from "../errors/expected-error";

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Interruption = keyof typeof EXIT_CODES;

const SIGNALS = Object.keys(EXIT_CODES) as Interruption[];

/** Somebody stopped the command. */
export class Interrupted extends ExpectedError {
  constructor(readonly by: Interruption) {
    super(
      `Interrupted (${by}). Nothing is left running. Run the same command again: it goes on where this run stopped.`,
    );
  }

  /** What shells expect of a program that a signal ended. */
  get exitCode(): number {
    return EXIT_CODES[this.by];
  }
}

/**
 * Runs something that a signal to this process stops: the first one aborts, so that children end well and files are
 * put away; the second one exits at once.
 * @throws Interrupted, once `run` has settled
 */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (by: NodeJS.Signals) => {
    const interruption = new Interrupted(by as Interruption);
    // children are killed by the exit handler that started them
    if (signal.aborted) process.exit(interruption.exitCode);
    controller.abort(interruption);
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    const result = await run(signal);
    signal.throwIfAborted();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
