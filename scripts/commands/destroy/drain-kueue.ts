import type { DrainProps } from "./drain-slurm";
import { STAY_CLOSED } from "./reopen";
import { StillThere, until } from "../../lib/process/until";

const QUEUES = "clusterqueues.kueue.x-k8s.io";

/**
 * Lets Kueue run dry: `Hold` admits nothing more and lets run what runs; `HoldAndDrain` evicts that, too.
 * @see https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/#stoppolicy
 */
export async function drainKueue({ kubectl, cancelJobs, patience }: DrainProps): Promise<void> {
  const { tell } = patience;
  if (!(await kubectl.hasKind(QUEUES))) return;
  const queues = await kubectl.list(QUEUES);
  const patch = JSON.stringify({ spec: { stopPolicy: cancelJobs ? "HoldAndDrain" : "Hold" } });
  for (const { metadata } of queues)
    await kubectl.run("patch", QUEUES, metadata.name, "--type=merge", "--patch", patch);
  tell(`Kueue: ${queues.length} queue${queues.length === 1 ? "" : "s"} admit nothing more`);
  try {
    await until("Kueue workloads to end", patience, async () =>
      (await kubectl.list(QUEUES)).flatMap(({ metadata, status = {} }) => {
        const count = Number(status["reservingWorkloads"] ?? status["admittedWorkloads"] ?? 0);
        return count > 0 ? [`${metadata.name}: ${count}`] : [];
      }),
    );
  } catch (error) {
    if (!(error instanceof StillThere)) throw error;
    throw new StillThere(
      `${error.message}\nWait longer with --drain-timeout <minutes>, or end them with --cancel-jobs. ${STAY_CLOSED}`,
    );
  }
}
