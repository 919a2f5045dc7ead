import type { TrialJob } from "./trial-jobs";
import { jobOf, ownJobs, startAll, type TrialSetting } from "./trial-setting";

/** All that teams own at once, and no more. */
export async function ownGpus(setting: TrialSetting): Promise<void> {
  const { jobs, note, units } = setting;
  const all = ownJobs(setting);
  const pods = all.reduce((sum, job) => sum + job.pods, 0);
  const missing = await startAll(setting, all);
  const what = `${all.length} jobs of ${pods} pods with ${units.gpus} GPUs each${units.left > 0 ? `; ${units.left} GPUs are less than such a pod` : ""}`;
  note("every team has its own GPUs at the same time", missing === null ? "held" : "broken", missing ?? what);
  if (missing !== null) return;
  const more = jobOf(setting, all[0]!.team, "more", 1);
  const refused = await jobs.submit(more);
  const words = refused ?? (await jobs.waits(more));
  note(
    "who asks for more than there is waits",
    words === null ? "broken" : "held",
    words ?? `${more.team} got one pod more`,
  );
}

/** Within a team, while others use all of their own. */
export async function priorities(setting: TrialSetting): Promise<void> {
  const { jobs, note } = setting;
  const all = ownJobs(setting);
  const [first, ...others] = all;
  const job = (priority: string | undefined) =>
    jobOf(setting, first!.team, priority ?? "plain", first!.pods, { priority });
  const [low, plain, high] = [job("low"), job(undefined), job("high")];
  const missing = await startAll(setting, [...others, low]);
  if (missing !== null) return note("jobs of higher priority go first", "not tried", missing);
  for (const [before, after] of [
    [low, plain],
    [plain, high],
  ] as const) {
    const started = await startAll(setting, [after]);
    const { wasPreempted, pods } = await jobs.state(before);
    const gone = wasPreempted && pods === 0;
    note(
      `a job ${after.priority ? `with ${after.priority}` : "that says nothing of its priority"} takes the GPUs of one ${before.priority ? `with ${before.priority}` : "that says nothing"}`,
      started === null && gone ? "held" : "broken",
      started ?? (gone ? `${before.name} was preempted and waits` : `${before.name} still runs`),
    );
    if (started !== null) return;
  }
}

/** What one team does not use, another one gets, whole or not at all, until it is wanted back. */
export async function lending(setting: TrialSetting): Promise<void> {
  const { jobs, note, queues, units } = setting;
  const promise = "what a team does not use, another one gets";
  if (units.own.size < 2) return note(promise, "not tried", "one team alone has GPUs here");
  const isBorrowing = queues.sharing.kind === "quota" && queues.sharing.borrowing;
  const all = ownJobs(setting);
  const [borrower, ...others] = all as [TrialJob, ...TrialJob[]];
  const lender = others.at(-1)!;
  const missing = await startAll(setting, [borrower, ...others.filter((job) => job !== lender)]);
  if (missing !== null) return note(promise, "not tried", missing);
  const gang = jobOf(setting, borrower.team, "gang", lender.pods + 1);
  const words = (await jobs.submit(gang)) ?? (await jobs.waits(gang));
  note(
    "of a job that does not fit as a whole no pod starts",
    words === null ? "broken" : "held",
    words ?? `${gang.pods} pods, of which ${lender.pods} have GPUs`,
  );
  await jobs.remove(gang);
  const borrowed = jobOf(setting, borrower.team, "borrowed", lender.pods);
  const refused = await jobs.submit(borrowed);
  if (!isBorrowing) {
    const waiting = refused ?? (await jobs.waits(borrowed));
    return note(
      "nobody borrows",
      waiting === null ? "broken" : "held",
      waiting ?? `${borrower.team} got GPUs of ${lender.team}`,
    );
  }
  const kept = refused ?? (await jobs.run(borrowed));
  note(
    promise,
    kept === null ? "held" : "broken",
    kept ?? `${borrower.team} borrowed ${lender.pods} pods of ${lender.team}`,
  );
  if (kept !== null) return;
  const started = await startAll(setting, [lender]);
  const { wasPreempted, pods } = await jobs.state(borrowed);
  const untouched = (await jobs.state(borrower)).isAdmitted;
  note(
    "a team gets its own back at once, and who borrowed keeps their own",
    started === null && wasPreempted && pods === 0 && untouched ? "held" : "broken",
    started ??
      (untouched
        ? `${borrowed.team}/${borrowed.name} was preempted`
        : `${borrower.team}/${borrower.name} was ended as well`),
  );
}
