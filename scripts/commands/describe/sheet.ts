import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CostItem, GpuHours, ResolvedCost } from "../../../config/money/cost";
import { pricedParts, type PricedPart } from "../../../config/money/part-prices";
import type { PriceBook } from "../../../config/money/price-book";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ResolvedTuning } from "../../../config/tuning/tuning";
import type { ResolvedCapacity } from "../../../config/sites/aws-eks/capacity/resolve";
import { awsOf, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { expectedFailures, type ExpectedFailures } from "../../lib/environments/failures";
import { qosSheets, teamSheets, type QosSheet, type TeamSheet } from "./limits";
import { datasetSheets, type DatasetSheet } from "./datasets-section";
import { logsSheet, type LogsSheet } from "./logs-section";
import { promisesSheet, type PromisesSheet } from "./promises-section";
import { tracesSheet, type TracesSheet } from "./traces-section";
import { metricsSize, type MetricsSize } from "../../../config/monitoring/series";
import { checksSheet, nodeHealthSheet, type ChecksSheet, type NodeHealthSheet } from "./checks";
import { workloadSheets, type WorkloadSheet } from "./workloads-section";
import { lifeSheet, type LifeSheet } from "./life";
import { outboundSheet, type OutboundSheet } from "./outbound";
import { groupFabric, type GroupFabric } from "./group-fabric";
import { nvlinkDomain, type NvlinkDomain } from "../../lib/environments/nvlink";
import { storageSheet, type StorageSheet } from "./storage";

/** The data sheet of an environment at full size. Null is unknown, unless the text says that there is none. */
export interface DataSheet {
  readonly environment: string;
  /** Where its cluster stands: a kind of `config/sites`. */
  readonly site: string;
  /** Null outside AWS. */
  readonly account: string | null;
  readonly region: string | null;
  readonly profile: "production" | "development";
  readonly kubernetes: string;
  readonly gpus: {
    readonly count: number;
    readonly memoryGiB: number;
    readonly byModel: readonly GpuModel[];
  };
  readonly nodeGroups: readonly GroupSheet[];
  /** Nodes of the node groups, without system nodes. */
  readonly nodes: number;
  readonly vcpus: number;
  readonly memoryGiB: number;
  /** Of all groups with a fabric together; null: one of them is unknown. 0 without any. */
  readonly fabricGbps: number | null;
  /** Local disks of all node groups, decimal; null: one of them is unknown. */
  readonly nvmeGB: number | null;
  /** Null where the cluster is there already: whoever looks after it knows. */
  readonly systemNodes: {
    readonly count: number;
    readonly instanceType: string;
    readonly vcpus: number;
    readonly memoryGiB: number;
  } | null;
  readonly storage: StorageSheet;
  readonly power: { readonly watts: null; readonly why: string };
  readonly cost: {
    /** Sums of what is known; null: no price is known. */
    readonly usdPerHour: number | null;
    readonly usdPerMonth: number | null;
    readonly items: readonly CostItem[];
    readonly unknown: readonly string[];
    readonly gpuHours: GpuHours;
    /** A month in the hours of the schedule; null: there is none. */
    readonly scheduled: ResolvedCost["scheduled"];
  };
  readonly failures: ExpectedFailures;
  readonly partitions: readonly PartitionSheet[];
  /** None without Slurm. */
  readonly teams: readonly TeamSheet[];
  readonly qos: readonly QosSheet[];
  /** What nodes are asked and how they are repaired; null: config says nothing of it. */
  readonly checks: ChecksSheet | null;
  /** The same of nodes that no partition has; null: config says nothing of it. */
  readonly nodeHealth: NodeHealthSheet | null;
  /** What Prometheus keeps; null: monitoring is off. */
  readonly metrics: MetricsSize | null;
  /** Null: monitoring is off, or nothing is promised. */
  readonly promises: PromisesSheet | null;
  /** What trainings read; empty: config names nothing. */
  readonly datasets: readonly DatasetSheet[];
  /** Null: nobody keeps logs. */
  readonly logs: LogsSheet | null;
  /** Null: nobody keeps traces. */
  readonly traces: TracesSheet | null;
  readonly life: LifeSheet;
  readonly outbound: OutboundSheet;
  readonly workloads: readonly WorkloadSheet[];
}

export interface GpuModel {
  readonly model: string;
  readonly count: number;
  /** Of one GPU. */
  readonly memoryGiB: number;
}

export interface GroupSheet {
  readonly name: string;
  /** What its machines are called. */
  readonly instanceType: string;
  /** `existing`: the machines are there. */
  readonly capacity: ResolvedCapacity["kind"] | "existing";
  /** None outside AWS. */
  readonly zones: readonly string[];
  readonly nodes: { readonly min: number; readonly max: number };
  readonly gpus: GpuModel | null;
  /** What somebody has of a GPU where they are shared. */
  readonly gpuParts: readonly PricedPart[];
  readonly nvlinkDomain: NvlinkDomain | null;
  readonly fabric: GroupFabric;
  readonly vcpus: number;
  readonly memoryGiB: number;
  /** Decimal; null: unknown. */
  readonly nvmeGB: number | null;
  /** How its hosts are set up; null: as their image and owner have them. */
  readonly tuning: TuningSheet | null;
}

/** What is known of a pool's profile. */
export interface TuningSheet {
  readonly purpose: ResolvedTuning["purpose"];
  readonly settings: number;
  /** Those of them that config writes; the others follow from purpose and hardware. */
  readonly written: number;
  /** Those that only an image, or whoever boots the node, can make. */
  readonly byImage: number;
  /** Who makes the others. */
  readonly by: "user-data" | "daemon";
  readonly gate: ResolvedTuning["gate"];
  readonly maxCordoned: ResolvedTuning["maxCordoned"];
}

export interface PartitionSheet {
  readonly name: string;
  readonly nodeGroups: readonly string[];
  readonly nodes: number;
  readonly gpus: number;
  readonly maxHours: number;
  readonly defaultHours: number;
  readonly default: boolean;
}

const NO_POWER = "AWS does not publish the power of instances, and no document read gives it";
const NO_POWER_HERE = "config does not say what the machines draw";

/** Everything that `describe` prints of an environment, as it is in `--json`. */
export function dataSheet(env: SiteEnvironment): DataSheet {
  const aws = awsOf(env);
  const nodeGroups = env.nodeGroups.map((group) => groupSheet(group, aws?.prices ?? null));
  const models = gpuModels(nodeGroups);
  return {
    environment: env.name,
    site: env.site,
    account: aws?.account ?? null,
    region: env.region,
    profile: env.production ? "production" : "development",
    kubernetes: env.cluster.version,
    gpus: {
      count: sum(models.map((model) => model.count)) ?? 0,
      memoryGiB: sum(models.map((model) => model.count * model.memoryGiB)) ?? 0,
      byModel: models,
    },
    nodeGroups,
    nodes: sum(nodeGroups.map(({ nodes }) => nodes.max)) ?? 0,
    vcpus: sum(nodeGroups.map(({ vcpus }) => vcpus)) ?? 0,
    memoryGiB: sum(nodeGroups.map(({ memoryGiB }) => memoryGiB)) ?? 0,
    fabricGbps: sum(nodeGroups.map(({ fabric }) => ("totalGbps" in fabric ? fabric.totalGbps : 0))),
    nvmeGB: sum(nodeGroups.map(({ nvmeGB }) => nvmeGB)),
    systemNodes: aws && systemNodes(aws),
    storage: storageSheet(env),
    power: { watts: null, why: aws ? NO_POWER : NO_POWER_HERE },
    cost: env.cost,
    failures: expectedFailures(env.nodeGroups),
    partitions: partitions(env),
    teams: teamSheets(env),
    qos: qosSheets(env),
    checks: checksSheet(env),
    nodeHealth: nodeHealthSheet(env),
    metrics: metricsSize(env),
    promises: promisesSheet(env),
    datasets: datasetSheets(env),
    logs: logsSheet(env),
    traces: tracesSheet(env),
    life: lifeSheet(env),
    outbound: outboundSheet(env),
    workloads: workloadSheets(env.workloads),
  };
}

function systemNodes({ cluster }: AwsEnvironment): DataSheet["systemNodes"] {
  const { count, instanceType } = cluster.systemNodes;
  const { vcpus, memoryMiB } = INSTANCE_TYPES[instanceType];
  return { count, instanceType, vcpus: vcpus * count, memoryGiB: (memoryMiB / 1024) * count };
}

function groupSheet(group: ResolvedPool, prices: PriceBook | null): GroupSheet {
  const { name, machineType, count: nodes, hardware, gpus } = group;
  const disks = hardware.nvme.count === 0 ? 0 : hardware.nvme.totalGB;
  return {
    name,
    instanceType: machineType,
    capacity: group.machines.kind === "aws" ? group.machines.capacity.kind : "existing",
    zones: group.machines.kind === "aws" ? group.machines.zones : [],
    nodes: { min: nodes.min, max: nodes.max },
    gpus: gpus && { model: gpus.model, count: gpus.count * nodes.max, memoryGiB: gpus.memoryMiB / 1024 },
    gpuParts: pricedParts(group, prices),
    nvlinkDomain: nvlinkDomain(hardware, nodes.max),
    fabric: groupFabric(group),
    vcpus: hardware.vcpus * nodes.max,
    memoryGiB: (hardware.memoryMiB / 1024) * nodes.max,
    nvmeGB: disks === null ? null : disks * nodes.max,
    tuning: tuningSheet(group),
  };
}

function tuningSheet({ tuning, machines }: ResolvedPool): TuningSheet | null {
  if (!tuning) return null;
  const { purpose, settings, gate, maxCordoned } = tuning;
  return {
    purpose,
    settings: settings.length,
    written: settings.filter(({ from }) => from === "config").length,
    byImage: settings.filter(({ by }) => by === "image").length,
    by: machines.kind === "aws" ? "user-data" : "daemon",
    gate,
    maxCordoned,
  };
}

function gpuModels(groups: readonly GroupSheet[]): GpuModel[] {
  const models = new Map<string, GpuModel>();
  for (const { gpus } of groups) {
    if (!gpus) continue;
    const before = models.get(gpus.model)?.count ?? 0;
    models.set(gpus.model, { ...gpus, count: before + gpus.count });
  }
  return [...models.values()];
}

function partitions({ slurm, nodeGroups }: SiteEnvironment): PartitionSheet[] {
  return Object.entries(slurm?.partitions ?? {}).map(([name, partition]) => {
    const groups = nodeGroups.filter((group) => partition.nodeGroups.includes(group.name));
    return {
      name,
      nodeGroups: partition.nodeGroups,
      nodes: sum(groups.map(({ count: nodes }) => nodes.max)) ?? 0,
      gpus: sum(groups.map(({ count: nodes, gpus }) => nodes.max * (gpus?.count ?? 0))) ?? 0,
      maxHours: partition.maxHours,
      defaultHours: partition.defaultHours,
      default: partition.default,
    };
  });
}

/** Null where one of the numbers is. */
function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>((all, one) => (all === null || one === null ? null : all + one), 0);
}
