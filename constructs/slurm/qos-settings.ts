import {
  BURST_PRIORITY,
  BURST_QOS_PREFIX,
  GRACE_SECONDS,
  PARTITION_QOS,
  TEAM_QOS_PREFIX,
} from "../../config/facts/slurm-qos";
import type { GpuLimit, QosLimits, ResolvedQos } from "../../config/slurm/qos";
import { timeLimit } from "./conf-text";
import { nodeResources } from "./node-resources";
import { GPU_BILLING } from "./partitions";
import { gpuTypes, gresOf, usedGroups, type SlurmLayout, type SlurmTeamProps } from "./slurm-types";

/** A quality of service, as sacctmgr is told of it. */
export interface QosSettings {
  readonly name: string;
  readonly description: string;
  /** QOS whose jobs give way to its own; also in the settings, where there are some. */
  readonly preempts: readonly string[];
  /** Pairs for `modify qos … set`. */
  readonly settings: readonly string[];
  /**
   * Limits that hang on a key of config, `GrpTRES+gres/gpu:h100` or `MaxWall`: what the last deployment set and this one does
   * not is taken away. Limits of other names are left to administrators.
   */
  readonly limits: readonly string[];
}

/** QOS of a team's everyday jobs: its quota is here and not on its account, where jobs in `scavenger` would count against it, too. */
export const teamQos = ({ name, quotaOf }: Pick<SlurmTeamProps, "name" | "quotaOf">): string =>
  `${TEAM_QOS_PREFIX}${quotaOf ?? name}`;

/** QOS of what teams use beyond their quota. */
const burstQos = (team: string): string => `${BURST_QOS_PREFIX}${team}`;

/** QOS that a team may use beside its own, in the order of the cluster. */
export function givenQos(team: SlurmTeamProps, layout: SlurmLayout): string[] {
  const owner = layout.teams.find(({ name }) => name === (team.quotaOf ?? team.name));
  const everybody = layout.qos.filter(({ everyone }) => everyone).map(({ name }) => name);
  return [
    ...new Set([...everybody, ...(owner?.burst === undefined ? [] : [burstQos(owner.name)]), ...(team.qos ?? [])]),
  ];
}

/**
 * All QOS of a cluster. `scavenger` uses what is idle, counts for nothing and gives way to all; `high` preempts the jobs of
 * others, so no team has it unless config or an administrator gives it. With `DenyOnLimit` a job that could never run is refused,
 * and does not wait for ever.
 */
export function qosSettings(layout: SlurmLayout): QosSettings[] {
  const gpus = hasGpus(layout);
  const standard = layout.qos.find(({ name }) => name === "standard")!;
  const owners = layout.teams.filter(({ quotaOf }) => quotaOf === undefined);
  const preempts = (of: ResolvedQos) => preempted(of.preempts, of.name === "standard", layout);
  return [
    {
      name: PARTITION_QOS,
      description: "What GPU partitions ask of every job",
      preempts: [],
      settings: [`MinTRESPerJob=gres/gpu=${gpus ? 1 : -1}`, "Flags=DenyOnLimit"],
      limits: [],
    },
    ...layout.qos.flatMap((qos) => {
      const one = ownQos(qos, preempts(qos));
      return qos.name === "standard"
        ? [
            ...owners.flatMap((team) => (team.burst === undefined ? [] : [burst(team, team.burst, layout)])),
            one,
            ...owners.map((team) => everyday(team, standard, preempts(standard), layout)),
          ]
        : [one];
    }),
  ];
}

const hasGpus = (layout: SlurmLayout) => gpuTypes(usedGroups(layout)).length > 0;

/** `standard` is the everyday jobs of teams, too; and whoever preempts everyday jobs preempts what is beyond a quota first. */
function preempted(names: readonly string[], everydayOnes: boolean, { teams }: SlurmLayout): string[] {
  const owners = teams.filter(({ quotaOf }) => quotaOf === undefined);
  const bursts = owners.flatMap(({ name, burst: more }) => (more === undefined ? [] : [burstQos(name)]));
  return [
    ...names.flatMap((name) =>
      name === "standard" ? [...bursts, name, ...owners.map((team) => teamQos(team))] : [name],
    ),
    ...(everydayOnes ? bursts : []),
  ];
}

function ownQos(qos: ResolvedQos, preempts: readonly string[]): QosSettings {
  const { name, priority, graceSeconds, usageFactor, hasUsageFactor, refuses, limits } = qos;
  const [set, marks] = limitSettings(limits);
  const classic = qos.builtIn;
  return {
    name,
    description: qos.description,
    preempts,
    settings: [
      `Priority=${priority}`,
      ...(preempts.length > 0 ? [`Preempt=${preempts.join(",")}`] : []),
      ...(usageFactor !== 1 || hasUsageFactor || !classic ? [`UsageFactor=${usageFactor}`] : []),
      // jobs in high are preempted by nobody unless config says so
      ...(name !== "high" || graceSeconds !== GRACE_SECONDS ? [`GraceTime=${graceSeconds}`] : []),
      ...(refuses || !classic ? ["Flags=DenyOnLimit"] : []),
      ...set,
    ],
    limits: [
      // that it is of config
      ...(classic ? [] : ["qos"]),
      ...(classic && hasUsageFactor && name !== "scavenger" ? ["UsageFactor"] : []),
      ...(classic && refuses ? ["Flags"] : []),
      ...marks,
    ],
  };
}

