import { compareVersions } from "../../../config/kernel/version-order";
import type { ChartMove } from "./chart-moves";
import type { Item } from "./model";

/** A chart that an environment has, beside its newest release. */
export function chartItem({ chart, pinned, newest, held, source }: ChartMove): Item {
  return { kind: "chart", name: chart, has: pinned.version, ...compared(pinned.version, newest), text: held, source };
}

/** What is said of a version beside the newest one; null is unknown, or that somebody else chooses. */
export function compared(has: string | null, newest: string | null): Pick<Item, "newest" | "state"> {
  if (newest === null) return { newest, state: "unknown" };
  if (has === null) return { newest, state: "behind" };
  return { newest, state: compareVersions(has, newest) < 0 ? "behind" : "current" };
}
