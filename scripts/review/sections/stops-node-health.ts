import { causeClasses, podSteps } from "../../../config/facts/node-repairs";
import { healthLoopOf } from "../../../config/health/health";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { loosenedHealth, type HealthLimits } from "./health-limits";
import { added, causeDetail, poolDetail } from "./stops-health";
import { andList } from "./words";

const PATH = "health";

/** What other checks of nodes that no partition has, and other answers to them, do to nodes and pods. */
export function stoppedByNodeHealth({ both }: ChangeSet): SectionFinding[] {
  if (!both?.after.health) return [];
  const { before, after } = both;
  const found = (title: string, details: readonly string[]): SectionFinding =>
    findingOn("stops", "warning", configAddress(after, "platform", PATH), { title, details, about: [PATH] });
  const [was, is] = [before.health?.repair, after.health!.repair];
  const [had, has] = [cordons(before), cordons(after)];
  const more = [...has].filter((name) => !had.has(name));
  const fewer = before.health ? [...had].filter((name) => !has.has(name)) : [];
  const repairs = is.mode === "on" && (was?.mode !== "on" || added(was.steps, is.steps).length > 0);
  return [
    ...(more.length > 0
      ? [
          found(`Nodes that ${andList(more)} ${more.length > 1 ? "find" : "finds"} a fault on take no new pod.`, [
            `What runs there goes on. Of each pool at one time: ${limits(after)}.`,
          ]),
        ]
      : []),
    ...(fewer.length > 0
      ? [
          found(
            `Nodes with a fault that ${andList(fewer)} ${fewer.length > 1 ? "find" : "finds"} go on to take pods.`,
            ["Those that are cordoned for it are opened."],
          ),
        ]
      : []),
    ...(repairs
      ? [found("Nodes that are cordoned for a fault are repaired by themselves.", repairDetails(after))]
      : []),
    ...(was?.mode === "on" && is.mode !== "on"
      ? [
          found("Nodes with a fault are no longer repaired by themselves.", [
            "They stay cordoned until somebody mends them: kubectl get nodes -l railyard.dev/fault lists them.",
          ]),
        ]
      : []),
    ...loosenedHealth(after, WORDS, {
      before: limitsOf(before),
      asBefore: limitsOf({ ...after, health: before.health }),
      after: limitsOf(after),
    }),
  ];
}

const WORDS = {
  path: PATH,
  role: "platform",
  key: "cordonsAtOnce",
  held: "cordoned",
  work: "pods",
} as const;

/** What holds faults and repairs of each pool back; empty: nobody asks. */
const limitsOf = (env: SiteEnvironment): HealthLimits[] =>
  healthLoopOf(env).map(({ pool, cordonsAtOnce, repair }) => ({
    pool: pool.name,
    nodes: pool.count.max,
    held: cordonsAtOnce,
    heldPerHour: cordonsAtOnce,
    repair: env.health?.repair.mode === "on" ? repair : null,
    lemon: env.health!.repair.lemon,
  }));

function repairDetails(env: SiteEnvironment): string[] {
  const steps = env.health?.repair.steps ?? [];
  const causes = causeClasses(steps, podSteps).filter((one) => one.steps.length > 0);
  const pools = healthLoopOf(env).flatMap(({ pool, repair }) =>
    repair ? [poolDetail({ pool: pool.name, ...repair }, "take pods")] : [],
  );
  return [...pools, ...causes.map(causeDetail)];
}

/** Checks that cordon nodes of some pool. */
const cordons = (env: SiteEnvironment): ReadonlySet<string> =>
  new Set(
    healthLoopOf(env).flatMap(({ checks }) =>
      checks.flatMap(({ name, reaction }) => (reaction === "cordon" ? [name] : [])),
    ),
  );

const limits = (env: SiteEnvironment): string =>
  healthLoopOf(env)
    .map(({ pool, cordonsAtOnce }) => `${cordonsAtOnce} of ${pool.name}`)
    .join(", ");
