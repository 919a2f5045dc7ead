import type { Queues } from "../../../constructs/platform/kueue/queues";
import { fairShares } from "./fair-shares";
import { byHistory } from "./history-trial";
import { placement, tooLarge } from "./placement-trials";
import { lending, ownGpus, priorities } from "./quota-trials";
import type { TrialJobs } from "./trial-jobs";
import type { QueueFinding, TrialSetting } from "./trial-setting";
import type { TrialUnits } from "./units";

/** Tries on one pool what config promises of its queues. Nothing is left in them. */
export async function tryQueues(jobs: TrialJobs, queues: Queues, units: TrialUnits): Promise<QueueFinding[]> {
  const found: QueueFinding[] = [];
  const setting: TrialSetting = {
    jobs,
    queues,
    units,
    note: (promise, outcome, detail) => void found.push({ pool: units.pool.name, promise, outcome, detail }),
  };
  if (units.own.size === 0) {
    setting.note("teams get GPUs", "not tried", `no team has a whole pod of ${units.gpus} GPUs of its own`);
    return found;
  }
  const trials = [
    ownGpus,
    priorities,
    ...(queues.sharing.kind === "quota" ? [lending, fairShares] : [byHistory]),
    placement,
    tooLarge,
  ];
  for (const trial of trials) {
    await trial(setting);
    await jobs.clear();
  }
  return found;
}
