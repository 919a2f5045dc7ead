import type { DatasetDrift } from "../../../config/datasets/drift-schema";
import { HOURS_BETWEEN, hoursApart, poolsForPods, startedBy } from "../../../config/datasets/retrain";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** Hours of 30 days. */
const MONTH = 720;
/** No plan has them: they are jobs that people submit. */
const WHEN = (name: string) =>
  `It goes for jobs that are written anew (npx railyard examples ${name}) and submitted: those in the queue stay as they are.`;

/** What is no longer found of drift, and trainings that start by themselves. */
export function datasetDrift({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return [...new Set([...before.datasets, ...after.datasets].map(({ name }) => name))].flatMap((name) => {
    const [was, now] = [before, after].map((env) => env.datasets.find((one) => one.name === name)?.drift ?? null);
    return [...found(after, name, was!, now!), ...started(after, name, was!, now!)];
  });
}

/** What changes in how much is found, and how often: more of each number is less. @param way 1 for less, -1 for more */
const moved = (was: DatasetDrift, now: DatasetDrift, way: 1 | -1): string[] => {
  const keys = {
    psi: now.psi - was.psi,
    ks: now.ks - was.ks,
    every: HOURS_BETWEEN[now.every] - HOURS_BETWEEN[was.every],
  };
  return (Object.keys(keys) as (keyof typeof keys)[])
    .filter((key) => keys[key] * way > 0)
    .map((key) => `${key}: ${was[key]} → ${now[key]}`);
};

/** Less is found of what a model does not know. */
function found(
  after: SiteEnvironment,
  name: string,
  was: DatasetDrift | null,
  now: DatasetDrift | null,
): SectionFinding[] {
  if (!was) return [];
  const key = `datasets.${name}.drift`;
  const lines = now
    ? [
        ...moved(was, now, 1),
        now.restHours > was.restHours &&
          now.retrain !== undefined &&
          `restHours: ${was.restHours} → ${now.restHours}: the next training waits for longer`,
        was.retrain !== undefined &&
          now.retrain === undefined &&
          `retrain: ${was.retrain} → none: drift starts nothing`,
      ].filter((line) => line !== false)
    : [];
  if (now && lines.length === 0) return [];
  return [
    findingOn("stops", "warning", configAddress(after, "storage", key), {
      title: now
        ? `Less drift of the dataset ${name} is told, later, or without a training.`
        : `Drift of the dataset ${name} is no longer told.`,
      details: [
        ...lines,
        now
          ? WHEN(after.name)
          : `Its job asks for its own next run, and goes on until somebody ends it: scancel --me --name=drift-${name}, or kubectl delete cronjob drift-${name}.`,
      ],
      about: [key],
    }),
  ];
}

/** What trainings may take that nobody looks at. */
function most(after: SiteEnvironment, drift: DatasetDrift): string {
  const apart = hoursApart(drift);
  const inSlurm = groupNamesInPartitions(after);
  const pools =
    startedBy(drift.retrain!) === "slurm"
      ? after.nodeGroups.filter(({ name }) => inSlurm.has(name))
      : poolsForPods(after);
  const gpus = pools.reduce((sum, pool) => sum + pool.count.max * (pool.gpus?.count ?? 0), 0);
  return `Up to ${Math.ceil(MONTH / apart)} trainings in 30 days, ${apart === 1 ? "one each hour" : `one in ${apart} hours`}, each on up to ${gpus.toLocaleString("en-US")} GPUs, which cost money while they run: npx railyard describe ${after.name} says the GPU-hours of each.`;
}

/** Trainings that nobody submits, or more of them. */
function started(
  after: SiteEnvironment,
  name: string,
  was: DatasetDrift | null,
  now: DatasetDrift | null,
): SectionFinding[] {
  if (now?.retrain === undefined) return [];
  const key = `datasets.${name}.drift`;
  const isNew = was?.retrain !== now.retrain;
  const more = was
    ? [
        ...moved(was, now, -1),
        ...(now.restHours < was.restHours ? [`restHours: ${was.restHours} → ${now.restHours}`] : []),
      ]
    : [];
  if (!isNew && more.length === 0) return [];
  return [
    findingOn("capacity", "warning", configAddress(after, "storage", isNew ? `${key}.retrain` : key), {
      title: isNew
        ? `Drift of the dataset ${name} starts ${was?.retrain === undefined ? "a training" : "another training"} by itself: ${now.retrain}.`
        : `Drift of the dataset ${name} may start trainings more often.`,
      details: [
        ...more,
        "It runs as whoever submits the check, on their team's GPUs, once for a version of the data.",
        most(after, now),
        WHEN(after.name),
      ],
      about: [key],
    }),
  ];
}
