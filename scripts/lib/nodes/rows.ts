import { healthLoopOf } from "../../../config/health/health";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import { repairOf } from "../../../config/slurm/repair";
import { CORDONED_FOR } from "../../../constructs/slurm/node-life";
import {
  readRecords,
  seenNodes,
  takesJobs,
  type HostRecord,
  type SeenNode,
  type SlurmRecord,
} from "../slurm/pool-nodes";
import type { NodesRecording } from "./recording";
import { readJournal, type JournalEntry } from "./journal";
import { readMemory, repairWords, type RepairLimits, type RepairMemory } from "./repair-words";
import { returningNodes, type ReturningNode } from "./returning";

/** A node for people. What nobody has said is null. */
export interface NodeRow {
  readonly pool: string;
  readonly node: string;
  /** State in Slurm, `not there`, or `not in Slurm` where no partition has its pool; null: Slurm does not answer. */
  readonly slurm: string | null;
  /** State in Kubernetes. */
  readonly kubernetes: string;
  /** Null: Slurm does not answer, or is not to have it. */
  readonly takesJobs: boolean | null;
  readonly reason: string | null;
  /** Whose fault it is, or who holds it. */
  readonly whose: string | null;
  /** ISO moment. */
  readonly since: string | null;
  /** What repair has done, and does next; null: nothing. */
  readonly repair: string | null;
}

/** How many nodes of a pool are what. */
export interface PoolRow {
  readonly pool: string;
  /** Nodes that config asks for, at least and at most. */
  readonly wanted: { readonly min: number; readonly max: number };
  readonly there: number;
  /** Whether a partition has it. */
  readonly inSlurm: boolean;
  /** Null: Slurm does not answer, or is not to have them. */
  readonly takeJobs: number | null;
  readonly cordoned: number;
  readonly notReady: number;
}

export interface NodesReport {
  readonly environment: string;
  readonly takenAt: string;
  readonly pools: readonly PoolRow[];
  readonly nodes: readonly NodeRow[];
  /** Nodes whose faults come back; null: what repair remembers is not known. */
  readonly returning: readonly ReturningNode[] | null;
  /** What repair did, or would have done, the oldest first; null: it is not known. */
  readonly journal: readonly JournalEntry[] | null;
  /** What was not answered. */
  readonly notes: readonly string[];
}

const NOT_IN_SLURM = "not in Slurm";

/** Nodes of pools as a recording has them. @param only these pools. @default - all of them */
export function nodesReport(env: SiteEnvironment, recording: NodesRecording, only?: readonly string[]): NodesReport {
  const asked = recording.slurm.kind === "asked" ? readRecords(recording.slurm.answer) : null;
  const seen = seenNodes(env.nodeGroups, asked ?? [], recording).filter(({ pool }) => only?.includes(pool) ?? true);
  const used = groupNamesInPartitions(env);
  const loops = repairLoops(env, recording);
  const nodes = seen.map((node): NodeRow => {
    const { slurm, host, pool } = node;
    const whose = whoseOf(node);
    const { memory, mode, limits } = loops[used.has(pool) ? "slurm" : "pods"];
    return {
      pool,
      node: node.name,
      slurm: slurm?.state ?? (!used.has(pool) ? NOT_IN_SLURM : asked === null ? null : "not there"),
      kubernetes: host ? hostState(host) : "not there",
      takesJobs: asked === null || !used.has(pool) ? null : slurm !== null && takesJobs(slurm.state),
      reason: reasonOf(slurm, host),
      whose,
      since: sinceOf(slurm, host),
      repair: repairWords(host?.name ?? node.name, isFault(whose), memory, limits.get(pool) ?? null, mode),
    };
  });
  const joined = <Part>(part: (loop: RepairLoop) => readonly Part[] | null): readonly Part[] | null => {
    const parts = Object.values(loops).flatMap((loop) => part(loop) ?? []);
    return Object.values(loops).some((loop) => part(loop) !== null) ? parts : null;
  };
  return {
    environment: env.name,
    takenAt: recording.takenAt,
    pools: env.nodeGroups
      .filter(({ name }) => only?.includes(name) ?? true)
      .map(({ name, count }) => {
        const own = seen.filter(({ pool }) => pool === name);
        const known = own.filter(({ slurm }) => slurm !== null);
        return {
          pool: name,
          wanted: { min: count.min, max: count.max },
          inSlurm: used.has(name),
          there: own.filter(({ host }) => host !== null).length,
          takeJobs:
            asked === null || !used.has(name) ? null : known.filter(({ slurm }) => takesJobs(slurm!.state)).length,
          cordoned: own.filter(({ host }) => host?.cordoned === true).length,
          notReady: own.filter(({ host }) => host !== null && host.ready !== "True").length,
        };
      }),
    nodes,
    returning: joined(({ memory, lemon }) => (memory && lemon ? returningNodes(memory, lemon.faults) : null)),
    journal: joined(({ journal }) => journal)?.toSorted((one, other) => one.at.localeCompare(other.at)) ?? null,
    notes: [
      ...(recording.slurm.kind === "none" ? [`Slurm: unknown: ${recording.slurm.why}`] : []),
      ...[...new Set(Object.values(loops).flatMap(({ why }) => why ?? []))].map((why) => `repair: ${why}`),
    ],
  };
}

