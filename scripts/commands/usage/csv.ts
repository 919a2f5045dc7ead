import type { Billed } from "./billed";
import type { Usage } from "./usage";
import { DIMENSIONS, sharesBy, type Dimension } from "./shares";

const HEAD = [
  "environment",
  "cost_center",
  "from",
  "to",
  "source",
  ...DIMENSIONS,
  "state",
  "reason",
  "jobs",
  "gpu_hours",
  "cpu_hours",
  "usd",
  "unpriced_gpu_hours",
];

/**
 * Usage as CSV, with what was idle or took no jobs as lines of their own: the GPU-hours of Slurm add up to what there was.
 * `usd` is that of GPU-hours with a known price; it is empty where none has one. Lines of the source `aws` are what was billed.
 * @param withJobs a line for each job; else jobs that differ in nothing else are one line
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function usageCsv(usage: Usage, withJobs: boolean): string {
  const head = [usage.environment, usage.costCenter, usage.from, usage.to];
  const keys: readonly Dimension[] = withJobs ? DIMENSIONS : DIMENSIONS.filter((dimension) => dimension !== "job");
  const blank = DIMENSIONS.map(() => "");
  const rows = [
    ...sharesBy(usage.rows, keys).map((share) => [
      ...head,
      share.source,
      ...DIMENSIONS.map((dimension) => share.values[keys.indexOf(dimension)] ?? ""),
      "used",
      "",
      share.source === "slurm" ? String(share.jobs) : "",
      rounded(share.gpuHours),
      rounded(share.cpuHours),
      price(share.usd),
      rounded(share.unpricedGpuHours),
    ]),
    ...usage.out.map(({ state, reason, gpuHours, usd }) => [
      ...head,
      "slurm",
      ...blank,
      state.toLowerCase(),
      reason,
      "",
      rounded(gpuHours),
      "",
      price(usd),
      usd === null ? rounded(gpuHours) : "0",
    ]),
    ...usage.gpus.map(({ type, idle, usdPerGpuHour }) => [
      ...head,
      "slurm",
      ...blank,
      "idle",
      type,
      "",
      rounded(idle),
      "",
      price(usdPerGpuHour === null ? null : idle * usdPerGpuHour),
      usdPerGpuHour === null ? rounded(idle) : "0",
    ]),
    ...(usage.bill ? billRows(usage.bill).map((row) => [...head, ...row]) : []),
  ];
  return [HEAD, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What AWS billed: other money for the same hours, so that its lines have a source of their own, and no GPU-hours twice. */
function billRows({ parts, undivided }: Billed): string[][] {
  const row = (team: string, state: string, reason: string, usd: number): string[] => [
    "aws",
    ...DIMENSIONS.map((dimension) => (dimension === "team" ? team : "")),
    state,
    reason,
    "",
    "",
    "",
    rounded(usd),
    "",
  ];
  return [
    ...parts.map(({ team, what, nodeGroups, usd }) => row(team ?? "", what, nodeGroups.join(" "), usd)),
    ...undivided.map(({ nodeGroup, why, usd }) => row("", "not divided", `${nodeGroup || "none"}: ${why}`, usd)),
  ];
}

const price = (usd: number | null): string => (usd === null ? "" : rounded(usd));

const rounded = (value: number): string => String(Number(value.toFixed(4)));

/**
 * Users choose comments and reasons: what a spreadsheet would take for a formula gets an apostrophe before it.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Whether a text is usage as CSV. */
export const isUsageCsv = (text: string): boolean => text.startsWith(HEAD.join(","));
