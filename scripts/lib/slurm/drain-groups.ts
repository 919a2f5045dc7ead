import { listed } from "../../../config/kernel/listed";
import { KubectlError } from "../kubernetes/run-kubectl";
import { until, type Patience } from "../process/until";
import { inParts, lines, ON_NODES, type SlurmProgram } from "./controller";
import { slurmRecords, type SlurmRecord } from "./pool-nodes";
import { SendAway, type KeptLimits } from "./send-away";

/** What is done again once the nodes are as they should be. */
export interface Drained {
  /** Opens what is drained and still there. It never fails: what was applied is applied. */
  readonly resume: () => Promise<void>;
}

/** By it our drains are known: what the health check, the operator or a person has drained stays as it is. */
export const REASON = "railyard deploy: the node is replaced";

export interface DrainPatience extends Patience {
  /**
   * Minutes after the drain at which jobs that still run are told to save, to go back to the queue then. It counts from the moment at
   * which Slurm has drained the first of the nodes for it: one who was killed in the wait, and comes again, does not begin from 0.
   * @default - never: they are waited for
   */
  readonly requeueAfter?: number | undefined;
  /** Minutes that they have to save. @default SAVE_MINUTES */
  readonly saveMinutes?: number;
  /** Where their limits are written down before they are shortened. @default - nowhere */
  readonly kept?: KeptLimits;
}

/**
 * Drains all nodes of groups, those that come while it waits as well, until no job is on them.
 * @throws StillThere at the deadline, after the nodes were opened again
 */
export async function drainGroups(
  slurm: SlurmProgram,
  groups: readonly string[],
  { requeueAfter, saveMinutes, kept, ...patience }: DrainPatience,
): Promise<Drained> {
  const { tell } = patience;
  const sent: { away?: SendAway } = {};
  const resume = () => resumeGroups(slurm, groups, tell);
  let reported = 0;
  try {
    await until(`Slurm jobs on nodes of ${listed(groups)} to end`, patience, async () => {
      const nodes = await nodesOf(slurm, groups);
      const open = nodes.filter(({ state }) => !/drain|down|fail/.test(state)).map(({ name }) => name);
      await inParts(open, (part) => slurm("scontrol", "update", `NodeName=${part}`, "State=DRAIN", `Reason=${REASON}`));
      if (open.length > 0)
        tell(`Slurm: no new jobs on nodes of ${listed(groups)}; drained for it: ${(reported += open.length)}`);
      const names = nodes.map(({ name }) => name);
      const ask = async (format: string) =>
        lines(
          (
            await inParts(names, (part) =>
              slurm(
                "squeue",
                "--noheader",
                "--all",
                `--states=${ON_NODES}`,
                `--nodelist=${part}`,
                `--format=${format}`,
              ),
            )
          ).join("\n"),
        );
      const jobs = await ask(JOB);
      if (requeueAfter !== undefined && !sent.away) {
        const since = drainedSince(nodes);
        const at = (since ?? Date.now()) + requeueAfter * 60_000;
        sent.away = new SendAway(slurm, at, tell, saveMinutes, kept);
        if (since !== null && jobs.length > 0) tell(waitsOn(since, at));
      }
      if (sent.away && jobs.length > 0) await sent.away.look(await ask(JOB_ID));
      return jobs;
    });
    await sent.away?.end();
    return { resume };
  } catch (error) {
    await sent.away?.end();
    await resume();
    throw error;
  }
}

const JOB = "%i (%u, %T)";
/** Of one task of an array as well: its own. */
const JOB_ID = "%A";

async function resumeGroups(slurm: SlurmProgram, groups: readonly string[], tell: (text: string) => void) {
  try {
    const own = (await nodesOf(slurm, groups)).filter(({ reason }) => reason === REASON).map(({ name }) => name);
    await inParts(own, (part) => slurm("scontrol", "update", `NodeName=${part}`, "State=UNDRAIN"));
    if (own.length > 0) tell(`Slurm: what was drained and is still there takes jobs again: ${listed(own)}`);
  } catch (error) {
    if (!(error instanceof KubectlError)) throw error;
    tell(
      `Slurm: nodes may still be drained: ${error.message}\n` +
        `sinfo -R tells those of "${REASON}"; scontrol update nodename=<names> state=undrain opens them.`,
    );
  }
}

/** Each node has the name of its group among its features: partitions find them by it. */
const nodesOf = async (slurm: SlurmProgram, groups: readonly string[]): Promise<SlurmRecord[]> =>
  (await slurmRecords(slurm)).filter(({ features }) => features.some((feature) => groups.includes(feature)));

/** When the first of them was drained for a deployment before this one; null: none was. */
function drainedSince(nodes: readonly SlurmRecord[]): number | null {
  const moments = nodes.flatMap(({ reason, since }) => (reason === REASON && since !== null ? [since * 1000] : []));
  return moments.length === 0 ? null : Math.min(...moments);
}

function waitsOn(since: number, at: number): string {
  const minutes = (ms: number) => Math.max(0, Math.round(ms / 60_000));
  const [ago, left] = [minutes(Date.now() - since), minutes(at - Date.now())];
  const then = left === 0 ? "are told to save now" : `have ${left} minutes of the wait left`;
  return `Slurm: the nodes were drained for a deployment ${ago} minutes ago: jobs that still run ${then}`;
}
