import type { ResolvedPool } from "../../config/pools/pool";
import { shellWord } from "../../constructs/core/shell-word";
import { enrootImage } from "../../constructs/slurm/nccl-job";
import type { SlurmProgram } from "../lib/slurm/controller";
import type { CheckJob } from "./check";
import { CheckNotRunError, type CheckRunner, type PoolNodes } from "./engine/runner";

export interface SlurmRunnerProps {
  readonly slurm: SlurmProgram;
  /** Partition of each pool. */
  readonly partitions: Readonly<Record<string, string>>;
  /** Name of all jobs of this start, by which those that a dead one left behind are found. */
  readonly jobName: string;
}

/** Longest wait for nodes that somebody took in between, s. */
const WAIT = 600;

/** Checks as jobs of Slurm: its accounting, limits and reservations hold for them as for any job. */
export function slurmRunner({ slurm, partitions, jobName }: SlurmRunnerProps): CheckRunner {
  return {
    kind: "slurm",
    // somebody's job may have the name, too
    clear: async () => void (await slurm("scancel", "--quiet", "--me", `--name=${jobName}`)),
    nodes: (pool) => poolNodes(slurm, pool),
    run: async (job, { check, pool, nodes }) => {
      const partition = partitions[pool.name];
      if (partition === undefined) throw new CheckNotRunError("no partition has the pool", "");
      try {
        if (job.place === "controller") return await slurm("bash", "-c", besideController(job, nodes[0]!, partition));
        return await slurm(
          ...srunArguments(job, { nodes, partition, jobName, minutes: check.minutes, gpus: pool.gpus?.count ?? 0 }),
        );
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        throw new CheckNotRunError(wordsOf(text), text);
      }
    },
  };
}

/** What runs beside the controller, with what it is told. */
function besideController({ env, script }: CheckJob, node: string, partition: string): string {
  const all = { ...env, RAILYARD_NODE: node, RAILYARD_PARTITION: partition };
  return `${Object.entries(all)
    .map(([key, value]) => `export ${key}=${shellWord(value)}\n`)
    .join("")}${script}`;
}

interface SrunPlace {
  readonly nodes: readonly string[];
  readonly partition: string;
  readonly jobName: string;
  readonly minutes: number;
  /** GPUs of a node. */
  readonly gpus: number;
}

/** One srun: whole nodes by name, a program on each, and what all tasks print. */
export function srunArguments(job: CheckJob, { nodes, partition, jobName, minutes, gpus }: SrunPlace): string[] {
  const { tasksPerNode, image, mpi, env, script, mounts = [] } = job;
  const exports = Object.entries(env).map(([key, value]) => `export ${key}=${shellWord(value)}\n`);
  return [
    "srun",
    `--job-name=${jobName}`,
    `--partition=${partition}`,
    `--nodelist=${nodes.join(",")}`,
    `--nodes=${nodes.length}`,
    `--ntasks=${nodes.length * tasksPerNode}`,
    `--ntasks-per-node=${tasksPerNode}`,
    "--exclusive",
    ...(gpus > 0 ? [`--gpus-per-node=${gpus}`] : []),
    "--mem=0",
    `--time=${minutes}`,
    `--immediate=${WAIT}`,
    `--mpi=${mpi ? "pmix" : "none"}`,
    "--kill-on-bad-exit=0",
    "--no-kill=off",
    "--quiet",
    ...(image === null ? [] : [`--container-image=${enrootImage(image)}`]),
    ...(image === null || mounts.length === 0
      ? []
      : [`--container-mounts=${mounts.map((folder) => `${folder}:${folder}`).join(",")}`]),
    "bash",
    "-c",
    `${exports.join("")}${mpi ? "" : TASK}${script}`,
  ];
}

/** What tasks without MPI are told, as `CheckJob` says. */
const TASK = `export RAILYARD_TASK="$SLURM_PROCID"
RAILYARD_FIRST=$(scontrol show hostnames "$SLURM_JOB_NODELIST" 2>/dev/null | head -n 1)
export RAILYARD_FIRST
`;

const FREE = new Set(["idle"]);

/** Nodes of the pool that nobody uses. Each has the name of its pool among its features. */
async function poolNodes(slurm: SlurmProgram, pool: ResolvedPool): Promise<PoolNodes> {
  const text = await slurm("sinfo", "--noheader", "--all", "--Node", "--format=%N|%T|%f|%E");
  const free = new Set<string>();
  const left = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [name, state = "", features = "", ...reason] = line.trim().split("|");
    if (!name || !features.split(",").includes(pool.name)) continue;
    if (FREE.has(state)) free.add(name);
    else left.set(name, reasonOf(state, reason.join("|")));
  }
  return { free: [...free].toSorted(byNumber), left: [...left].map(([node, why]) => ({ node, why })) };
}

function reasonOf(state: string, reason: string): string {
  const because = reason.trim() === "" || reason.trim() === "none" ? "" : ` (${reason.trim()})`;
  return /^(?:alloc|mix|comp)/.test(state) ? "jobs are on it" : `Slurm has it as ${state}${because}`;
}

const collator = new Intl.Collator("en", { numeric: true });
const byNumber = (one: string, other: string): number => collator.compare(one, other);

/** What Slurm's programs write where they refuse, in words that say what to do. */
function wordsOf(text: string): string {
  if (/DUE TO TIME LIMIT/i.test(text)) return "it took longer than its time limit";
  if (/Unable to allocate resources|Immediate execution impossible|Requested nodes are busy/i.test(text))
    return `its nodes were not free within ${WAIT / 60} minutes`;
  if (/NODE FAILURE|DUE TO NODE/i.test(text)) return "a node of it failed";
  // what the program had printed until then may come last
  const ended = /^.*(?:\bKilled\b|Segmentation fault|\*\*\* (?:STEP|JOB) \S+ ON \S+ CANCELLED).*$/m.exec(text)?.[0];
  return (ended ?? text.trim().split("\n").at(-1))?.trim() || "srun failed";
}
