import { isTeam } from "../../../config/teams/tree";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { teamsOf } from "../../../config/teams/resolve";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** Teams that go, may use less, or let fewer groups in: in Slurm, in queues of Kueue, and in their namespaces. */
export function teamsChanged({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return Object.keys(before.teams).flatMap((name) =>
    isTeam(after.teams, name)
      ? [...usesLess(name, before, after), ...groupsLeave(name, before, after)]
      : [removed(name, both)],
  );
}

/** Where there is no Slurm, none of its resources has the team. */
const addressOf = (env: SiteEnvironment, key: string): string =>
  configAddress(env, env.slurm ? "slurm" : "platform", key);

const staysIn = (key: "slurm" | "kueue", { before, after }: NonNullable<ChangeSet["both"]>): boolean =>
  before[key] !== null && after[key] !== null;

const isLine = (line: string | null): line is string => line !== null;

/** What goes with Slurm, or with Kueue, as a whole is told of their releases. */
function removed(name: string, both: NonNullable<ChangeSet["both"]>): SectionFinding {
  const { before, after } = both;
  const { users } = before.teams[name]!;
  // an account that the deployment removes is told with all that goes from Slurm
  const inSlurm = staysIn("slurm", both) && !after.slurm?.prune;
  const inKueue = staysIn("kueue", both);
  const goes = [
    inSlurm ? "nobody looks after its Slurm account and its limits any more" : null,
    inKueue ? "its queue in Kueue goes" : null,
    "its groups lose their rights in its namespace",
  ];
  const namespaceGpus = gpusOf(name, before);
  return findingOn("stops", "warning", addressOf(after, `teams.${name}`), {
    title: `Team ${name} is removed: ${andList(goes.filter(isLine))}.`,
    details: [
      inSlurm && users.length > 0 ? `Its users: ${andList(users)}.` : null,
      inSlurm ? accountLine(name) : null,
      inKueue ? queueLine(name, before) : null,
      `Namespace ${name} stays with its pods; ${namespaceGpus === null ? "" : `its quota of ${namespaceGpus} GPUs and `}the rights of ${andList(groupsOf(name, before))} go.`,
    ].filter(isLine),
    safer: [
      ...(inSlurm ? [{ text: "Wait until this prints nothing.", command: `squeue -h -A ${name}` }] : []),
      ...(inKueue
        ? [{ text: "Wait until each of these is finished.", command: `kubectl get workloads -n ${name}` }]
        : []),
      { text: "Wait until nothing that matters runs in its namespace.", command: `kubectl get pods -n ${name}` },
      { text: "Apply." },
    ],
    about: [`teams.${name}`],
  });
}

/** The accounts script removes nothing unless config says so: what a team has stays until somebody removes it by hand. */
const accountLine = (name: string): string =>
  `Its account stays in accounting until an administrator removes it, which is refused while jobs of it run: sacctmgr remove account ${name}`;

/** The namespace keeps its label, by which Kueue goes on to hold what starts there. */
function queueLine(name: string, { kueue }: SiteEnvironment): string {
  const queues =
    kueue?.sharing.kind === "quota"
      ? `ClusterQueue ${name} and the LocalQueue of its namespace go`
      : "The LocalQueue of its namespace goes";
  return `${queues}: jobs that wait stay suspended, and so do new ones in namespace ${name}.`;
}

const teamOf = (name: string, env: SiteEnvironment) => teamsOf(env).find((team) => team.name === name);
const gpusOf = (name: string, env: SiteEnvironment): number | null => teamOf(name, env)?.namespaceGpus ?? null;
const groupsOf = (name: string, env: SiteEnvironment): readonly string[] => teamOf(name, env)?.groups ?? [];

function usesLess(name: string, before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const inSlurm = staysIn("slurm", { before, after });
  const inNamespace = namespaceLine(name, before, after);
  const details = [...(inSlurm ? accountLines(name, before, after) : []), inNamespace].filter(isLine);
  if (details.length === 0) return [];
  return [
    findingOn("stops", "warning", addressOf(after, `teams.${name}`), {
      title: `Team ${name} may use less than before.`,
      details,
      about: [`teams.${name}`],
    }),
  ];
}

function accountLines(name: string, before: SiteEnvironment, after: SiteEnvironment): (string | null)[] {
  const [was, now] = [before.teams[name]!, after.teams[name]!];
  const limit = (gpus: number | undefined) => gpus ?? Infinity;
  // coordinators are users of the account, too
  const users = was.users.filter((user) => !now.users.includes(user) && !now.coordinators.includes(user));
  return [
    limit(now.gpus) < limit(was.gpus)
      ? `GPUs at one time: ${was.gpus ?? "no limit"} → ${now.gpus ?? "no limit"}. Running jobs go on; others wait.`
      : null,
    users.length > 0
      ? `No longer among its users: ${andList(users)}. Their jobs go on, and they ${after.slurm?.prune ? "lose their place in the account" : "keep their place in the account until it is taken away by hand"}.`
      : null,
  ];
}

/** @see https://kubernetes.io/docs/concepts/policy/resource-quotas/ */
function namespaceLine(name: string, before: SiteEnvironment, after: SiteEnvironment): string | null {
  const [was, now] = [gpusOf(name, before), gpusOf(name, after)];
  if ((now ?? Infinity) >= (was ?? Infinity)) return null;
  return `GPUs of its namespace at one time: ${was ?? "no limit"} → ${now}. Pods that run there stay; new ones above it are refused.`;
}

function groupsLeave(name: string, before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const stays = groupsOf(name, after);
  const gone = groupsOf(name, before).filter((group) => !stays.includes(group));
  if (gone.length === 0) return [];
  const key = `teams.${name}.namespace.groups`;
  const queue = before.kueue ? " and see its queue" : "";
  return [
    findingOn("stops", "warning", addressOf(after, key), {
      title: `${andList(gone)} may no longer edit what is in namespace ${name}${queue}: who is in no other group of the team loses access.`,
      details: ["What they have started there goes on."],
      about: [key],
    }),
  ];
}
