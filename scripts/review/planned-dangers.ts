import { awsOf } from "../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { kindOf, type PlanJson } from "../lib/terraform/plan-json";
import { asApplied } from "./as-applied";
import type { ConfigChange, Finding } from "./model";
import { mistakesOf } from "./plan-form";
import { foreignResources } from "./read-plan";
import { review } from "./review";
import { RECOVERY_KEY, recoveryOf } from "./sections/lost-recovery";

/** Keys whose effect is compared with what was applied, or that lose neither data nor jobs: their releases may change. */
const COMPARED = ["checkpoints", "monitoring", "alarms"];

/** Keys that explain why releases change. */
function comparedKeys(before: SiteEnvironment | null, after: SiteEnvironment): ConfigChange[] {
  const isOther = before !== null && recoveryOf(before) !== recoveryOf(after);
  return [...COMPARED, ...(isOther ? [RECOVERY_KEY] : [])].map((path) => ({
    path,
    before: null,
    after: null,
    policy: null,
  }));
}

/** A change in place that loses data or ends jobs. */
export interface PlannedDanger {
  /** As `--allow` names it: `<stack>.<address>`, or of a key that no resource has alone. */
  readonly name: string;
  readonly title: string;
  readonly details: readonly string[];
  readonly safer: NonNullable<Finding["safer"]>;
}

export interface PlannedDangers {
  readonly dangers: readonly PlannedDanger[];
  /** Why the plan cannot be relied on. */
  readonly problems: readonly string[];
}

/**
 * What a real plan of one stack loses or ends by changing, as the review says it. What it deletes or replaces is not among
 * it (`losses`). No earlier config is known: what was applied stands in for it.
 */
export function plannedDangers(
  environment: SiteEnvironment,
  { stack, plan, now }: { readonly stack: string; readonly plan: PlanJson; readonly now: Date },
): PlannedDangers {
  const { name } = environment;
  const account = awsOf(environment)?.account;
  const problems = [
    ...mistakesOf(plan).map((mistake) => `The plan cannot be read: ${mistake}.`),
    ...foreignResources(plan, name, account === undefined ? [] : [account]).map(
      (what) =>
        `Its state has resources of ${what}, and this is ${name}: look where the state is (state.bucket of the config).`,
    ),
  ];
  if (problems.length > 0) return { dangers: [], problems };
  const { resource_changes: changes = [] } = plan;
  const isThere = changes.some(({ mode, change }) => mode === "managed" && change.before !== null);
  const goes = new Set(
    changes
      .filter(({ change }) => ["delete", "replace"].includes(kindOf(change) ?? ""))
      .map(({ address }) => `${stack}.${address}`),
  );
  // what comes about has lost nothing
  const before = isThere ? asApplied(environment, plan) : null;
  const { findings } = review({
    environment: name,
    before,
    after: environment,
    config: comparedKeys(before, environment),
    stacks: [{ stack, plan }],
    asked: "aws",
    acknowledgements: [],
    now,
  });
  const dangers = findings.flatMap(({ section, severity, address, title, details, safer = [] }) =>
    severity === "danger" && (section === "lost" || section === "stops") && address !== undefined && !goes.has(address)
      ? [{ name: address, title, details, safer }]
      : [],
  );
  return { dangers, problems };
}