/** What repair of some nodes may do and remembers. */
interface RepairLoop {
  readonly mode: "off" | "dry-run" | "on";
  readonly limits: ReadonlyMap<string, RepairLimits>;
  readonly lemon: { readonly faults: number } | undefined;
  /** Null: it is not known. */
  readonly memory: RepairMemory | null;
  readonly journal: readonly JournalEntry[] | null;
  /** Why it is not known; null: it is, or nothing of the kind is there. */
  readonly why: string | null;
}

/** Repair of nodes of Slurm, and of those that no partition has. */
function repairLoops(env: SiteEnvironment, { repair, health }: NodesRecording): Record<RepairLimits["of"], RepairLoop> {
  const of = (kind: RepairLimits["of"], pools: readonly (Omit<RepairLimits, "of"> & { readonly pool: string })[]) =>
    new Map(pools.map(({ pool, steps, replacedBy }) => [pool, { steps, replacedBy, of: kind }]));
  const known = (answer: NodesRecording["repair"]) =>
    answer.kind === "asked"
      ? { memory: readMemory(answer.memory), journal: readJournal(answer.journal), why: null }
      : { memory: null, journal: null, why: answer.why };
  const ofPods = known(health);
  return {
    slurm: {
      mode: env.slurm?.health?.repair.mode ?? "off",
      lemon: env.slurm?.health?.repair.lemon,
      limits: of("slurm", repairOf(env) ?? []),
      ...known(repair),
    },
    pods: {
      mode: env.health?.repair.mode ?? "off",
      lemon: env.health?.repair.lemon,
      limits: of(
        "pods",
        healthLoopOf(env).flatMap((one) => (one.repair ? [{ pool: one.pool.name, ...one.repair }] : [])),
      ),
      ...ofPods,
      why: env.health ? ofPods.why : null,
    },
  };
}

/** Whether somebody should look at it. */
export const needsEyes = ({ slurm, takesJobs: takes, kubernetes }: NodeRow): boolean =>
  (takes !== true && slurm !== NOT_IN_SLURM) || kubernetes !== "ready";

function hostState({ ready, cordoned }: HostRecord): string {
  const is = ready === "True" ? "ready" : ready === null || ready === "Unknown" ? "not heard of" : "not ready";
  return cordoned ? `${is}, cordoned` : is;
}

const markOf = (host: HostRecord | null): string => host?.annotations[CORDONED_FOR] ?? "";

function reasonOf(slurm: SlurmRecord | null, host: HostRecord | null): string | null {
  if (slurm && slurm.reason !== "") return slurm.reason;
  return markOf(host) || null;
}

/** Seconds of Slurm, else when Kubernetes has seen its condition change. */
function sinceOf(slurm: SlurmRecord | null, host: HostRecord | null): string | null {
  if (slurm && slurm.reason !== "" && slurm.since !== null) return new Date(slurm.since * 1000).toISOString();
  return host !== null && host.ready !== "True" ? host.readySince : null;
}

/** Who drains nodes, by how their reasons begin. */
const HOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^railyard rollout: /, "a rollout"],
  [/^railyard deploy: /, "a deployment"],
  [/^railyard: the Capacity Block ends/, "the end of its Capacity Block"],
  [/^railyard: off hours/, "the hours of its schedule"],
  [/^slurm-operator: /, "the operator: a cordon"],
  [/^Not responding|^Node unexpectedly rebooted|^batch job complete failure|^Prolog error|^Kill task failed/, "Slurm"],
];

const FAULT = /^(?:railyard(?: lemon)?|slurm|kubernetes|kept): (hardware|fabric|unknown|user): /;

/** Faults as checks name them; of others who holds the node. Null: nobody does, or nobody has said so. */
function whoseOf({ slurm, host }: SeenNode): string | null {
  const reason = slurm?.reason ?? "";
  const fault = FAULT.exec(reason)?.[1] ?? FAULT.exec(markOf(host))?.[1];
  if (fault !== undefined) return fault;
  if (reason === "") return null;
  const holder = HOLDERS.find(([form]) => form.test(reason))?.[1];
  return holder ?? (slurm?.by ? `a person: ${slurm.by}` : "a person");
}

const isFault = (whose: string | null): boolean => whose === "hardware" || whose === "fabric" || whose === "unknown";
