import type { ResolvedPool } from "../../../config/pools/pool";
import { sectionLines } from "../../lib/terminal/sheet-section";
import type { Check, CheckProps } from "../../verify/check";

const GROUPS: Readonly<Record<Check["group"], string>> = {
  node: "each node",
  pair: "pairs of nodes",
  all: "all nodes",
};

/** What would be run on each pool, and what would not, with the reason. */
export function listText(pools: readonly ResolvedPool[], checks: readonly Check[], props: CheckProps): string {
  if (pools.length === 0)
    return props.on === "slurm"
      ? "No pool with GPUs is in a partition: name one with --pool."
      : "No pool has GPUs: name one with --pool.";
  return pools
    .map((pool) => {
      const plans = checks.map((check) => ({ check, plan: check.plan(pool, props) }));
      return sectionLines({
        title: `${pool.name}: ${pool.machineType}, by ${props.on === "slurm" ? "jobs of Slurm" : "Jobs of Kubernetes"}`,
        head: ["check", "runs on", "at most", "what it is"],
        rows: plans.flatMap(({ check: { id, title, group, minutes }, plan }) =>
          typeof plan === "string" ? [] : [[id, GROUPS[group], `${minutes} min`, title]],
        ),
        right: [],
        notes: plans.flatMap(({ check: { id }, plan }) =>
          typeof plan === "string" ? [`${id} is not run: ${plan}`] : [],
        ),
      }).join("\n");
    })
    .join("\n\n");
}
