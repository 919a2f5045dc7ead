import { setTimeout as sleep } from "node:timers/promises";

/** Waits until something is there. @returns whether it came */
export async function comes(is: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await is())) {
    if (Date.now() > deadline) return false;
    await sleep(500);
  }
  return true;
}

/** Whether something stays as it is for this long. */
export const stays = async (is: () => Promise<boolean>, seconds: number): Promise<boolean> =>
  !(await comes(async () => !(await is()), seconds));
