import type { ResolvedPool } from "../../../config/pools/pool";
import { sectionLines } from "../../lib/terminal/sheet-section";
import type { Check, CheckProps, ClusterCheck, PlannedCheck } from "../../verify/check";
import type { VerifyPlan } from "./plan";

type Listed = Pick<VerifyPlan, "pools" | "checks" | "clusterChecks">;

const GROUPS: Readonly<Record<Check["group"], string>> = {
  node: "each node",
  pair: "pairs of nodes",
  all: "all nodes",
};

/** What would be run on each pool, and what would not, with the reason. */
export function listText({ pools, checks, clusterChecks }: Listed, props: CheckProps): string {
  const asked = clusterChecks.length > 0 ? [askedText(clusterChecks)] : [];
  if (pools.length > 0) return [...asked, ...pools.map((pool) => poolText(pool, checks, props))].join("\n\n");
  if (checks.length === 0) return asked.join("");
  return [
    ...asked,
    props.on === "slurm"
      ? "No pool with GPUs is in a partition: name one with --pool."
      : "No pool has GPUs: name one with --pool.",
  ].join("\n\n");
}

const placesOf = ({ group }: Check, { nodes }: PlannedCheck): string => {
  if (!nodes) return GROUPS[group];
  return nodes.least === 1 ? "1 node" : `${nodes.least} nodes`;
};

/** What waits for a check, by its suites: what is only run each week is told, and nobody waits. */
function holdsUp({ suites }: Check): string {
  if (suites.includes("join")) return "a first job";
  return suites.includes("accept") ? "handing over" : "nothing";
}

const askedText = (checks: readonly ClusterCheck[]): string =>
  sectionLines({
    title: "The cluster: its API is asked",
    head: ["check", "what it is"],
    rows: checks.map(({ id, title }) => [id, title]),
    right: [],
    notes: [],
  }).join("\n");

function poolText(pool: ResolvedPool, checks: readonly Check[], props: CheckProps): string {
  const plans = checks.map((check) => ({ check, plan: check.plan(pool, props) }));
  return sectionLines({
    title: `${pool.name}: ${pool.machineType}, by ${props.on === "slurm" ? "jobs of Slurm" : "Jobs of Kubernetes"}`,
    head: ["check", "runs on", "at most", "holds up", "what it is"],
    rows: plans.flatMap(({ check, plan }) =>
      typeof plan === "string"
        ? []
        : [[check.id, placesOf(check, plan), `${check.minutes} min`, holdsUp(check), check.title]],
    ),
    right: [],
    notes: plans.flatMap(({ check: { id }, plan }) => (typeof plan === "string" ? [`${id} is not run: ${plan}`] : [])),
  }).join("\n");
}
