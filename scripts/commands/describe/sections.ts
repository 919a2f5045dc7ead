import { taskText } from "../../../config/checkpoints/resolve-tasks";
import { shortLimit } from "../../../config/slurm/time-limit";
import { costTable, gpuHourText } from "../../lib/environments/cost-table";
import { count } from "../../lib/environments/report-problems";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";
import { checksSection, nodeHealthSection } from "./checks";
import { limitSections } from "./limits";
import { workloadsSection } from "./workloads-section";
import { metricsSection } from "./metrics-section";
import { copiesText } from "../../lib/environments/copies";
import { replicaSection } from "./replica-section";
import { promisesSection } from "./promises-section";
import { datasetsSection } from "./datasets-section";
import { logsSection } from "./logs-section";
import { tracesSection } from "./traces-section";
import { lifeSection } from "./life-section";
import { outboundSection } from "./outbound-section";
import { bisectionAssumption, fabricName } from "./group-fabric";
import type { DataSheet, GroupSheet, TuningSheet } from "./sheet";
import type { LustreSheet, Tier } from "./storage";

const LABELLED = { head: ["", ""], right: [] };
const amount = (value: number | null, unit: string, digits = 0): string =>
  value === null ? "unknown" : `${number(value, digits)} ${unit}`;
const cell = (value: number | null): string => (value === null ? "unknown" : number(value));

/** Disks are sold in decimal units: `600 GB`, `486.4 TB`. */
function diskText(gb: number | null): string {
  return gb !== null && gb >= 1000 ? amount(gb / 1000, "TB", 1) : amount(gb, "GB");
}

/** The sheet in words. */
export function sheetSections(sheet: DataSheet): SheetSection[] {
  return [
    total(sheet),
    ...groups(sheet),
    storage(sheet),
    ...replicaSection(sheet.storage.replica),
    failures(sheet),
    partitions(sheet),
    ...limitSections(sheet.teams, sheet.qos),
    ...checksSection(sheet.checks),
    ...nodeHealthSection(sheet.nodeHealth),
    ...metricsSection(sheet.metrics),
    ...promisesSection(sheet.promises),
    ...datasetsSection(sheet.datasets),
    ...logsSection(sheet.logs),
    ...tracesSection(sheet.traces),
    ...lifeSection(sheet.life),
    ...outboundSection(sheet.outbound),
    ...workloadsSection(sheet.environment, sheet.workloads),
    cost(sheet),
  ];
}

function total(sheet: DataSheet): SheetSection {
  const { gpus, systemNodes, cost: money, failures: failing } = sheet;
  const models = gpus.byModel.map(
    ({ model, count: n, memoryGiB }) => `${number(n)} × ${model}, ${number(memoryGiB)} GiB each`,
  );
  const unknownPrices = money.unknown.length ? `, and unknown: ${money.unknown.join("; ")}` : "";
  const hasFabric = sheet.nodeGroups.some(({ fabric }) => "title" in fabric);
  return {
    ...LABELLED,
    title: "In all, at full size",
    rows: [
      ["GPUs", gpus.count ? `${models.join("; ")}; ${number(gpus.memoryGiB)} GiB in all` : "none"],
      [
        "nodes",
        `${number(sheet.nodes)}${systemNodes ? `, and ${systemNodes.count} × ${systemNodes.instanceType} for the system` : ""}`,
      ],
      ["CPU and memory", `${number(sheet.vcpus)} vCPUs, ${number(sheet.memoryGiB)} GiB (without the system nodes)`],
      [fabricName(sheet), hasFabric ? amount(sheet.fabricGbps, "Gbps") : "none"],
      ["local NVMe", sheet.nvmeGB === 0 ? "none" : diskText(sheet.nvmeGB)],
      ["power", `unknown: ${sheet.power.why}`],
      ["cost", money.usdPerHour === null ? "unknown" : `$${number(money.usdPerHour, 2)} an hour${unknownPrices}`],
      ...(gpus.count ? [["GPU-hours", gpuHourText(money.gpuHours)]] : []),
      [
        "failures",
        failing.perDay ? `${range(failing.perDay, 2)} a day${ofNodes(failing.nodes, sheet.nodes)}` : "unknown",
      ],
    ],
    notes: [],
  };
}