/** Of a QOS for teams: what holds of standard, but for what is of all its jobs together. */
function everyday(
  team: SlurmTeamProps,
  standard: ResolvedQos,
  preempts: readonly string[],
  layout: SlurmLayout,
): QosSettings {
  const [quotas, quotaMarks] = teamQuota(team);
  const { gpus: _, gpusPerTeam: __, gpuHours: ___, ...each } = standard.limits;
  const none: GpuLimit = { any: null, byType: {} };
  const [set, marks] = limitSettings({ ...each, gpus: none, gpusPerTeam: none, gpuHours: null });
  return {
    name: teamQos(team),
    description: `Everyday jobs of team ${team.name}`,
    preempts,
    settings: [
      `Priority=${standard.priority}`,
      `Preempt=${preempts.join(",")}`,
      ...(standard.hasUsageFactor ? [`UsageFactor=${standard.usageFactor}`] : []),
      `GraceTime=${standard.graceSeconds}`,
      "Flags=DenyOnLimit",
      `GrpTRES=${[quota(hasGpus(layout) ? team.gpus : undefined, layout), ...quotas].join(",")}`,
      ...(team.gpuHours === undefined ? [] : [`GrpTRESRunMins=gres/gpu=${team.gpuHours * 60}`]),
      ...set,
    ],
    limits: [...(standard.hasUsageFactor ? ["UsageFactor"] : []), ...quotaMarks, ...marks],
  };
}

function burst(team: SlurmTeamProps, gpus: number, layout: SlurmLayout): QosSettings {
  return {
    name: burstQos(team.name),
    description: `Jobs of team ${team.name} beyond its quota`,
    preempts: ["scavenger"],
    settings: [
      `Priority=${BURST_PRIORITY}`,
      "Preempt=scavenger",
      `GraceTime=${GRACE_SECONDS}`,
      "Flags=DenyOnLimit",
      `GrpTRES=${quota(hasGpus(layout) ? gpus : undefined, layout)}`,
    ],
    limits: ["qos"],
  };
}

function teamQuota(team: SlurmTeamProps): [quotas: string[], marks: string[]] {
  const types = Object.entries(team.gpusByType ?? {});
  return [
    types.map(([type, count]) => `gres/gpu:${type}=${Math.max(0, count)}`),
    [
      ...types.map(([type]) => `GrpTRES+gres/gpu:${type}`),
      ...(team.gpuHours === undefined ? [] : ["GrpTRESRunMins+gres/gpu"]),
    ],
  ];
}

/** Settings of limits, and their marks. */
function limitSettings(limits: QosLimits): [settings: string[], marks: string[]] {
  const settings: string[] = [];
  const marks: string[] = [];
  const gpuLimits: [key: string, limit: GpuLimit][] = [
    ["GrpTRES", limits.gpus],
    ["MaxTRESPerUser", limits.gpusPerUser],
    ["MaxTRESPerAccount", limits.gpusPerTeam],
    ["MaxTRESPerJob", limits.gpusPerJob],
  ];
  for (const [key, { any, byType }] of gpuLimits) {
    const counts: [tres: string, count: number][] = [
      ...(any === null ? [] : [["gres/gpu", any] as [string, number]]),
      ...Object.entries(byType).map(([type, count]): [string, number] => [`gres/gpu:${type}`, count]),
    ];
    if (counts.length === 0) continue;
    settings.push(`${key}=${counts.map(([tres, count]) => `${tres}=${count}`).join(",")}`);
    marks.push(...counts.map(([tres]) => `${key}+${tres}`));
  }
  const numbers: [key: string, value: string | number | null, mark: string][] = [
    ["GrpTRESRunMins", limits.gpuHours === null ? null : `gres/gpu=${limits.gpuHours * 60}`, "GrpTRESRunMins+gres/gpu"],
    ["MaxWall", limits.maxHours === null ? null : timeLimit(limits.maxHours), "MaxWall"],
    [
      "PreemptExemptTime",
      limits.exemptMinutes === null ? null : timeLimit(limits.exemptMinutes / 60),
      "PreemptExemptTime",
    ],
    ["MaxJobsPerUser", limits.jobsPerUser, "MaxJobsPerUser"],
    ["MaxSubmitJobsPerUser", limits.submittedPerUser, "MaxSubmitJobsPerUser"],
  ];
  for (const [key, value, mark] of numbers) {
    if (value === null) continue;
    settings.push(`${key}=${value}`);
    marks.push(mark);
  }
  return [settings, marks];
}

/** Instances of a GPU that is cut count as GPUs: as many as the smallest ones make. What they cost is counted beside them. */
function mostPerGpu(layout: SlurmLayout): number {
  const perGpu = usedGroups(layout).flatMap((group) => {
    const counted = gresOf(group).reduce((sum, { count }) => sum + count, 0);
    return group.gpus ? [counted / group.gpus.count] : [];
  });
  return Math.max(1, ...perGpu);
}

/**
 * GPUs, and with them what CPUs and memory of GPU nodes are billed: a job with one GPU that takes a node's CPUs takes its
 * GPUs from others. CPU jobs are billed as well: there is room for all of them, so that they keep no GPU from the team.
 */
function quota(gpus: number | undefined, layout: SlurmLayout): string {
  if (gpus === undefined) return "gres/gpu=-1,billing=-1";
  const billedCpus = usedGroups(layout).map((group) => {
    const shares = layout.partitions.flatMap((p) => (p.nodeGroups.includes(group.name) ? [p.cpusPerNode ?? 0] : []));
    return group.maxNodes * (group.gpus ? Math.max(...shares) : nodeResources(group).cpus);
  });
  const cpuJobs = billedCpus.reduce((sum, cpus) => sum + cpus, 0);
  return `gres/gpu=${gpus * mostPerGpu(layout)},billing=${gpus * GPU_BILLING + cpuJobs}`;
}
