import { setTimeout as sleep } from "node:timers/promises";
import { listed } from "../../../config/kernel/listed";
import { ExpectedError } from "../errors/expected-error";

/** How long something is waited for, and how it is reported. */
export interface Patience {
  /** Seconds between two looks. */
  readonly pollSeconds: number;
  /** When it ends, as `Date.now()` counts. @default - never */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told whenever what is left changes, and now and then when it does not. */
  readonly tell: (text: string) => void;
  /** Seconds after which what has not changed is told again: pipelines end what is silent for long. @default 300 */
  readonly silentSeconds?: number | undefined;
}

/** Something that was waited for is still there. */
export class StillThere extends ExpectedError {}

/**
 * Looks until nothing is left.
 * @param what what is waited for, as in `jobs to end`
 * @param look what is left, in words
 * @throws StillThere at the deadline
 */
export async function until(
  what: string,
  { pollSeconds, deadline, signal, tell, silentSeconds = 300 }: Patience,
  look: () => Promise<readonly string[]>,
): Promise<void> {
  let printed = { text: "", at: 0 };
  for (;;) {
    signal?.throwIfAborted();
    const left = await look();
    if (left.length === 0) return;
    const text = listed(left);
    if (text !== printed.text || performance.now() - printed.at >= silentSeconds * 1000) {
      tell(`waiting for ${what}: ${text}`);
      printed = { text, at: performance.now() };
    }
    if (deadline !== undefined && Date.now() >= deadline) throw new StillThere(`Waited too long for ${what}: ${text}.`);
    await pause(pollSeconds, signal);
  }
}

/** @throws the reason of the signal, when it comes */
async function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
