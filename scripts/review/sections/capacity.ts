import { own } from "../../../config/kernel/own";
import { fabricTitle } from "../../../config/fabrics/resolve";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { lustresOf } from "../../../config/storage/fsx-lustre/per-file-system";
import type { ResolvedLustre } from "../../../config/storage/fsx-lustre/resolve";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ResolvedPartition } from "../../../config/slurm/resolve";
import { limitText } from "../../../config/slurm/time-limit";
import { numberText } from "../../lib/terminal/numbers";
import type { Row, Table } from "../model";
import type { ChangeSet, SectionFinding } from "./change-set";
import { count, signed } from "./words";

type Env = SiteEnvironment | null;

/** A number that two environments have; null: it does not exist there; undefined: it is not known. */
type Measured = number | null | undefined;

interface Measure {
  readonly label: string;
  readonly before: Measured;
  readonly after: Measured;
  readonly text: (value: number) => string;
}

const number = (value: number): string => numberText(value, 0, 2);
const unit = (name: string) => (value: number) => `${number(value)} ${name}`;
const counted = (noun: string) => (value: number) => count(value, noun);

/** GPUs, nodes, network, storage and partitions, before and after. */
export function capacityTable({ input: { before, after } }: ChangeSet): Table {
  const rows = [
    ...measures(before, after).map(measureRow),
    ...typeRows(before, after),
    ...partitionRows(before, after),
  ];
  return { section: "capacity", title: "Capacity and speed", rows, notes: notes(before, after) };
}

function measures(before: Env, after: Env): Measure[] {
  const both = (label: string, read: (env: SiteEnvironment) => Measured, text: Measure["text"]): Measure => ({
    label,
    before: before && read(before),
    after: after && read(after),
    text,
  });
  const models = names(before, after, ({ nodeGroups }) => nodeGroups.flatMap(({ gpus }) => (gpus ? [gpus.model] : [])));
  const groups = names(before, after, ({ nodeGroups }) => nodeGroups.map(({ name }) => name));
  const fabric = fabricTitle([before, after].flatMap((env) => env?.nodeGroups ?? []).map((group) => group.fabric));
  const groupOf = (env: SiteEnvironment, name: string) => env.nodeGroups.find((group) => group.name === name);
  return [
    both("GPUs", gpus, counted("GPU")),
    ...(models.length > 1
      ? models.map((model) => both(`GPUs: ${model}`, (env) => gpus(env, model), counted("GPU")))
      : []),
    ...groups.map((name) =>
      both(`Node group ${name}: nodes`, (env) => groupOf(env, name)?.count.max ?? null, counted("node")),
    ),
    ...groups.flatMap((name) => {
      const measure = both(
        `Node group ${name}: ${fabric} for each node`,
        (env) => fabricGbps(groupOf(env, name)),
        unit("Gbps"),
      );
      return measure.before === null && measure.after === null ? [] : [measure];
    }),
    both(`${fabric} of all nodes`, allFabricGbps, unit("Gbps")),
    ...names(before, after, (env) => lustres(env).map(({ name }) => name)).flatMap((name) => {
      const title = name === "lustre" ? "Lustre" : `Lustre ${name}`;
      const lustreOf = (env: SiteEnvironment) => lustres(env).find((one) => one.name === name) ?? null;
      const of = (read: (lustre: ResolvedLustre) => Measured) => (env: SiteEnvironment) => {
        const lustre = lustreOf(env);
        return lustre && read(lustre);
      };
      return [
        both(
          `${title}: capacity`,
          of(({ size }) => size.capacityGiB ?? undefined),
          unit("GiB"),
        ),
        both(
          `${title}: throughput`,
          of(({ throughputMBps }) => throughputMBps ?? undefined),
          unit("MB/s"),
        ),
        both(
          `${title}: metadata`,
          of(({ size }) => size.metadataIops),
          unit("IOPS"),
        ),
      ];
    }),
  ].filter((measure) => measure.before !== null || measure.after !== null);
}

const lustres = (env: SiteEnvironment): readonly ResolvedLustre[] => {
  const aws = awsOf(env);
  return aws ? lustresOf(aws) : [];
};

function gpus({ nodeGroups }: SiteEnvironment, model?: string): number | null {
  const having = nodeGroups.filter(({ gpus }) => gpus && (model === undefined || gpus.model === model));
  return having.length === 0
    ? null
    : having.reduce((sum, { count: nodes, gpus }) => sum + nodes.max * (gpus?.count ?? 0), 0);
}

