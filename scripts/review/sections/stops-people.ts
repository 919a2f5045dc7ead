import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** People by their ids: files and jobs belong to an id, not to a name. */
export function stoppedPeople({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [was, is] = [idsOf(before), idsOf(after)];
  return [
    ...otherIds(was, is, after),
    ...givenAway(was, is, after),
    ...leaving(was, is, after),
    ...otherKeys(before, after),
  ];
}

/** Who writes the Secret says who comes in as whom. */
function otherKeys({ slurm: was }: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [from, to] = [was?.keysSecretName, after.slurm?.keysSecretName];
  if (!was || !after.slurm || from === to) return [];
  const path = "slurm.keysSecretName";
  const details = [`${path}: ${from ?? "not set"} → ${to ?? "not set"}`];
  const address = configAddress(after, "slurm", path);
  const lost = `Who has a key in ${from} alone, a Secret in the cluster, can no longer log in.`;
  const gained = `Whoever may write ${to}, a Secret in the namespace of Slurm, lets people in as any user of config.`;
  return [
    ...(from === undefined ? [] : [findingOn("stops", "warning", address, { title: lost, details, about: [path] })]),
    ...(to === undefined ? [] : [findingOn("security", "danger", address, { title: gained, details, about: [path] })]),
  ];
}

type Ids = ReadonlyMap<string, number>;

const idsOf = ({ slurm }: SiteEnvironment): Ids =>
  new Map(Object.entries(slurm?.users ?? {}).map(([name, { uid }]) => [name, uid]));

function otherIds(was: Ids, is: Ids, env: SiteEnvironment): SectionFinding[] {
  return [...was].flatMap(([name, before]) => {
    const after = is.get(name);
    if (after === undefined || after === before) return [];
    const path = `slurm.users.${name}.uid`;
    return [
      findingOn("stops", "danger", configAddress(env, "slurm", path), {
        title: `User ${name} gets another id: their files in homes and on shared volumes, and their jobs, stay with the old one.`,
        details: [
          `uid: ${before} → ${after}`,
          `First: let no job of ${name} run, and give their files to the new id as root.`,
        ],
        about: [path],
      }),
    ];
  });
}

function givenAway(was: Ids, is: Ids, env: SiteEnvironment): SectionFinding[] {
  return [...is].flatMap(([name, uid]) => {
    const owners = [...was].flatMap(([owner, id]) => (id === uid && owner !== name ? [owner] : []));
    if (owners.length === 0 || was.get(name) === uid) return [];
    const path = `slurm.users.${name}`;
    return [
      findingOn("lost", "danger", configAddress(env, "slurm", path), {
        title: `User ${name} gets id ${uid}, which ${andList(owners)} had: the files of ${andList(owners)} are theirs then.`,
        about: [path],
      }),
    ];
  });
}

function leaving(was: Ids, is: Ids, env: SiteEnvironment): SectionFinding[] {
  const gone = [...was.keys()].filter((name) => !is.has(name));
  if (gone.length === 0 || env.slurm === null) return [];
  return [
    findingOn("stops", "warning", configAddress(env, "slurm", "slurm.users"), {
      title: `${andList(gone)} can no longer log in: login and compute nodes do not know ${gone.length === 1 ? "this user" : "these users"} any more.`,
      details: ["Their homes stay."],
      about: ["slurm.users", "teams"],
    }),
  ];
}
