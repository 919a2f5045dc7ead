import { partitionsOf } from "../../../config/slurm/partitions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Bill } from "./bill";
import type { Tally } from "./tally";

/** Part of what AWS has billed for GPU nodes of Slurm. */
export interface BilledPart {
  /** Node groups whose instances have the tag. */
  readonly nodeGroups: readonly string[];
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
  /** What no account of Slurm is told, by why. */
  readonly undivided: readonly { readonly what: string; readonly usd: number }[];
}

/**
 * What is billed for node groups goes to accounts by the GPU-hours that their jobs held there; what was drained, down or idle has its
 * part. Slurm counts by type of GPU: groups of one type are divided together.
 */
export function billed(env: SiteEnvironment, bill: Bill, { gpus, held }: Pick<Tally, "gpus" | "held">): Billed {
  const inSlurm = new Set(partitionsOf(env).flatMap(([, { nodeGroups }]) => nodeGroups));
  const typesOf = (name: string): readonly string[] => {
    const pool = env.nodeGroups.find((one) => one.name === name);
    if (!pool?.gpus || !inSlurm.has(name) || typeof pool.sharing.slurm === "string") return [];
    return [...new Set(pool.sharing.slurm.gres.map(({ type }) => type))];
  };
  const byType = new Map<string, string[]>();
  const undivided: { what: string; usd: number }[] = [];
  for (const [name, usd] of bill.groups) {
    const [type, ...more] = typesOf(name);
    const counted = gpus.some((one) => one.type === type && one.gpuHours > 0);
    if (type !== undefined && more.length === 0 && counted) byType.set(type, [...(byType.get(type) ?? []), name]);
    else undivided.push({ what: `node group ${name}: ${whyNot(env, name, inSlurm, more.length > 0)}`, usd });
  }
  if (bill.rest !== 0)
    undivided.push({ what: "what has no node group: control plane, storage, traffic", usd: bill.rest });
  const parts = [...byType].flatMap(([type, nodeGroups]) => {
    const balance = gpus.find((one) => one.type === type)!;
    const usd = nodeGroups.reduce((sum, name) => sum + bill.groups.get(name)!, 0);
    // seconds are rounded by Slurm: the whole bill is divided, whatever they add up to
    const whole = balance.used + balance.out + balance.idle;
    const part = (team: string | null, what: BilledPart["what"], gpuHours: number): BilledPart[] =>
      gpuHours > 0 ? [{ nodeGroups, team, what, gpuHours, usd: (usd * gpuHours) / whole }] : [];
    return [
      ...held.filter((one) => one.type === type).flatMap(({ team, gpuHours }) => part(team, "used", gpuHours)),
      ...part(null, "drained or down", balance.out),
      ...part(null, "idle", balance.idle),
    ];
  });
  const usd = [...bill.groups.values()].reduce((sum, one) => sum + one, bill.rest);
  return { metric: bill.metric, isEstimated: bill.isEstimated, usd, parts, undivided };
}

function whyNot(env: SiteEnvironment, name: string, inSlurm: ReadonlySet<string>, isCut: boolean): string {
  const pool = env.nodeGroups.find((one) => one.name === name);
  if (!pool) return "config does not have it";
  if (!inSlurm.has(name)) return "it is in no partition of Slurm";
  if (!pool.gpus) return "it has no GPUs";
  return isCut ? "its GPUs are cut into several types" : "Slurm knows of no GPU of its type in that time";
}
