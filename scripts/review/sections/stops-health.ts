import { healthOf } from "../../../config/slurm/health";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
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
  ];
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
