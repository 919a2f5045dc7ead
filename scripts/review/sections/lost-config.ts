import type { SharedPromise } from "../../../config/monitoring/slo-schema";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Retention } from "../../../config/checkpoints/resolve";
import { keptGiB } from "../../../config/monitoring/series";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** What goes by the doing of something in the cluster, so that no resource of a plan shows it. */
export function lostByConfig({ both, where }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const databaseGoes = where("helm_release", "name", DATABASE).some(({ action }) => action === "delete");
  return [
    ...checkpoints(both),
    ...warmElsewhere(both),
    ...metrics(both),
    ...promises(both),
    ...(databaseGoes ? [] : accounting(both)),
  ];
}

/** Release of the accounting database in the cluster; when it goes, that is told. */
const DATABASE = "slurm-database";

type Both = NonNullable<ChangeSet["both"]>;

const TIERS = ["hot", "warm", "cold"] as const;

/** The pruner deletes checkpoints beyond what a tier keeps. */
function checkpoints({ before, after }: Both): SectionFinding[] {
  return TIERS.flatMap((tier) => {
    const [was, now] = [before.checkpoints?.[tier], after.checkpoints?.[tier]];
    const fewer = was && now ? keepsFewer(was, now) : [];
    if (fewer.length === 0) return [];
    const path = `checkpoints.${tier}`;
    return [
      findingOn("lost", "danger", configAddress(after, "platform", path), {
        title: `Checkpoints go sooner from the ${tier} tier: those that it no longer keeps are deleted soon after.`,
        details: fewer,
        about: [path],
      }),
    ];
  });
}

/** What the warm tier wrote stays on the file system before: a training that starts again looks for it on the other one. */
function warmElsewhere({ before, after }: Both): SectionFinding[] {
  const [was, now] = [before, after].map((env) => {
    const aws = awsOf(env);
    return aws?.checkpoints?.warm && aws.lustre ? { volume: aws.lustre.name, path: aws.checkpoints.warm.path } : null;
  });
  if (!was || !now || was.volume === now.volume) return [];
  return [
    findingOn("lost", "danger", configAddress(after, "platform", "checkpoints.warm.fileSystem"), {
      title: `Checkpoints of the warm tier are written to ${now.volume}, and those on ${was.volume} stay there: a training that starts again does not find them.`,
      details: [`${was.volume}:${was.path} → ${now.volume}:${now.path}.`],
      safer: [{ text: `Copy what trainings go on from to ${now.volume} first, or let them end.` }],
      about: ["checkpoints.warm"],
    }),
  ];
}

function keepsFewer(was: Retention, now: Retention): string[] {
  const all = (keepLast: number | null) => keepLast ?? Infinity;
  const last =
    all(now.keepLast) < all(was.keepLast) ? [`keepLast: ${was.keepLast ?? "all"} → ${now.keepLast ?? "all"}`] : [];
  // every 1000th are among every 500th, and not the other way round
  const covers =
    was.keepEvery === null || now.keepLast === null || (now.keepEvery !== null && was.keepEvery % now.keepEvery === 0);
  return covers ? last : [...last, `keepEvery: ${was.keepEvery} → ${now.keepEvery ?? "none"}`];
}

function metrics({ before, after }: Both): SectionFinding[] {
  const [was, now] = [before.monitoring, after.monitoring];
  if (!was.enabled || !now.enabled) return [];
  const days =
    now.retentionDays < was.retentionDays ? [`retentionDays: ${was.retentionDays} → ${now.retentionDays}`] : [];
  const size = now.storageGiB < was.storageGiB ? [`storageGiB: ${was.storageGiB} → ${now.storageGiB}`] : [];
  const stays = now.storageGiB > was.storageGiB ? volumeStays(after, was.storageGiB, now.storageGiB) : [];
  if (days.length + size.length === 0) return stays;
  const title = "Prometheus keeps metrics for a shorter time: older ones are deleted, for good.";
  return [
    findingOn("lost", "danger", configAddress(after, "platform", "monitoring"), {
      title,
      details: [...days, ...size],
      about: ["monitoring"],
    }),
    ...stays,
  ];
}

/** The operator of Prometheus leaves claims as they are, and the size at which the oldest metrics go follows config. */
function volumeStays(after: SiteEnvironment, was: number, now: number): SectionFinding[] {
  const kept = keptGiB(now);
  const fills = kept > was;
  return [
    findingOn("lost", fills ? "danger" : "warning", configAddress(after, "platform", "monitoring.storageGiB"), {
      title: `The volume of Prometheus stays at ${was} GiB, where it is there already: its claim does not grow with storageGiB.`,
      details: [
        fills
          ? `The oldest metrics go beyond ${kept} GiB from now on, which that volume does not hold: Prometheus stops when it is full, and with it every alert.`
          : `The oldest metrics go beyond ${kept} GiB from now on, so that less of the volume is left free than before.`,
      ],
      safer: [{ text: "Make the claim larger first, then deploy: docs/monitoring.md, How long metrics are kept." }],
      about: ["monitoring.storageGiB"],
    }),
  ];
}

const startWords = ({ minutes, percent }: { readonly minutes: number; readonly percent: number }): string =>
  `${percent} % start within ${minutes} minutes`;

/** Promises to users of the cluster that are given up or lowered: alerts about them sound later, or never. */
function promises({ before, after }: Both): SectionFinding[] {
  if (!before.monitoring.enabled || !after.monitoring.enabled) return [];
  const [was, now] = [before.monitoring.slos, after.monitoring.slos];
  const percent = (target: number | "off"): number => (target === "off" ? 0 : target);
  const { jobStart, ...shares } = was;
  const lower = [
    ...(Object.keys(shares) as SharedPromise[])
      .filter((name) => percent(now[name]) < percent(was[name]))
      .map((name) => `${name}: ${was[name]} → ${now[name]}`),
    ...Object.entries(jobStart).flatMap(([name, old]) => {
      const next = now.jobStart[name];
      if (next && next.minutes <= old.minutes && next.percent >= old.percent) return [];
      return [`jobs of ${name}: ${startWords(old)} → ${next ? startWords(next) : "off"}`];
    }),
  ];
  if (lower.length === 0) return [];
  return [
    findingOn("lost", "warning", configAddress(after, "platform", "monitoring.slos"), {
      title: "Less is promised to users of the cluster: alerts about it sound later, or not at all.",
      details: lower,
      about: ["monitoring.slos"],
    }),
  ];
}

/** Another database is empty. */
function accounting({ before, after }: Both): SectionFinding[] {
  const place = ({ slurm }: SiteEnvironment) => {
    if (!slurm) return null;
    const { accounting } = slurm;
    return accounting.kind === "external"
      ? `${accounting.host}:${accounting.port}/${accounting.database}`
      : "the database in the cluster";
  };
  const [was, now] = [place(before), place(after)];
  if (was === null || now === null || was === now) return [];
  return [
    findingOn("lost", "danger", configAddress(after, "slurm", "slurm.accounting"), {
      title: "Slurm's accounting goes to another database: usage, limits and fair share stay in the old one.",
      details: [`${was} → ${now}`, "First: stop slurmdbd, and bring a dump of the old database into the new one."],
      about: ["slurm.accounting"],
    }),
  ];
}
