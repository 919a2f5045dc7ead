import { setTimeout as sleep } from "node:timers/promises";

/** What is asked for, as soon as it is as wanted: the test's own limit ends what never is. */
export async function eventually<Value>(
  ask: () => Value | Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isWanted(value)) return value;
    await sleep(200);
  }
}
