import { jobOf, ownJobs, startAll, type TrialSetting } from "./trial-setting";
import type { TrialJob } from "./trial-jobs";

/** Jobs of one borrower are no more than these: one of them is the step in which shares are compared. */
const STEPS = 12;

/** Shares that so many looks one after another have found are those that stay. */
const SETTLED = 4;

/** Two teams borrow what others leave: in the end each has its part by weight, whoever came first. */
export async function fairShares(setting: TrialSetting): Promise<void> {
  const { jobs, note, queues, units } = setting;
  const promise = "two teams that borrow share by weight, whoever came first";
  if (queues.sharing.kind !== "quota" || !queues.sharing.borrowing)
    return note(promise, "not tried", "borrowing is off");
  const own = ownJobs(setting);
  const [first, second, ...idle] = own;
  if (!first || !second || idle.length === 0)
    return note(promise, "not tried", "it takes three teams with GPUs of their own");
  const free = idle.reduce((sum, { pods }) => sum + pods, 0);
  const step = Math.max(1, Math.ceil(free / STEPS));
  const steps = Math.floor(free / step);
  if (steps < 2) return note(promise, "not tried", `others leave ${free} pods: too few to be shared`);
  const missing = await startAll(setting, [first, second]);
  if (missing !== null) return note(promise, "not tried", missing);
  const borrowing = (team: string): TrialJob[] =>
    Array.from({ length: steps }, (_, at) => jobOf(setting, team, `share-${at}`, step));
  const [early, late] = [borrowing(first.team), borrowing(second.team)];
  const all = await startAll(setting, early);
  if (all !== null) return note(promise, "broken", `alone, ${first.team} does not get all: ${all}`);
  for (const job of late) await jobs.submit(job);
  const weights = new Map(queues.teams.map(({ name, share }) => [name, share]));
  const has = async (team: readonly TrialJob[]) => {
    const states = await Promise.all(team.map((job) => jobs.state(job)));
    return states.filter(({ isAdmitted }) => isAdmitted).length;
  };
  const [w1, w2] = [weights.get(first.team)!, weights.get(second.team)!];
  let [a, b] = [steps, 0];
  const isFair = () =>
    a + b >= steps - 1 && a + b <= steps && Math.abs(a / w1 - b / w2) <= Math.max(1 / w1, 1 / w2) + 1e-9;
  // while jobs give way to others, shares pass through some that look fair and leave one free: these have to stay
  let looks = 0;
  const stays = await jobs.until(async () => {
    const was = [a, b];
    [a, b] = [await has(early), await has(late)];
    looks = isFair() && was[0] === a && was[1] === b ? looks + 1 : 0;
    return (isFair() && a + b === steps) || looks === SETTLED;
  });
  const shared = stays || isFair();
  const gpus = (count: number) => count * step * units.gpus;
  note(
    promise,
    shared ? "held" : "broken",
    `${first.team} (weight ${w1}) has ${gpus(a)} borrowed GPUs, ${second.team} (weight ${w2}) ${gpus(b)}, of ${gpus(steps)}`,
  );
}