/** A number that stands for a part of the nodes says so. */
const ofNodes = (known: number, all: number): string =>
  known === all ? "" : `, of ${number(known)} of ${count(all, "node")}; unknown of the others`;

function groups(sheet: DataSheet): SheetSection[] {
  const { nodeGroups } = sheet;
  const hardware = nodeGroups.map((group) => [
    group.name,
    group.instanceType,
    nodeText(group),
    group.capacity,
    group.gpus ? `${number(group.gpus.count)} × ${group.gpus.model}` : "–",
    number(group.vcpus),
    number(group.memoryGiB),
    group.nvmeGB === 0 ? "–" : diskText(group.nvmeGB),
    group.zones.join(", ") || "–",
  ]);
  const linked = nodeGroups.filter(({ fabric, nvlinkDomain }) => "title" in fabric || nvlinkDomain);
  const withFabric = linked.some(({ fabric }) => "title" in fabric);
  return [
    {
      title: "Node groups",
      head: ["node group", "type", "nodes", "capacity", "GPUs", "vCPUs", "GiB", "NVMe", "zones"],
      rows: hardware,
      right: [2, 5, 6, 7],
      notes: [],
    },
    {
      title: "Network of the GPUs",
      head: ["node group", "NVLink domain", `${fabricName(sheet)}/node`, "Gbps/node", "Gbps in all", "bisection Gbps"],
      rows: linked.map((group) => [group.name, group.nvlinkDomain?.text ?? "–", ...fabricCells(group)]),
      right: [2, 3, 4, 5],
      notes: withFabric ? [bisectionAssumption(fabricName(sheet))] : [],
    },
    {
      title: "Parts of GPUs",
      head: ["node group", "part", "for each GPU", "of a GPU", "USD an hour"],
      rows: nodeGroups.flatMap(({ name, gpuParts }) =>
        gpuParts.map((part) => [
          name,
          part.name,
          number(part.perGpu),
          `${number(part.share * 100, 1)} %`,
          part.usdPerHour === null ? "unknown" : number(part.usdPerHour, 3),
        ]),
      ),
      right: [2, 3, 4],
      notes: [],
    },
    {
      title: "Host settings",
      head: ["node group", "for", "settings", "written", "image's", "others by", "a node that lacks one"],
      rows: nodeGroups.flatMap(({ name, tuning }) => (tuning ? [[name, ...tuningCells(tuning)]] : [])),
      right: [2, 3, 4],
      notes: [],
    },
  ].filter(({ rows }) => rows.length > 0);
}

function tuningCells({ purpose, settings, written, byImage, by, gate, maxCordoned }: TuningSheet): string[] {
  const lacking = gate === "cordon" ? `takes no new job, ${number(maxCordoned ?? 0)} at a time` : "takes jobs as it is";
  return [
    purpose,
    number(settings),
    number(written),
    number(byImage),
    by === "daemon" ? "a daemon" : "user data",
    lacking,
  ];
}

function fabricCells({ fabric, nodes }: GroupSheet): string[] {
  if (!("title" in fabric)) return ["–", "–", "–", "–"];
  const { devicesPerNode, gbpsPerNode, totalGbps, bisectionGbps } = fabric;
  return [number(devicesPerNode), cell(gbpsPerNode), cell(totalGbps), nodes.max < 2 ? "–" : cell(bisectionGbps)];
}

const nodeText = ({ nodes: { min, max } }: GroupSheet): string => (min === max ? number(max) : `${min}–${max}`);

function storage({ storage: { lustre, volumes, tiers, replica } }: DataSheet): SheetSection {
  const rows = [
    ...(lustre ? [["Lustre", lustreText(lustre)]] : []),
    ...volumes.map(({ title, lines, zones, mountPath, homes }) => [
      title,
      [...lines, zones.join(" and "), homes ? `${mountPath} with the homes of users` : mountPath]
        .filter(Boolean)
        .join(", "),
    ]),
    ...tiers.map((tier) => [tier.name, tierText(tier)]),
    ...(replica ? [["copies", copiesText(replica)]] : []),
  ];
  return {
    ...LABELLED,
    title: "Storage",
    rows: rows.length ? rows : [["none", ""]],
    notes: lustre?.readGBps ? ["GB/s: what all disks of the file system sustain for reads; clients may have less"] : [],
  };
}