function fabricGbps(group: ResolvedPool | undefined): Measured {
  return group && group.fabric.devices > 0 ? (group.fabric.gbps ?? undefined) : null;
}

function allFabricGbps({ nodeGroups }: SiteEnvironment): Measured {
  const all = nodeGroups.filter(({ fabric }) => fabric.devices > 0);
  if (all.length === 0) return null;
  const rates = all.map((group) => ({ nodes: group.count.max, gbps: fabricGbps(group) }));
  return rates.some(({ gbps }) => typeof gbps !== "number")
    ? undefined
    : rates.reduce((sum, { nodes, gbps }) => sum + nodes * Number(gbps), 0);
}

function measureRow({ label, before, after, text }: Measure): Row {
  const cell = (value: Measured) => (value === undefined ? "unknown" : value === null ? null : text(value));
  const row = { label, before: cell(before), after: cell(after), changed: before !== after };
  const delta = deltaText(before, after, text);
  return delta === null ? row : { ...row, delta };
}

/** `+4 nodes`; null where one of both is no number, or nothing differs. */
function deltaText(before: Measured, after: Measured, text: Measure["text"]): string | null {
  const numbers = typeof before === "number" && typeof after === "number";
  return numbers && before !== after ? signed(after - before, text) : null;
}

/** Types of the groups that get another one. */
function typeRows(before: Env, after: Env): Row[] {
  const typeOf = (env: Env, name: string) => env?.nodeGroups.find((group) => group.name === name)?.machineType ?? null;
  return names(before, after, ({ nodeGroups }) => nodeGroups.map(({ name }) => name)).flatMap((name) => {
    const [was, now] = [typeOf(before, name), typeOf(after, name)];
    return was === null || now === null || was === now
      ? []
      : [{ label: `Node group ${name}: type`, before: was, after: now, changed: true }];
  });
}

function partitionRows(before: Env, after: Env): Row[] {
  return names(before, after, ({ slurm }) => Object.keys(slurm?.partitions ?? {})).map((name) => {
    const [was, now] = [before, after].map((env) => partitionText(env, own(env?.slurm?.partitions, name)));
    return { label: `Slurm partition ${name}`, before: was ?? null, after: now ?? null, changed: was !== now };
  });
}

/** `16 nodes of h100, 128 GPUs, up to 336 hours` */
function partitionText(env: Env, partition: ResolvedPartition | undefined): string | null {
  if (!env || !partition) return null;
  const groups = env.nodeGroups.filter(({ name }) => partition.nodeGroups.includes(name));
  const nodes = groups.reduce((sum, group) => sum + group.count.max, 0);
  const all = groups.reduce((sum, { count: nodes, gpus }) => sum + nodes.max * (gpus?.count ?? 0), 0);
  return [
    `${count(nodes, "node")} of ${partition.nodeGroups.join(", ")}`,
    ...(all > 0 ? [count(all, "GPU")] : []),
    `up to ${limitText(partition.maxHours)}`,
    ...(partition.default ? ["default"] : []),
  ].join(", ");
}

/** Names of both environments, those before first. */
function names(before: Env, after: Env, read: (env: SiteEnvironment) => readonly string[]): string[] {
  return [...new Set([before, after].flatMap((env) => (env ? read(env) : [])))];
}

function notes(before: Env, after: Env): string[] {
  const groups = [before, after].flatMap((env) => env?.nodeGroups ?? []);
  return [
    "Nodes are the most that config allows.",
    ...(groups.some((group) => group.machines.kind === "aws" && group.machines.capacity.kind === "capacity-block")
      ? ["Nodes of Capacity Blocks are there while their block is."]
      : []),
  ];
}

/** What gets more or less, in a sentence each; what ends with it is told where work stops. */
export function capacity({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  return measures(both.before, both.after).flatMap(({ label, before, after, text }): SectionFinding[] => {
    if (before === after) return [];
    const [was, now] = [before, after].map((value) =>
      value === undefined ? "unknown" : value === null ? "none" : text(value),
    );
    const less = typeof before === "number" && (after === null || (typeof after === "number" && after < before));
    // one model for another is no loss by itself: the sum tells that
    const isLoss = less && !label.startsWith("GPUs: ");
    return [
      { section: "capacity", severity: isLoss ? "warning" : "info", title: `${label}: ${was} → ${now}.`, details: [] },
    ];
  });
}
