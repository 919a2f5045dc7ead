import { ExpectedError } from "../../../lib/errors/expected-error";
import { spanText } from "../moments";
import type { StatusPart } from "../part";

/** State, nodes, reason and moment of submission of each job: no names, of jobs or of people. */
const FORMAT = "--format=%T|%D|%r|%V";

interface Job {
  readonly state: string;
  readonly nodes: number;
  readonly reason: string;
  /** Seconds since 1970; null: Slurm does not say. */
  readonly submitted: number | null;
}

/** Jobs of Slurm: what runs, what waits, how long and for what. */
export const QUEUE: StatusPart = {
  id: "queue",
  title: "Queue of Slurm",
  absent: ({ slurm }) => (slurm ? null : "the environment has no Slurm"),
  ask: async ({ slurm }) => {
    const controller = await slurm();
    if (!controller) throw new ExpectedError("the cluster has no controller of Slurm");
    return controller("env", "TZ=UTC", "SLURM_TIME_FORMAT=%s", "squeue", "--noheader", "--all", FORMAT);
  },
  read: (answer, { now }) => {
    const jobs = answer.split("\n").filter(Boolean).map(jobOf);
    const waiting = jobs.filter(({ state }) => state === "PENDING");
    const running = jobs.filter(({ state }) => state === "RUNNING" || state === "COMPLETING");
    const other = jobs.length - waiting.length - running.length;
    const oldest = Math.min(...waiting.flatMap(({ submitted }) => submitted ?? []));
    const nodes = running.reduce((sum, job) => sum + job.nodes, 0);
    return {
      state: "well",
      line: [
        `${running.length} run on ${nodes} ${nodes === 1 ? "node" : "nodes"}`,
        `${waiting.length} wait${Number.isFinite(oldest) ? `, the oldest for ${spanText(now.getTime() - oldest * 1000)}` : ""}`,
        ...(other > 0 ? [`${other} in other states`] : []),
      ].join("; "),
      details: reasonsOf(waiting),
    };
  },
};

function jobOf(line: string): Job {
  const [state = "", nodes = "", reason = "", submitted = ""] = line.trim().split("|");
  if (!/^[A-Z_]+$/.test(state) || !/^\d+$/.test(nodes))
    throw new ExpectedError(`squeue answered ${JSON.stringify(line.slice(0, 80))}, which is no job`);
  return { state, nodes: Number(nodes), reason, submitted: /^\d+$/.test(submitted) ? Number(submitted) : null };
}

function reasonsOf(waiting: readonly Job[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of waiting) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const most = [...counts].toSorted(([, one], [, other]) => other - one);
  return most.length === 0 ? [] : [`they wait for: ${most.map(([reason, count]) => `${reason} ${count}`).join(", ")}`];
}
