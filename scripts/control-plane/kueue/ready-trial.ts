import { setTimeout as sleep } from "node:timers/promises";
import type { ManagerConfig } from "../managers/manager";
import { jobOf, startAll, type TrialSetting } from "./trial-setting";

/** What stands for the minutes of `readyMinutes` here, s. */
const READY_SECONDS = 10;

/** How long a job waits after its GPUs were taken, s: long enough to be seen on a busy machine. */
const BACKOFF_SECONDS = 5;

/** How long it may take until a manager that was started anew admits its first job, in patiences. */
const STARTED_PATIENCES = 3;

/** The configuration of the manager, with seconds where it has minutes: nobody waits for those. */
export function withSeconds(config: ManagerConfig): ManagerConfig {
  const wait = config["waitForPodsReady"] as { readonly requeuingStrategy?: object } | undefined;
  if (!wait) return config;
  const requeuingStrategy = {
    ...wait.requeuingStrategy,
    backoffBaseSeconds: BACKOFF_SECONDS,
    backoffMaxSeconds: BACKOFF_SECONDS,
  };
  return { ...config, waitForPodsReady: { ...wait, timeout: `${READY_SECONDS}s`, requeuingStrategy } };
}

/** A job whose pods never become ready, and one whose pods are. */
export async function readiness(setting: TrialSetting): Promise<void> {
  if (await givesBack(setting)) await staysReady(setting);
}

/**
 * The time runs from admission on, whether or not the pods have a node by then, so nothing here waits for those.
 * @returns whether it gave its GPUs back
 */
async function givesBack(setting: TrialSetting): Promise<boolean> {
  const { jobs, note, queues } = setting;
  const promise = "a job whose pods do not become ready gives its GPUs back and waits";
  const [team, pods] = largest(setting);
  const stuck = jobOf(setting, team, "stuck", pods, { isNeverReady: true });
  // the manager has just been started: its webhooks may not answer yet, and it waits for the lease of the one before
  let refused: string | null = null;
  const isTaken = async () => (refused = await jobs.submit(stuck)) === null;
  if (!(await jobs.until(isTaken, STARTED_PATIENCES * jobs.patienceSeconds))) {
    note(promise, "not tried", `${team}/${stuck.name} was refused: ${refused}`);
    return false;
  }
  const wasAdmitted = await jobs.until(async () => {
    const { isAdmitted, notReady } = await jobs.state(stuck);
    return isAdmitted || notReady !== "";
  }, STARTED_PATIENCES * jobs.patienceSeconds);
  let words = "";
  const isBack = async () => {
    const { isAdmitted, notReady, pods: left } = await jobs.state(stuck);
    words = notReady;
    return !isAdmitted && left === 0 && notReady !== "";
  };
  const came = wasAdmitted && (await jobs.until(isBack, READY_SECONDS + jobs.patienceSeconds));
  if (came) note(promise, "held", `${words}; ${READY_SECONDS} s stand for the ${queues.readyMinutes} minutes`);
  else if (wasAdmitted) note(promise, "broken", "it still has its pods");
  else note(promise, "not tried", `${team}/${stuck.name} was not admitted: ${(await jobs.state(stuck)).words}`);
  await jobs.remove(stuck);
  return came;
}

async function staysReady(setting: TrialSetting): Promise<void> {
  const { jobs, note } = setting;
  const promise = "a job whose pods are ready keeps its GPUs beyond that time";
  const [team, pods] = largest(setting);
  const well = jobOf(setting, team, "well", pods);
  const missing = await startAll(setting, [well]);
  if (missing !== null) return note(promise, "not tried", missing);
  // on a busy machine the pods may become ready too late at first: Kueue is right to take them away, and admits them again
  const isReady = await jobs.until(async () => (await jobs.state(well)).areReady);
  if (!isReady)
    return note(promise, "not tried", `Kueue does not know that the pods of ${team}/${well.name} are ready`);
  await sleep(1.5 * READY_SECONDS * 1000);
  const { isAdmitted, nodes } = await jobs.state(well);
  const stays = isAdmitted && nodes.length === pods;
  note(promise, stays ? "held" : "broken", `${nodes.length} of its ${pods} pods have a node`);
}

/** What a team owns, as one job. */
const largest = ({ units }: TrialSetting) => [...units.own].at(-1)!;
