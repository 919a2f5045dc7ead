import { StillThere, until, type Patience } from "../../../../scripts/lib/process/until";

const patience = (more: Partial<Patience> = {}) => {
  const printed: string[] = [];
  return { printed, patience: { pollSeconds: 0.001, tell: (text: string) => printed.push(text), ...more } };
};

/** Answers one after another, the last again and again. */
const answers = (...all: string[][]) => {
  let next = 0;
  return () => Promise.resolve(all[Math.min(next++, all.length - 1)] ?? []);
};

test("waits until nothing is left, and tells what is left when it changes", async () => {
  const { patience: props, printed } = patience();
  await until("jobs to end", props, answers(["1", "2"], ["1", "2"], ["2"], []));
  expect(printed).toEqual(["waiting for jobs to end: 1, 2", "waiting for jobs to end: 2"]);
});

test("what does not change is told again after a while", async () => {
  const { patience: props, printed } = patience({ silentSeconds: 0 });
  await until("jobs to end", props, answers(["1"], ["1"], []));
  expect(printed).toEqual(Array(2).fill("waiting for jobs to end: 1"));
});

test("nothing is told when nothing was there", async () => {
  const { patience: props, printed } = patience({ deadline: 0 });
  await until("jobs to end", props, answers([]));
  expect(printed).toEqual([]);
});

test("fails at the deadline with what is left", async () => {
  const failure = until("jobs to end", patience({ deadline: Date.now() - 1 }).patience, answers(["17 (ann, RUNNING)"]));
  await expect(failure).rejects.toThrow(StillThere);
  await expect(failure).rejects.toThrow("Waited too long for jobs to end: 17 (ann, RUNNING).");
});

test("an interruption ends the wait at once, with its reason", async () => {
  const controller = new AbortController();
  const { patience: props } = patience({ pollSeconds: 3600, signal: controller.signal });
  const waiting = until("jobs to end", props, answers(["1"]));
  setTimeout(() => controller.abort(new Error("stopped by hand")), 20);
  await expect(waiting).rejects.toThrow("stopped by hand");
});
