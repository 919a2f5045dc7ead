import { KubectlError } from "../kubernetes/run-kubectl";
import { listed, until, type Patience } from "../process/until";
import { inParts, lines, ON_NODES, type SlurmProgram } from "./controller";
import { SendAway } from "./send-away";

/** What is done again once the nodes are as they should be. */
export interface Drained {
  /** Opens what is drained and still there. It never fails: what was applied is applied. */
  readonly resume: () => Promise<void>;
}

/** By it our drains are known: what the health check, the operator or a person has drained stays as it is. */
export const REASON = "railyard deploy: the node is replaced";

/** When jobs that still run are sent back to the queue, as `Date.now()` counts. @default - never: they are waited for */
export interface DrainPatience extends Patience {
  readonly sendAwayAt?: number | undefined;
  /** Minutes that they have to save. @default SAVE_MINUTES */
  readonly saveMinutes?: number;
}

/**
 * Drains all nodes of groups, those that come while it waits as well, until no job is on them.
 * @throws StillThere at the deadline, after the nodes were opened again
 */
export async function drainGroups(
  slurm: SlurmProgram,
  groups: readonly string[],
  { sendAwayAt, saveMinutes, ...patience }: DrainPatience,
): Promise<Drained> {
  const { tell } = patience;
  const away = sendAwayAt === undefined ? null : new SendAway(slurm, sendAwayAt, tell, saveMinutes);
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
      if (away && jobs.length > 0) await away.look(await ask(JOB_ID));
      return jobs;
    });
    await away?.end();
    return { resume };
  } catch (error) {
    await away?.end();
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

interface SlurmNode {
  readonly name: string;
  /** As in `mixed`, `draining*`. */
  readonly state: string;
  readonly reason: string;
}

/** Each node has the name of its group among its features: partitions find them by it. */
async function nodesOf(slurm: SlurmProgram, groups: readonly string[]): Promise<SlurmNode[]> {
  const all = lines(await slurm("sinfo", "--noheader", "--all", "--Node", "--format=%N|%T|%f|%E"));
  return all.flatMap((line) => {
    const [name = "", state = "", features = "", ...reason] = line.split("|");
    if (!features.split(",").some((feature) => groups.includes(feature))) return [];
    return { name, state, reason: reason.join("|") };
  });
}
