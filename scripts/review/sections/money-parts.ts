import type { ResolvedPool } from "../../../config/pools/pool";
import { gpuHourUsd, pricedParts, type PricedPart } from "../../../config/money/part-prices";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { number } from "../../lib/terminal/table";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** What parts of a GPU cost, where a pool hands out others than before: the same nodes, and another price for each job. */
export function partPrices({ both }: Pick<ChangeSet, "both">): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return after.nodeGroups.flatMap((now) => {
    const was = before.nodeGroups.find(({ name }) => name === now.name);
    if (!was?.gpus || !now.gpus) return [];
    const [old, parts] = [partsOf(was, before), partsOf(now, after)];
    if (shapes(old) === shapes(parts)) return [];
    const key = `nodeGroups.${now.name}.sharing`;
    return [
      findingOn("money", "info", configAddress(after, "platform", key), {
        title: `What somebody gets of a GPU of ${now.name} is another part of it, at another price.`,
        details: [`Before: ${texts(old)}.`, `After: ${texts(parts)}.`],
        about: [key],
      }),
    ];
  });
}

/** Whole GPUs are one part: all of it. */
function partsOf(pool: ResolvedPool, env: SiteEnvironment): readonly PricedPart[] {
  const prices = awsOf(env)?.prices ?? null;
  const parts = pricedParts(pool, prices);
  if (parts.length > 0) return parts;
  const { machineDevices, offers, slurm } = pool.sharing;
  const isKnown = machineDevices === undefined && (offers.length > 0 || typeof slurm !== "string");
  return isKnown ? [{ name: "a whole GPU", perGpu: 1, share: 1, usdPerHour: gpuHourUsd(pool, prices) }] : [];
}

const shapes = (parts: readonly PricedPart[]) =>
  JSON.stringify(parts.map(({ name, perGpu, share }) => [name, perGpu, share]));

function texts(parts: readonly PricedPart[]): string {
  if (parts.length === 0) return "into what its GPUs are cut is not known, and so is no price of it";
  return parts
    .map(({ name, perGpu, share, usdPerHour }) => {
      const of = share === 1 ? name : `${name}, ${number(perGpu)} for each GPU`;
      return `${of}: ${usdPerHour === null ? "price unknown" : `$${usdPerHour.toFixed(3)} an hour`}`;
    })
    .join("; ");
}
