import { causeClasses, type CauseClass, type AnyRepairStep } from "../../../config/facts/node-repairs";
import { healthOf } from "../../../config/slurm/health";
import { repairOf, type PoolRepair } from "../../../config/slurm/repair";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { loosenedHealth, type HealthLimits } from "./health-limits";
import { andList } from "./words";

const PATH = "slurm.health";

/** What other checks of nodes, and other answers to them, do to nodes and jobs. */
export function stoppedByHealth({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm) return [];
  const { before, after } = both;
  const found = (title: string, details: readonly string[]): SectionFinding =>
    findingOn("stops", "warning", configAddress(after, "slurm", PATH), { title, details, about: [PATH] });
  const [was, is] = [before.slurm!.health, after.slurm!.health];
  if (was && !is) {
    return [
      found("Nodes that checks have drained stay so until somebody takes them back.", [
        "scontrol update nodename=<names> state=resume does; sinfo -R lists them.",
        "From then on GPUs, XIDs, rows of memory, devices of the fabric and volumes alone are looked at.",
      ]),
    ];
  }
  if (!is) return [];
  const repairs =
    is.repair.mode === "on" && (was?.repair.mode !== "on" || added(was.repair.steps, is.repair.steps).length > 0);
  const [had, has] = [drains(before), drains(after)];
  const more = [...has].filter((name) => !had.has(name));
  const fewer = was ? [...had].filter((name) => !has.has(name)) : [];
  return [
    ...(more.length > 0
      ? [
          found(`Nodes that ${andList(more)} ${more.length > 1 ? "find" : "finds"} a fault on take no new job.`, [
            `What runs there goes on. Of each pool at one time: ${limits(after)}.`,
          ]),
        ]
      : []),
    ...(fewer.length > 0
      ? [
          found(
            `Nodes with a fault that ${andList(fewer)} ${fewer.length > 1 ? "find" : "finds"} go on to take jobs.`,
            ["Those that were drained for it stay so until they have started anew, or somebody takes them back."],
          ),
        ]
      : []),
    ...(was?.resume === "checks" && is.resume === "people"
      ? [found("Nodes that are mended stay drained until somebody takes them back.", ["sinfo -R lists them."])]
      : []),
    ...(repairs ? [found(REPAIRS, repairDetails(after))] : []),
    ...(was?.repair.mode === "on" && is.repair.mode !== "on"
      ? [
          found("Nodes with a fault are no longer repaired by themselves.", [
            "They stay drained until somebody mends them; sinfo -R lists them.",
          ]),
        ]
      : []),
    ...loosenedHealth(after, HELD, {
      before: limitsOf(before),
      asBefore: was ? limitsOf({ ...after, slurm: { ...after.slurm!, health: was } }) : [],
      after: limitsOf(after),
    }),
  ];
}

const HELD = {
  path: PATH,
  role: "slurm",
  key: "drainsAtOnce",
  held: "drained",
  work: "jobs",
} as const;

/** What holds faults and repairs of each pool back; empty: nobody asks. */
function limitsOf(env: SiteEnvironment): HealthLimits[] {
  const repair = env.slurm?.health?.repair;
  return (healthOf(env) ?? []).map(({ pool, drainsAtOnce, drainsPerHour }) => ({
    pool,
    nodes: env.nodeGroups.find(({ name }) => name === pool)?.count.max ?? 0,
    held: drainsAtOnce,
    heldPerHour: drainsPerHour,
    repair: repair?.mode === "on" ? repair : null,
    lemon: repair!.lemon,
  }));
}

const REPAIRS = "Nodes that checks have drained, with no job on them, are repaired by themselves.";

export const added = <Step>(was: readonly Step[], is: readonly Step[]): Step[] =>
  is.filter((step) => !was.includes(step));

const WORDS: Readonly<Record<AnyRepairStep, string>> = {
  evict: "pods that cannot go on are sent away",
  restart: "the slurmd pod is made anew",
  reset: "all GPUs are reset",
  reboot: "the node is started anew",
  replace: "the instance is ended, with what is on its own disks, and another one takes its place",
};

function repairDetails(env: SiteEnvironment): string[] {
  const pools = repairOf(env) ?? [];
  const steps = env.slurm?.health?.repair.steps ?? [];
  const causes = causeClasses(steps).filter((one) => one.steps.length > 0);
  return [...pools.map((pool) => poolDetail(pool)), ...causes.map(causeDetail)];
}

/** What is done about which causes. */
export const causeDetail = ({ steps, causes }: CauseClass): string => `${steps.join(", then ")}: ${causes.join("; ")}.`;

/** What repair does to nodes of a pool, and how much of it at the most. @param works what a node does that counts for the floor */
export function poolDetail(
  {
    pool,
    steps,
    stepsPerHour,
    atOnce,
    floorPercent,
    replacedBy,
  }: Omit<PoolRepair, "steps"> & { readonly steps: readonly AnyRepairStep[] },
  works = "take jobs",
): string {
  const what = steps.map((step) =>
    step === "replace" && replacedBy === "list" ? "what nothing mends is put on a list" : WORDS[step],
  );
  return `${pool}: by the cause ${what.join("; ")}. ${atOnce} at a time, ${stepsPerHour} steps in an hour, and none while fewer than ${floorPercent} % of it ${works}.`;
}

/** Checks that drain nodes of some pool. */
const drains = (env: SiteEnvironment): ReadonlySet<string> =>
  new Set(
    (healthOf(env) ?? []).flatMap(({ checks }) =>
      checks.flatMap(({ name, reaction }) => (reaction === "drain" ? [name] : [])),
    ),
  );

const limits = (env: SiteEnvironment): string =>
  (healthOf(env) ?? []).map(({ pool, drainsAtOnce }) => `${drainsAtOnce} of ${pool}`).join(", ");
