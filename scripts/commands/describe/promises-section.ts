import type { SiteEnvironment } from "../../../config/sites/environment";
import { PROMISED_DAYS } from "../../../constructs/slos/recordings";
import type { SheetSection } from "../../lib/terminal/sheet-section";

/** What is promised to users of a cluster. */
export interface PromisesSheet {
  /** Shares in percent; null: nothing is promised. */
  readonly shares: Readonly<
    Record<"nodeAvailability" | "controlPlane" | "goodput" | "checkpointSuccess", number | null>
  >;
  /** By QOS: within how many minutes which share of jobs starts. */
  readonly jobStart: Readonly<Record<string, { readonly minutes: number; readonly percent: number }>>;
  /** Days over which budgets of errors are counted. */
  readonly days: number;
}

/** Null where monitoring is off, or nothing is promised. */
export function promisesSheet({ monitoring }: Pick<SiteEnvironment, "monitoring">): PromisesSheet | null {
  if (!monitoring.enabled) return null;
  const { jobStart, ...targets } = monitoring.slos;
  const share = (target: number | "off"): number | null => (target === "off" ? null : target);
  const shares = {
    nodeAvailability: share(targets.nodeAvailability),
    controlPlane: share(targets.controlPlane),
    goodput: share(targets.goodput),
    checkpointSuccess: share(targets.checkpointSuccess),
  };
  const isSome = Object.keys(jobStart).length > 0 || Object.values(shares).some((percent) => percent !== null);
  return isSome ? { shares, jobStart, days: Math.min(PROMISED_DAYS, monitoring.retentionDays) } : null;
}

const WORDS: Readonly<Record<keyof PromisesSheet["shares"], readonly [title: string, text: string]>> = {
  nodeAvailability: ["nodes", "of nodes take jobs"],
  controlPlane: ["control plane", "of requests to the API are answered, and of the time slurmctld answers"],
  goodput: ["goodput", "of the time of trainings that tell of their steps they get ahead"],
  checkpointSuccess: ["checkpoints", "of theirs become whole"],
};

/** The sheet in words; nothing where nothing is promised. */
export function promisesSection(sheet: PromisesSheet | null): SheetSection[] {
  if (!sheet) return [];
  const { shares, jobStart, days } = sheet;
  const named = (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((name) => {
    const [title, text] = WORDS[name];
    return shares[name] === null ? [] : [[title, `${shares[name]} % ${text}`]];
  });
  const starts = Object.entries(jobStart).map(([qos, { minutes, percent }]) => [
    `jobs of ${qos}`,
    `${percent} % start within ${minutes} ${minutes === 1 ? "minute" : "minutes"} of waiting for nodes`,
  ]);
  return [
    {
      title: "Promises",
      head: ["", ""],
      right: [],
      rows: [...named, ...starts],
      notes: [
        `Budgets of errors are counted over ${days} days. What nothing measures is not promised: monitoring.slos.`,
      ],
    },
  ];
}
