import { number } from "../../lib/terminal/table";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { visible } from "../../lib/terminal/visible";
import { billSection } from "./bill-section";
import { sharesBy, type Dimension, type Share } from "./shares";
import { hours, usd } from "./sums";
import type { Usage } from "./usage";

/** Jobs that a table has at most; all of them are in JSON and CSV. */
const MOST_ROWS = 50;

const percent = (part: number, whole: number): string => (whole > 0 ? `${number((100 * part) / whole, 1)} %` : "");

/** Usage in tables: what there was, what each dimension used, and what took no jobs. */
export function usageSections(usage: Usage, dimensions: readonly Dimension[]): SheetSection[] {
  return [
    ...(usage.gpus.length > 0 ? [balance(usage)] : []),
    ...dimensions.map((dimension) => byDimension(usage, dimension)),
    ...(usage.bill ? [billSection(usage.bill)] : []),
    ...(usage.queues.length > 0 ? [queueSection(usage)] : []),
    ...(usage.out.length > 0 ? [outSection(usage)] : []),
    ...(usage.notes.length > 0
      ? [
          {
            title: "Not in these numbers",
            head: [""],
            rows: usage.notes.map((note) => [visible(note)]),
            right: [],
            notes: [],
          },
        ]
      : []),
  ];
}

function balance({ gpus }: Usage): SheetSection {
  const rows = gpus.flatMap(({ type, gpuHours, used, out, idle, usdPerGpuHour }) =>
    (
      [
        ["held by jobs", used],
        ["drained or down", out],
        ["idle", idle],
        ["in all", gpuHours],
      ] as const
    ).map(([what, part], index) => [
      index === 0 ? type : "",
      what,
      hours(part),
      percent(part, gpuHours),
      usd(usdPerGpuHour === null ? null : part * usdPerGpuHour),
    ]),
  );
  return {
    title: "GPUs of Slurm",
    head: ["GPU", "", "GPU-hours", "share", "USD"],
    rows,
    right: [2, 3, 4],
    notes: [
      "USD: prices of today, of a node by the number of its GPUs; reservations and blocks cost what they cost, used or not",
    ],
  };
}

const TITLES: Readonly<Record<Dimension, string>> = {
  team: "By team",
  user: "By user",
  partition: "By partition",
  qos: "By QOS",
  tag: "By tag",
  job: "By job",
};

function byDimension(usage: Usage, dimension: Dimension): SheetSection {
  // a user or a job is told with the team, which pays
  const keys: readonly Dimension[] =
    dimension === "job" ? ["job", "user", "team", "partition"] : dimension === "user" ? ["user", "team"] : [dimension];
  // pods have a namespace, and nothing else that jobs have
  const rows = usage.rows.filter(({ source }) => dimension === "team" || source === "slurm");
  const shares = sharesBy(rows, keys);
  const whole = shares.reduce((all, { gpuHours }) => all + gpuHours, 0);
  const more = shares.length - MOST_ROWS;
  const title = dimension === "tag" ? `By tag ${usage.tag ?? ""}` : TITLES[dimension];
  return {
    title: visible(title),
    head: [...keys, "from", "jobs", "GPU-hours", "share", "CPU-hours", "USD"],
    rows: shares
      .slice(0, MOST_ROWS)
      .map((share) => [
        ...share.values.map((value) => visible(value) || "none"),
        share.source === "slurm" ? "Slurm" : "Kubernetes",
        share.source === "slurm" ? number(share.jobs) : "",
        hours(share.gpuHours),
        percent(share.gpuHours, whole),
        share.source === "slurm" ? hours(share.cpuHours) : "",
        priceText(share),
      ]),
    right: [1, 2, 3, 4, 5].map((column) => column + keys.length),
    notes: [
      ...(shares.length === 0 ? ["nothing was used of what is counted"] : []),
      ...(more > 0 ? [`and ${number(more)} more, which --json and --csv have`] : []),
    ],
  };
}

function priceText({ usd: known, unpricedGpuHours }: Share): string {
  if (known === null || unpricedGpuHours === 0) return usd(known);
  return `${usd(known)}, ${hours(unpricedGpuHours)} GPU-hours unknown`;
}

function queueSection({ queues }: Usage): SheetSection {
  return {
    title: "Queues of Kueue",
    head: ["queue", "resource", "own", "admitted", "borrowed"],
    rows: queues.map(({ queue, resource, own, admitted, borrowed }) => [
      visible(queue),
      visible(resource),
      hours(own),
      hours(admitted),
      hours(borrowed),
    ]),
    right: [2, 3, 4],
    notes: ["GPU-hours of admitted jobs: those of their pods are in the tables above, and are no others"],
  };
}

function outSection({ out }: Usage): SheetSection {
  const rows = [...out].sort((a, b) => b.gpuHours - a.gpuHours);
  return {
    title: "Drained or down",
    head: ["reason", "state", "nodes", "GPU-hours", "USD"],
    rows: rows.map(({ reason, state, nodes, gpuHours, usd: price }) => [
      visible(reason) || "none given",
      visible(state),
      number(nodes),
      hours(gpuHours),
      usd(price),
    ]),
    right: [2, 3, 4],
    notes: [],
  };
}
