import type { GpuLimit, ResolvedQos } from "../../../config/slurm/qos";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { quotaLeft } from "../../../config/teams/quota";
import { quotaOwner, teamPartitions } from "../../../config/teams/tree";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** What a team may use in Slurm. */
export interface TeamSheet {
  readonly name: string;
  readonly parent: string | null;
  readonly share: number;
  /** Team whose quota its jobs count against. */
  readonly quotaOf: string;
  /** GPUs for it and for teams below without a quota; null: no limit. */
  readonly gpus: number | null;
  readonly gpusByType: Readonly<Record<string, number>>;
  readonly gpuHours: number | null;
  readonly burst: number | null;
  /** Null: all. */
  readonly partitions: readonly string[] | null;
  readonly qos: readonly string[];
  readonly coordinators: readonly string[];
  /** Groups of the directory whose people are users of it, too. */
  readonly directoryGroups: readonly string[];
}

/** What jobs in a QOS may use. */
export interface QosSheet {
  readonly name: string;
  readonly priority: number;
  readonly preempts: readonly string[];
  /** Each limit as a key of config, and its value in words. */
  readonly limits: readonly string[];
}

/** Teams of an environment with Slurm. */
export function teamSheets({ slurm, teams }: SiteEnvironment): TeamSheet[] {
  if (!slurm) return [];
  return Object.entries(teams).map(([name, { parent, share, burst, qos, coordinators, directoryGroups }]) => ({
    name,
    parent: parent ?? null,
    share,
    quotaOf: quotaOwner(teams, name),
    ...quotaLeft(teams, name),
    burst: burst ?? null,
    partitions: teamPartitions(teams, name),
    qos,
    coordinators,
    directoryGroups,
  }));
}

/** QOS of an environment with Slurm, lowest first. */
export function qosSheets({ slurm }: SiteEnvironment): QosSheet[] {
  const all = (slurm?.qos ?? []).map(({ name, priority, preempts, limits }) => ({
    name,
    priority,
    preempts,
    limits: limitTexts(limits),
  }));
  return all.sort((a, b) => a.priority - b.priority);
}

function limitTexts({ gpus, gpusPerUser, gpusPerTeam, gpusPerJob, ...numbers }: ResolvedQos["limits"]): string[] {
  const ofGpus = Object.entries({ gpus, gpusPerUser, gpusPerTeam, gpusPerJob }).flatMap(([key, limit]) =>
    gpuText(key, limit),
  );
  return [
    ...ofGpus,
    ...Object.entries(numbers).flatMap(([key, value]) => (value === null ? [] : [`${key} ${number(value)}`])),
  ];
}

function gpuText(key: string, { any, byType }: GpuLimit): string[] {
  const types = Object.entries(byType).map(([type, count]) => `${number(count)} ${type}`);
  const all = [...(any === null ? [] : [number(any)]), ...types];
  return all.length > 0 ? [`${key} ${all.join(", ")}`] : [];
}

const orAll = (list: readonly string[] | null): string => (list === null ? "all" : list.join(", "));

/** Teams and QOS in words; nothing where there is no team. */
export function limitSections(teams: readonly TeamSheet[], qos: readonly QosSheet[]): SheetSection[] {
  if (teams.length === 0) return [];
  return [
    {
      title: "Teams",
      head: ["team", "below", "share", "GPUs", "beyond", "GPU hours ahead", "partitions", "QOS", "coordinators"],
      rows: teams.map((team) => [
        team.name,
        team.parent ?? "–",
        number(team.share),
        quotaText(team),
        team.burst === null ? "–" : number(team.burst),
        team.gpuHours === null ? "no limit" : number(team.gpuHours),
        orAll(team.partitions),
        team.qos.join(", ") || "–",
        team.coordinators.join(", ") || "–",
      ]),
      right: [2, 4, 5],
      notes: [
        "GPUs that teams below have of their own are taken off. A share is one among teams below the same one.",
        ...teams
          .filter(({ directoryGroups }) => directoryGroups.length > 0)
          .map(
            ({ name, directoryGroups }) => `People of the directory come to ${name} by ${directoryGroups.join(", ")}.`,
          ),
      ],
    },
    {
      title: "QOS",
      head: ["QOS", "priority", "preempts", "limits"],
      rows: qos.map((one) => [
        one.name,
        number(one.priority),
        one.preempts.join(", ") || "–",
        one.limits.join("; ") || "–",
      ]),
      right: [1],
      notes: ["standard stands for everyday jobs of teams, too."],
    },
  ];
}

function quotaText({ name, quotaOf, gpus, gpusByType }: TeamSheet): string {
  if (quotaOf !== name) return `those of ${quotaOf}`;
  const types = Object.entries(gpusByType).map(([type, count]) => `${number(count)} ${type}`);
  const all = gpus === null ? "no limit" : number(gpus);
  return types.length > 0 ? `${all} (${types.join(", ")})` : all;
}
