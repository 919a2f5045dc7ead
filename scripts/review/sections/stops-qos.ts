import type { GpuLimit, QosLimits, ResolvedQos } from "../../../config/slurm/qos";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { limitText } from "../../../config/slurm/time-limit";
import { configAddress, findingOn, type SectionFinding } from "./change-set";
import { less, without } from "./less";
import { andList } from "./words";

/** What other QOS, and other limits of them, do to whose jobs. */
export function stoppedByQos(
  was: readonly ResolvedQos[],
  is: readonly ResolvedQos[],
  env: SiteEnvironment,
): SectionFinding[] {
  return was
    .flatMap((before): SectionFinding[] => {
      const path = `slurm.qos.${before.name}`;
      const address = configAddress(env, "slurm", path);
      const after = is.find(({ name }) => name === before.name);
      if (!after) {
        // one that is removed is told with all that goes from Slurm
        if (env.slurm?.prune) return [];
        const title = `QOS ${before.name} is not in config any more: it stays in Slurm with its limits, and no team is given it.`;
        return [findingOn("stops", "warning", address, { title, about: [path] })];
      }
      const details = narrower(before, after);
      const hurried = lessTimeToWrite(before, after, is, env);
      if (details.length === 0) return hurried;
      return [
        ...hurried,
        findingOn("stops", "warning", address, {
          title: `Jobs in QOS ${before.name}${before.name === "standard" ? ", and everyday jobs of all teams," : ""} may use less than before.`,
          details,
          about: [path],
        }),
      ];
    })
    .concat(
      is.flatMap((after): SectionFinding[] => {
        const before = was.find(({ name }) => name === after.name);
        const more = without(after.preempts, before?.preempts ?? []);
        if (more.length === 0) return [];
        const path = `slurm.qos.${after.name}.preempts`;
        const graces = more.map((name) => `${name}: ${is.find((one) => one.name === name)?.graceSeconds ?? 0} s`);
        return [
          findingOn("stops", "danger", configAddress(env, "slurm", path), {
            title: `Running jobs in ${andList(more)} may be requeued for jobs in ${after.name}: what they have not written is lost.`,
            details: [`Time to write a checkpoint: ${graces.join(", ")}.`, who(after.name, env)],
            about: [path],
          }),
        ];
      }),
    );
}

function who(qos: string, { teams, slurm }: SiteEnvironment): string {
  const all = slurm?.qos.find(({ name }) => name === qos)?.everyone;
  const names = Object.entries(teams).flatMap(([name, team]) => (team.qos.includes(qos) ? [name] : []));
  if (all) return `Every team has ${qos}.`;
  return names.length > 0 ? `${andList(names)} may use ${qos}.` : `No team of config has ${qos}.`;
}

function narrower(before: ResolvedQos, after: ResolvedQos): string[] {
  const [was, is] = [before.limits, after.limits];
  const gpus = (["gpus", "gpusPerUser", "gpusPerTeam", "gpusPerJob"] as const).flatMap((key) =>
    gpuLines(key, was[key], is[key]),
  );
  const numbers = (["gpuHours", "jobsPerUser", "submittedPerUser"] as const satisfies readonly (keyof QosLimits)[]).map(
    (key) => less(key, was[key], is[key]),
  );
  const closed =
    after.partitions && (before.partitions ? without(before.partitions, after.partitions) : ["all others"]);
  return [
    ...gpus,
    ...numbers,
    less("maxHours", was.maxHours, is.maxHours, limitText),
    less("maxHours", was.maxHours, is.maxHours) !== null
      ? "Waiting jobs that ask for more time are not started."
      : null,
    closed && closed.length > 0 ? `It may no longer be used in ${andList(closed)}.` : null,
  ].filter((line) => line !== null);
}

/** Jobs that give way have less time than when they were started. Where no QOS takes nodes from theirs, nobody gives way. */
function lessTimeToWrite(
  before: ResolvedQos,
  { name, graceSeconds, limits: { exemptMinutes } }: ResolvedQos,
  all: readonly ResolvedQos[],
  env: SiteEnvironment,
): SectionFinding[] {
  const was = before.limits.exemptMinutes ?? 0;
  const details = [
    graceSeconds < before.graceSeconds
      ? `Time from the first signal to the end of a job that is preempted: ${before.graceSeconds} s → ${graceSeconds} s.`
      : null,
    was > (exemptMinutes ?? 0)
      ? `Minutes that a job runs before it may be preempted: ${was} → ${exemptMinutes ?? 0}.`
      : null,
  ].filter((line) => line !== null);
  const takers = all.filter(({ preempts }) => preempts.includes(name)).map((one) => one.name);
  if (details.length === 0) return [];
  const path = `slurm.qos.${name}`;
  const isTaken = takers.length > 0;
  return [
    findingOn("stops", isTaken ? "danger" : "warning", configAddress(env, "slurm", `${path}.grace`), {
      title: isTaken
        ? `Jobs in QOS ${name} have less time when they give way to ${andList(takers)}: what they have not written by then is lost, also of jobs that run.`
        : `Jobs in QOS ${name} have less time when they give way, which none does: no QOS preempts it.`,
      details,
      about: [path],
    }),
  ];
}

function gpuLines(key: string, was: GpuLimit, is: GpuLimit): (string | null)[] {
  const types = [...new Set([...Object.keys(was.byType), ...Object.keys(is.byType)])];
  return [
    less(key, was.any, is.any),
    ...types.map((type) => less(`${key} of type ${type}`, was.byType[type] ?? null, is.byType[type] ?? null)),
  ];
}
