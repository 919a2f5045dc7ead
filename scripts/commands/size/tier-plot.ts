import type { TierMonths } from "../../../config/physics/tier-months";
import type { Html } from "../../review/render/html";
import { plot } from "./plot";
import { TIER_WORDS, type Tiers } from "./tier-section";
import { round } from "./words";

/** What the tiers in S3 cost by the month; null: unknown, or there are none. */
export function tierPlot(found: Tiers): Html | null {
  if (found === null || "unknown" in found || found.plan.months < 2) return null;
  const lines = found.tiers.flatMap((tier) => {
    const points = tier.tier === "cold" || tier.tier === "archive" ? pointsOf(tier) : [];
    return points.length > 1 ? [{ name: TIER_WORDS[tier.tier], points }] : [];
  });
  // nothing has been written yet, or all of it is unknown
  if (!lines.some(({ points }) => points.some(({ y }) => y > 0))) return null;
  return plot({
    title: "Checkpoints in S3, USD over months",
    caption: "Storage, requests, moves and the days that a class charges at least.",
    lines,
    even: true,
    xText: (value) => round(value, 0),
    yText: (value) => `$${round(value, 0)}`,
  });
}

function pointsOf({ gib, usd, items }: TierMonths) {
  return usd.flatMap((value, month) => {
    if (value === null) return [];
    const parts = items.flatMap(({ item, units, usd: of }) =>
      units[month]! > 0
        ? [`${item.slice("s3/".length)} ${round(units[month]!, 2)} units = $${round(of![month]!, 2)}`]
        : [],
    );
    const formula = `month ${month + 1}: ${round(gib[month]!, 0)} GiB, $${round(value, 2)} = ${parts.join(" + ") || "nothing there"}`;
    return [{ x: month + 1, y: value, marked: true, formula }];
  });
}
