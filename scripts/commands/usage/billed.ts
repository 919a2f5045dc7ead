import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Bill } from "./bill";
import { NODE_GROUP_TAG } from "./bill-command";
import type { Tally } from "./tally";

/** Part of what AWS has billed for GPU nodes of Slurm. */
export interface BilledPart {
  /** Node groups whose instances have the tag. */
  readonly nodeGroups: readonly string[];
  /** Type of their GPUs, as Slurm has it. */
  readonly gpuType: string;
  /** Account of Slurm; null: nobody's. */
  readonly team: string | null;
  readonly what: "used" | "drained or down" | "idle";
  readonly gpuHours: number;
  readonly usd: number;
}

/** A bill beside what Slurm knows: parts, and what is not divided, add up to it. */
export interface Billed {
  readonly metric: string;
  readonly isEstimated: boolean;
  readonly usd: number;
  readonly parts: readonly BilledPart[];
  /** What no account of Slurm is told, and why. A name of "" is what has no tag. */
  readonly undivided: readonly { readonly nodeGroup: string; readonly why: string; readonly usd: number }[];
  /** What has no tag, by service of AWS; null: the bill does not say. */
  readonly untagged: readonly { readonly service: string; readonly usd: number }[] | null;
  /** What must be known to believe it. */
  readonly notes: readonly string[];
}

/**
 * What is billed for node groups goes to accounts by the GPU-hours that their jobs held there; what was drained, down or idle has its
 * part. Slurm counts by type of GPU: groups of one type are divided together.
 */
export function billed(env: SiteEnvironment, bill: Bill, { gpus, held }: Pick<Tally, "gpus" | "held">): Billed {
  const inSlurm = groupNamesInPartitions(env);
  const typesOf = (name: string) => typesOfGroup(env, name, inSlurm);
  const byType = new Map<string, string[]>();
  const undivided: { nodeGroup: string; why: string; usd: number }[] = [];
  for (const [name, usd] of bill.groups) {
    const [type, ...more] = typesOf(name);
    const counted = gpus.some((one) => one.type === type && one.gpuHours > 0);
    if (type !== undefined && more.length === 0 && counted) byType.set(type, [...(byType.get(type) ?? []), name]);
    else undivided.push({ nodeGroup: name, why: whyNot(env, name, inSlurm, more.length > 0), usd });
  }
  const inBill = new Set([...bill.groups].flatMap(([name, usd]) => (usd === 0 ? [] : typesOf(name))));
  const unseen = gpus.filter(({ type, gpuHours }) => gpuHours > 0 && !inBill.has(type));
  if (bill.rest !== 0) undivided.push({ nodeGroup: "", why: whyUntagged(bill, unseen.length > 0), usd: bill.rest });
  const parts = [...byType].flatMap(([type, nodeGroups]) => {
    const balance = gpus.find((one) => one.type === type)!;
    const usd = nodeGroups.reduce((sum, name) => sum + bill.groups.get(name)!, 0);
    // seconds are rounded by Slurm: the whole bill is divided, whatever they add up to
    const whole = balance.used + balance.out + balance.idle;
    const part = (team: string | null, what: BilledPart["what"], gpuHours: number): BilledPart[] =>
      gpuHours > 0 ? [{ nodeGroups, gpuType: type, team, what, gpuHours, usd: (usd * gpuHours) / whole }] : [];
    return [
      ...held.filter((one) => one.type === type).flatMap(({ team, gpuHours }) => part(team, "used", gpuHours)),
      ...part(null, "drained or down", balance.out),
      ...part(null, "idle", balance.idle),
    ];
  });
  const usd = [...bill.groups.values()].reduce((sum, one) => sum + one, bill.rest);
  return {
    metric: bill.metric,
    isEstimated: bill.isEstimated,
    usd,
    parts,
    undivided,
    untagged:
      bill.restByService &&
      [...bill.restByService].map(([service, usd]) => ({ service, usd })).toSorted((a, b) => b.usd - a.usd),
    notes: billNotes(bill, unseen),
  };
}

/** Types of the GPUs that Slurm counts of a node group. */
function typesOfGroup(env: SiteEnvironment, name: string, inSlurm: ReadonlySet<string>): readonly string[] {
  const pool = env.nodeGroups.find((one) => one.name === name);
  if (!pool?.gpus || !inSlurm.has(name) || typeof pool.sharing.slurm === "string") return [];
  return [...new Set(pool.sharing.slurm.gres.map(({ type }) => type))];
}

/** Instances, in the words of Cost Explorer. */
const INSTANCES = "Amazon Elastic Compute Cloud - Compute";

/** What is billed for instances without the tag; null: the bill does not say. */
const untaggedInstances = ({ restByService }: Bill): number | null =>
  restByService === null ? null : (restByService.get(INSTANCES) ?? 0);

/** @param lacksNodes whether Slurm had GPUs for which no node group is billed */
function whyUntagged(bill: Bill, lacksNodes: boolean): string {
  const instances = untaggedInstances(bill);
  if (instances !== null && instances !== 0) return "it has no tag of a node group, and instances are among it";
  if (bill.groups.size === 0 || lacksNodes) return "it has no tag of a node group: nodes may be among it";
  return "it has no tag of a node group, as control plane, file systems, traffic and capacity that nobody uses have none";
}

/** What makes a bill hard to believe. @param unseen GPUs that Slurm had, and of which no node group is billed */
function billNotes(bill: Bill, unseen: Tally["gpus"]): string[] {
  const { groups, rest, daysWithout } = bill;
  const had = unseen.map(({ type, gpuHours }) => `${Number(gpuHours.toFixed(1))} GPU-hours of ${type}`).join(" and ");
  const instances = untaggedInstances(bill);
  const tells = [
    ...(groups.size === 0 ? [`nothing in the bill has the tag ${NODE_GROUP_TAG}`] : []),
    ...(had === "" ? [] : [`Slurm had ${had}, and the bill has no cost of their node groups`]),
    ...(instances === null || instances === 0
      ? []
      : [
          `$${instances.toFixed(2)} without the tag are of ${INSTANCES}: instances, or reserved capacity that nobody used`,
        ]),
  ];
  return [
    ...tells,
    ...(tells.length > 0 && rest !== 0
      ? [
          `the tag ${NODE_GROUP_TAG} may not be active as a cost allocation tag of the account that pays, or was not for all of that time: days before it is active stay without it`,
          ...(instances === null
            ? ["which services that is: ask with --group-by Type=DIMENSION,Key=SERVICE after the tag"]
            : []),
        ]
      : []),
    ...(daysWithout.length > 0
      ? [
          `of ${daysWithout.length === 1 ? daysWithout[0] : `${daysWithout.length} days, the first of them ${daysWithout[0]},`} the bill has no costs at all, and what they were is unknown: nothing was there, or nothing had the tag railyard:environment`,
        ]
      : []),
  ];
}

function whyNot(env: SiteEnvironment, name: string, inSlurm: ReadonlySet<string>, isCut: boolean): string {
  const pool = env.nodeGroups.find((one) => one.name === name);
  if (!pool) return "config does not have it";
  if (!inSlurm.has(name)) return "it is in no partition of Slurm";
  if (!pool.gpus) return "it has no GPUs";
  return isCut ? "its GPUs are cut into several types" : "Slurm knows of no GPU of its type in that time";
}