function lustreText(lustre: LustreSheet): string {
  return [
    lustre.capacityGiB === null ? "grows with use" : `${number(lustre.capacityGiB)} GiB`,
    amount(lustre.readGBps, "GB/s", 1),
    ...(lustre.metadataIops === null ? [] : [`${number(lustre.metadataIops)} metadata IOPS`]),
    `${lustre.deployment}${lustre.efa ? " with EFA" : ""}`,
    lustre.zone,
    lustre.mountPath,
  ].join(", ");
}

function tierText({ place, moves, expireAfterDays, keep, keepData, tasks, name, lifecycle }: Tier): string {
  if (lifecycle === "unknown")
    return `${place}, how long objects are kept is unknown: the bucket exists, and its lifecycle is not Railyard's`;
  const inS3 = name !== "warm";
  return [
    place,
    ...moves.map(({ afterDays, to }) => `${to} after ${count(afterDays, "day")}`),
    ...(inS3 && expireAfterDays !== null ? [`deleted after ${count(expireAfterDays, "day")}`] : []),
    ...(inS3 && expireAfterDays === null && !keep?.keepLast ? ["kept for ever"] : []),
    ...(keep?.keepLast ? [`the last ${keep.keepLast} of a run`] : []),
    ...(keep?.keepEvery ? [`and every one whose number ${keep.keepEvery} divides`] : []),
    ...(keepData ? [`contents of the last ${keepData} alone, once tiers.sbatch has released the others`] : []),
    ...tasks.map(taskText),
  ].join(", ");
}

function failures({ failures: failing }: DataSheet): SheetSection {
  const rates = failing.rates.map(({ gpu, perThousandNodeDays, counted, source, asOf }) => [
    `rate, ${gpu}`,
    `${number(perThousandNodeDays, 2)} in 1000 node-days: ${counted} (${source}, ${asOf})`,
  ]);
  return {
    ...LABELLED,
    title: "Expected failures",
    rows: [
      ["a day", failing.perDay ? `${range(failing.perDay, 2)}, on ${count(failing.nodes, "node")}` : "unknown"],
      ["hours between two", failing.hoursBetween ? range(failing.hoursBetween, 1) : "unknown"],
      ["formula", failing.formula],
      ...spareRows(failing.spares),
      ...rates,
    ],
    notes: failing.notes,
  };
}

function spareRows({ repairHours, share, pools }: DataSheet["failures"]["spares"]): string[][] {
  return pools.map(({ pool, nodes, low, high }) => [
    `spares, ${pool}`,
    `${low === high ? number(low) : `${number(low)} to ${number(high)}`} of ${count(nodes, "node")}, so that the others are there in ${number(share * 100)} % of the time: Poisson, a node back in ${number(repairHours)} hours`,
  ]);
}

const range = ({ low, high }: { readonly low: number; readonly high: number }, digits: number): string =>
  `${number(low, digits)} to ${number(high, digits)}`;

function partitions({ partitions: list }: DataSheet): SheetSection {
  if (list.length === 0) return { ...LABELLED, title: "Slurm partitions", rows: [["none", ""]], notes: [] };
  return {
    title: "Slurm partitions",
    head: ["partition", "node groups", "nodes", "GPUs", "longest job", "where none is asked", ""],
    rows: list.map((partition) => [
      partition.name,
      partition.nodeGroups.join(", "),
      number(partition.nodes),
      partition.gpus ? number(partition.gpus) : "–",
      shortLimit(partition.maxHours),
      shortLimit(partition.defaultHours),
      partition.default ? "default" : "",
    ]),
    right: [2, 3, 4, 5],
    notes: [],
  };
}

function cost({ cost: money, region }: DataSheet): SheetSection {
  const { head, rows, right, notes } = costTable(money);
  return { title: region === null ? "Cost" : `Cost: estimate in ${region}, USD`, head, rows, right, notes };
}
