import { teamAccess } from "../../../config/datasets/access";
import type { DatasetAccess, ResolvedDataset } from "../../../config/datasets/resolve";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** What somebody may do, as a rank: more is more. */
const rank = (access: DatasetAccess | null): number => (access === null ? 0 : access === "read" ? 1 : 2);
const words = (access: DatasetAccess | null): string =>
  access === null ? "nothing" : access === "read" ? "read" : "read and write";

/** Who may do what with a dataset. */
function accessOf(env: SiteEnvironment, dataset: ResolvedDataset | undefined): Map<string, DatasetAccess | null> {
  if (!dataset) return new Map();
  return new Map([
    ...Object.keys(env.teams).map((team) => [`team ${team}`, teamAccess(dataset, team)] as const),
    ["jobs of Slurm", dataset.slurm],
  ]);
}

/** Who may read or write more or less of datasets, which of them lie elsewhere, and which are no longer named. */
export function datasets({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const names = [...new Set([...before.datasets, ...after.datasets].map(({ name }) => name))];
  return names.flatMap((name) => {
    const [was, now] = [before, after].map((env) => env.datasets.find((one) => one.name === name));
    return [...accessChanges(both, name, was, now), ...moved(after, name, was, now)];
  });
}

function accessChanges(
  { before, after }: NonNullable<ChangeSet["both"]>,
  name: string,
  was: ResolvedDataset | undefined,
  now: ResolvedDataset | undefined,
): SectionFinding[] {
  // who reads a volume is a matter of the modes of its files
  if ((was ?? now)?.place.kind !== "bucket" && (now ?? was)?.place.kind !== "bucket") return [];
  const [old, one] = [accessOf(before, was), accessOf(after, now)];
  const lines = [...new Set([...old.keys(), ...one.keys()])].map((who) => {
    const [from, to] = [old.get(who) ?? null, one.get(who) ?? null];
    return { less: rank(to) < rank(from), more: rank(to) > rank(from), text: `${who}: ${words(from)} → ${words(to)}` };
  });
  const [less, more] = [lines.filter((line) => line.less), lines.filter((line) => line.more)];
  const key = `datasets.${name}`;
  return [
    ...(less.length > 0
      ? [
          findingOn("stops", "warning", configAddress(after, "storage", key), {
            title: now
              ? `Some may do less with the dataset ${name}: what they run fails at its next object.`
              : `The dataset ${name} is no longer named: what reads it fails at its next object.`,
            details: [...less.map(({ text }) => text), "Nothing of it is deleted."],
            about: [key],
          }),
        ]
      : []),
    ...(more.length > 0
      ? [
          findingOn("security", "warning", configAddress(after, "storage", key), {
            title: `More may read or write the dataset ${name}.`,
            details: more.map(({ text }) => text),
            about: [key],
          }),
        ]
      : []),
  ];
}

const placeText = ({ place }: ResolvedDataset): string =>
  place.kind === "bucket" ? `s3://${place.name ?? ""}/${place.prefix}` : `${place.path} of ${place.volume}`;

function moved(
  after: SiteEnvironment,
  name: string,
  was: ResolvedDataset | undefined,
  now: ResolvedDataset | undefined,
): SectionFinding[] {
  if (!was || !now || placeText(was) === placeText(now)) return [];
  const key = `datasets.${name}.place`;
  return [
    findingOn("stops", "warning", configAddress(after, "storage", key), {
      title: `The dataset ${name} is looked for elsewhere: jobs that run lose the right to the old place.`,
      details: [`${placeText(was)} → ${placeText(now)}`, "Nothing is copied, and nothing is deleted."],
      about: [key],
    }),
  ];
}
