import { listed } from "../../../config/kernel/listed";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { STAY_CLOSED } from "./reopen";
import { lines, ON_NODES, slurmController } from "../../lib/slurm/controller";
import { StillThere, until, type Patience } from "../../lib/process/until";

export interface DrainProps {
  readonly kubectl: Kubectl;
  /** End what runs, instead of waiting for it. */
  readonly cancelJobs: boolean;
  readonly patience: Patience;
}

/**
 * Lets Slurm run dry: no partition takes or starts a job any more, and those that run come to their end, or are cancelled.
 * @see https://slurm.schedmd.com/scontrol.html `INACTIVE` is `DRAIN` and `DOWN` at once: with `DRAIN` alone the whole queue would still run
 */
export async function drainSlurm({ kubectl, cancelJobs, patience }: DrainProps, namespace: string): Promise<void> {
  const { tell } = patience;
  const slurm = await slurmController(kubectl, namespace);
  if (!slurm) {
    tell("Slurm: there is no controller, so there are no jobs");
    return;
  }
  const partitions = lines(await slurm("sinfo", "--noheader", "--all", "--format=%R"));
  for (const name of partitions) await slurm("scontrol", "update", `PartitionName=${name}`, "State=INACTIVE");
  tell(`Slurm: no new jobs in ${listed(partitions) || "any partition"}`);
  if (cancelJobs) for (const name of partitions) await slurm("scancel", "--quiet", `--partition=${name}`);
  try {
    await until("Slurm jobs to end", patience, async () =>
      lines(await slurm("squeue", "--noheader", "--all", `--states=${ON_NODES}`, "--format=%i (%u, %T)")),
    );
  } catch (error) {
    if (!(error instanceof StillThere)) throw error;
    throw new StillThere(
      `${error.message}\nWait longer with --drain-timeout <minutes>, or end them with --cancel-jobs. ${STAY_CLOSED}`,
    );
  }
  const waiting = lines(await slurm("squeue", "--noheader", "--all", "--states=PENDING", "--format=%i"));
  tell(`Slurm: no job runs${waiting.length ? `; ${waiting.length} in the queue go with it` : ""}`);
}
