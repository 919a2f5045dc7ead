import { jobOf, startAll, type TrialSetting } from "./trial-setting";

/** Of two jobs that wait, that of the team which has used less for its share goes first, though it came last. */
export async function byHistory(setting: TrialSetting): Promise<void> {
  const { jobs, note, units } = setting;
  const promise = "who has used less for their share goes first";
  const teams = [...units.own.keys()];
  const [busy, fresh] = [teams.at(-1)!, teams[0]!];
  if (teams.length < 2) return note(promise, "not tried", "there is one team alone");
  const all = [...units.own.values()].reduce((sum, pods) => sum + pods, 0);
  const used = jobOf(setting, busy, "used", all);
  const missing = await startAll(setting, [used]);
  if (missing !== null) return note(promise, "not tried", missing);
  const [early, late] = [jobOf(setting, busy, "early", all), jobOf(setting, fresh, "late", all)];
  for (const job of [early, late]) await jobs.submit(job);
  if ((await jobs.waits(early, late)) === null)
    return note(promise, "broken", "a job started while another one had all GPUs");
  await jobs.remove(used);
  await jobs.until(async () => (await jobs.state(early)).isAdmitted || (await jobs.state(late)).isAdmitted);
  const won = (await jobs.state(late)).isAdmitted;
  note(
    promise,
    won ? "held" : "broken",
    won
      ? `${fresh}, which had used nothing, went before ${busy}`
      : `${busy} went again before ${fresh}, which had used nothing`,
  );
}
