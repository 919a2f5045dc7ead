import { own } from "../../../config/kernel/own";
import { isTeam } from "../../../config/teams/tree";
import type { ResolvedQos } from "../../../config/slurm/qos";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** Whose jobs start later than before: nothing ends, and nothing is refused. */
export function startedLater({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm) return [];
  const { before, after } = both;
  return [...laterInQos(before, after), ...laterInPartitions(before, after), ...smallerShares(before, after)];
}

function laterInQos(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return after.slurm!.qos.flatMap((is) => {
    const was = before.slurm!.qos.find(({ name }) => name === is.name);
    const details = was ? qosLines(was, is) : [];
    if (details.length === 0) return [];
    const path = `slurm.qos.${is.name}`;
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", `${path} order`), {
        title: `Jobs in QOS ${is.name}${is.name === "standard" ? ", and everyday jobs of all teams," : ""} start later than before where others wait.`,
        details: [...details, "Running jobs go on."],
        about: [`${path}.priority`, `${path}.usageFactor`],
      }),
    ];
  });
}

function qosLines(was: ResolvedQos, is: ResolvedQos): string[] {
  return [
    ...(is.priority < was.priority ? [`priority: ${was.priority} → ${is.priority}.`] : []),
    ...(is.usageFactor > was.usageFactor
      ? [
          `usageFactor: ${was.usageFactor} → ${is.usageFactor}: an hour counts for more in fair share, and what its teams start next comes later.`,
        ]
      : []),
  ];
}

function laterInPartitions(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return Object.entries(after.slurm!.partitions).flatMap(([name, is]) => {
    const was = own(before.slurm!.partitions, name);
    if (!was || is.priority >= was.priority) return [];
    const path = `slurm.partitions.${name}.priority`;
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", path), {
        title: `Jobs in partition ${name} start after those of partitions with a higher priority: it has ${is.priority}, and had ${was.priority}.`,
        details: ["Running jobs go on."],
        about: [path],
      }),
    ];
  });
}

/** Shares count against those of teams that have the same team above them; one that comes or goes is no cut. */
function smallerShares(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const stay = Object.keys(after.teams).filter(
    (name) => isTeam(before.teams, name) && before.teams[name]?.parent === after.teams[name]?.parent,
  );
  const part = ({ teams }: SiteEnvironment, name: string) => {
    const all = stay.filter((one) => teams[one]?.parent === teams[name]?.parent);
    return { own: teams[name]!.share, sum: all.reduce((sum, one) => sum + teams[one]!.share, 0) };
  };
  const cut = stay.flatMap((name) => {
    const [was, is] = [part(before, name), part(after, name)];
    // whole numbers: the same part of another sum is the same
    return is.own * was.sum < was.own * is.sum
      ? [{ name, line: `${name}: ${was.own} of ${was.sum} → ${is.own} of ${is.sum}.` }]
      : [];
  });
  if (cut.length === 0) return [];
  const changed = stay.filter((name) => before.teams[name]?.share !== after.teams[name]?.share);
  return [
    findingOn("stops", "warning", configAddress(after, "slurm", "teams share"), {
      title: `Jobs of ${andList(cut.map(({ name }) => name))} start later than before where other teams wait: their share is a smaller part.`,
      details: [...cut.map(({ line }) => line), "Running jobs go on."],
      about: changed.map((name) => `teams.${name}.share`),
    }),
  ];
}
