import { BUILT_IN_QOS, GRACE_SECONDS, type BuiltInQos } from "../facts/slurm-qos";
import type { SiteConfig } from "../sites/keys";

/** What is written of a QOS. */
export type WrittenQos = NonNullable<SiteConfig["slurm"]>["qos"][string];

/** Most GPUs, of any type and of each. */
export interface GpuLimit {
  /** @default null: no limit */
  readonly any: number | null;
  readonly byType: Readonly<Record<string, number>>;
}

/** A QOS of a cluster: one that every cluster has, with what config says of it, or one of config alone. */
export interface ResolvedQos {
  readonly name: string;
  readonly description: string;
  /** Whether every cluster has it. */
  readonly builtIn: boolean;
  readonly priority: number;
  /** As written: `standard` stands for QOS of teams, too. */
  readonly preempts: readonly string[];
  /** Seconds. */
  readonly graceSeconds: number;
  readonly usageFactor: number;
  /** Whether config says what an hour counts. */
  readonly hasUsageFactor: boolean;
  /** Limits as config has them; what is not there has no limit. */
  readonly limits: QosLimits;
  /** Whether a job that could never start is refused: where config has limits. */
  readonly refuses: boolean;
  /** Partitions in which it may be used; null: all. */
  readonly partitions: readonly string[] | null;
  readonly everyone: boolean;
}

/** Limits of a QOS. */
export interface QosLimits {
  readonly gpus: GpuLimit;
  readonly gpusPerUser: GpuLimit;
  readonly gpusPerTeam: GpuLimit;
  readonly gpusPerJob: GpuLimit;
  /** GPU hours that running jobs have before them; null: no limit. */
  readonly gpuHours: number | null;
  /** Longest time limit, hours; null: that of the partition. */
  readonly maxHours: number | null;
  readonly exemptMinutes: number | null;
  readonly jobsPerUser: number | null;
  readonly submittedPerUser: number | null;
}

const isBuiltIn = (name: string): name is keyof typeof BUILT_IN_QOS => Object.hasOwn(BUILT_IN_QOS, name);

/** What every cluster has of a QOS; null for those of config alone. */
export const builtInQos = (name: string): BuiltInQos | null => (isBuiltIn(name) ? BUILT_IN_QOS[name] : null);

/** All QOS but those of teams, lowest first as far as it is known: those of config between standard and high. */
export function resolveQos(written: Readonly<Record<string, WrittenQos>>): ResolvedQos[] {
  const own = Object.keys(written).filter((name) => !isBuiltIn(name));
  return ["scavenger", "standard", ...own, "high"].map((name) => qosOf(name, written[name]));
}

function qosOf(name: string, written: WrittenQos | undefined): ResolvedQos {
  const builtIn = builtInQos(name);
  const limits: QosLimits = {
    gpus: gpuLimit(written?.gpus),
    gpusPerUser: gpuLimit(written?.gpusPerUser),
    gpusPerTeam: gpuLimit(written?.gpusPerTeam),
    gpusPerJob: gpuLimit(written?.gpusPerJob),
    gpuHours: written?.gpuHours ?? null,
    maxHours: written?.maxHours ?? null,
    exemptMinutes: written?.exemptMinutes ?? null,
    jobsPerUser: written?.jobsPerUser ?? null,
    submittedPerUser: written?.submittedPerUser ?? null,
  };
  return {
    name,
    description: builtIn?.description ?? `QOS ${name} of config`,
    builtIn: builtIn !== null,
    priority: written?.priority ?? builtIn?.priority ?? BUILT_IN_QOS.standard.priority,
    preempts: [...new Set([...(builtIn?.preempts ?? []), ...(written?.preempts ?? [])])],
    graceSeconds: written?.graceSeconds ?? GRACE_SECONDS,
    usageFactor: written?.usageFactor ?? builtIn?.usageFactor ?? 1,
    hasUsageFactor: written?.usageFactor !== undefined,
    limits,
    refuses: hasLimits(limits),
    partitions: written?.partitions ?? null,
    everyone: name === "scavenger" || written?.everyone === true,
  };
}

function gpuLimit(written: WrittenQos["gpus"]): GpuLimit {
  if (written === undefined) return { any: null, byType: {} };
  return typeof written === "number" ? { any: written, byType: {} } : { any: null, byType: written };
}

const limited = ({ any, byType }: GpuLimit) => any !== null || Object.keys(byType).length > 0;

/** Whether a QOS has a limit of its own that a job may be held against. */
export function hasLimits(limits: QosLimits): boolean {
  const { gpus, gpusPerUser, gpusPerTeam, gpusPerJob, exemptMinutes: _, ...others } = limits;
  return (
    [gpus, gpusPerUser, gpusPerTeam, gpusPerJob].some(limited) || Object.values(others).some((limit) => limit !== null)
  );
}
