import { own } from "../../../config/kernel/own";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedPartition, ResolvedSlurm } from "../../../config/slurm/resolve";
import type { ResolvedVolume } from "../../../config/storage/kind";
import { homesOf, type Homes } from "../../../config/storage/homes";
import { limitText } from "../../../config/slurm/time-limit";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** What changes for people who submit jobs: partitions, mounts and homes, which no resource has alone. */
export function stoppedByConfig({ both, where }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [was, now] = [before.slurm, after.slurm];
  const moved = [...mountsMoved(before, after), ...placesMoved(before, after), ...homesMoved(before, after)];
  if (!was) return moved;
  if (now) return [...moved, ...partitions(was, now, after)];
  const goes = where("helm_release", "name", "slurm").some(({ action }) => action === "delete");
  return goes ? moved : [...moved, noSlurm(before, after)];
}

/** Scripts of jobs name files by where they are mounted. */
function mountsMoved(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return after.storage.flatMap(({ name, title, path, mount }) => {
    const was = before.storage.find((volume) => volume.name === name)?.mount.mountPath;
    const now = mount.mountPath;
    if (was === undefined || was === now) return [];
    const key = [...path, "mountPath"].join(".");
    return [
      findingOn("stops", "danger", configAddress(after, "storage", key), {
        title: `${title} is mounted at ${now}, and no longer at ${was}: jobs that name their files there do not find them.`,
        details: ["Pods and nodes that run keep the old path until they are made anew."],
        about: [key],
      }),
    ];
  });
}

/** What a volume of somebody else shows changes with where it is, and no resource of Terraform's tells. */
function placesMoved(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return after.storage.flatMap((volume) => {
    const { name, title, path, place } = volume;
    const was = before.storage.find((one) => one.name === name);
    // a commit from before volumes said where they are tells nothing of it
    if (was?.place === undefined || place === undefined || (was.kind === volume.kind && was.place === place)) return [];
    const key = path.join(".");
    return [
      findingOn("stops", "danger", configAddress(after, "storage", key), {
        title: `${title} shows other files: those of ${place}, and no longer those of ${was.place}.`,
        details: [
          "Nothing is copied, and nothing is deleted. Pods that run keep what they have mounted until they are made anew.",
        ],
        about: [key],
      }),
    ];
  });
}

/** Whether two homes are on the same files, as far as config tells. */
const sameFiles = (was: Homes, now: Homes): boolean =>
  was.folder === now.folder &&
  was.volume?.name === now.volume?.name &&
  was.volume?.kind === now.volume?.kind &&
  (was.volume?.place === undefined || was.volume.place === now.volume?.place);

/** Files do not follow: users find an empty home where theirs is looked for. */
function homesMoved(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const users = Object.keys(before.slurm?.users ?? {});
  if (!after.slurm || users.length === 0) return [];
  const [was, now] = [homesOf(before), homesOf(after)];
  if (sameFiles(was, now)) return [];
  const place = ({ folder, volume }: Homes) =>
    `${folder} (${volume ? `${volume.title}${volume.place === undefined ? "" : `, ${volume.place}`}` : "in the pods, which lose it"})`;
  const isThere = ({ name, kind, place: at }: ResolvedVolume) =>
    name === was.volume?.name && kind === was.volume.kind && at === was.volume.place;
  const stays = was.volume !== null && after.storage.some(isThere);
  const from = stays ? was.folder : null;
  return [
    findingOn("stops", "danger", configAddress(after, "slurm", "slurm.users homes"), {
      title: `Homes of users move from ${place(was)} to ${place(now)}, and no file moves along: ${andList(users)} begin with empty homes.`,
      details: [
        from === null
          ? was.volume?.place === undefined
            ? "What had the homes before goes, and the files with it."
            : "What had the homes before is somebody else's: its files stay there, and no pod sees them any more."
          : `Their files stay in ${from}, which login pods still have.`,
        "Keys and ids stay: people log in as before.",
      ],
      safer: [
        { text: "Apply while no job runs, so that nobody writes to either." },
        ...(from === null
          ? []
          : [
              {
                text: "Copy the homes as root of a login pod, before people come back.",
                command: `rsync -aHAX --numeric-ids ${from}/ ${now.folder}/`,
              },
            ]),
      ],
      about: ["storage", "slurm.users"],
    }),
  ];
}

function noSlurm(before: SiteEnvironment, after: SiteEnvironment): SectionFinding {
  const names = Object.keys(before.slurm?.partitions ?? {});
  return findingOn("stops", "danger", configAddress(after, "slurm", "slurm"), {
    title: `Slurm goes, with its partitions ${andList(names)}: every job ends, running or waiting.`,
    details: [teamText(before)],
    about: ["slurm", "teams"],
  });
}

function teamText({ teams }: SiteEnvironment): string | null {
  const names = Object.keys(teams);
  return names.length === 0 ? null : `Teams: ${andList(names)}.`;
}

function partitions(was: ResolvedSlurm, now: ResolvedSlurm, env: SiteEnvironment): SectionFinding[] {
  return Object.entries(was.partitions).flatMap(([name, before]) => {
    const after = own(now.partitions, name);
    return after ? changedPartition(name, before, after, env) : [removedPartition(name, before, env)];
  });
}

function removedPartition(name: string, { nodeGroups }: ResolvedPartition, env: SiteEnvironment): SectionFinding {
  const path = `slurm.partitions.${name}`;
  return findingOn("stops", "danger", configAddress(env, "slurm", path), {
    title: `Slurm partition ${name} goes: its waiting jobs are cancelled, and its running ones end when slurmctld starts without it.`,
    details: [`It has the nodes of ${andList(nodeGroups)}.`, teamText(env)],
    safer: [
      { text: "Let no new job start in it.", command: `scontrol update partitionname=${name} state=drain` },
      { text: "Wait until this prints nothing.", command: `squeue -h -p ${name}` },
      { text: "Apply." },
    ],
    about: [path],
  });
}

function changedPartition(
  name: string,
  before: ResolvedPartition,
  after: ResolvedPartition,
  env: SiteEnvironment,
): SectionFinding[] {
  const gone = before.nodeGroups.filter((group) => !after.nodeGroups.includes(group));
  const details = [
    gone.length > 0
      ? `Nodes of ${andList(gone)} leave it: waiting jobs that need them stay waiting, and what becomes of those that run there is not known here.`
      : null,
    after.maxHours < before.maxHours
      ? `maxHours: ${limitText(before.maxHours)} → ${limitText(after.maxHours)}: waiting jobs that ask for more are never started.`
      : null,
    before.default && !after.default
      ? "It is no longer the default: jobs that name no partition go elsewhere, or are refused."
      : null,
  ].filter((line) => line !== null);
  if (details.length === 0) return [];
  const path = `slurm.partitions.${name}`;
  const isShorter = after.maxHours < before.maxHours;
  // a group that goes itself is told with its jobs
  const leaves = gone.some((group) => env.nodeGroups.some(({ name: other }) => other === group));
  return [
    findingOn("stops", isShorter || leaves ? "danger" : "warning", configAddress(env, "slurm", path), {
      title: `Slurm partition ${name} takes ${isShorter ? "shorter" : "fewer"} jobs than before.`,
      details,
      about: [path],
    }),
  ];
}
