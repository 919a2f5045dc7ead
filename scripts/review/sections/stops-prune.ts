import { own } from "../../../config/kernel/own";
import { BURST_QOS_PREFIX, TEAM_QOS_PREFIX } from "../../../config/facts/slurm-qos";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { isTeam, quotaOwner } from "../../../config/teams/tree";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** What the deployment removes from Slurm, since config has it no more and says that such things go. */
export function pruned({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm?.prune) return [];
  const { before, after } = both;
  const accounts = Object.keys(before.teams).filter((name) => !isTeam(after.teams, name));
  const kept = madeQos(after);
  const gone = [...madeQos(before)].filter(([name]) => !kept.has(name));
  const qosOf = (team: string) => gone.flatMap(([name, owner]) => (owner === team ? [name] : []));
  return [
    ...accounts.map((name) => accountGoes(name, qosOf(name), before, after)),
    ...gone
      .filter(([, owner]) => owner === null || !accounts.includes(owner))
      .map(([name, owner]) => qosGoes(name, owner, before, after)),
  ];
}

/** QOS that the script of accounts makes beside those of every cluster, each with its team; null: of all. */
function madeQos({ teams, slurm }: SiteEnvironment): ReadonlyMap<string, string | null> {
  const owners = Object.keys(teams).filter((name) => quotaOwner(teams, name) === name);
  return new Map<string, string | null>([
    ...(slurm?.qos ?? []).flatMap(({ name, builtIn }): [string, null][] => (builtIn ? [] : [[name, null]])),
    ...owners.map((name): [string, string] => [`${TEAM_QOS_PREFIX}${name}`, name]),
    ...owners.flatMap((name): [string, string][] =>
      teams[name]?.burst === undefined ? [] : [[`${BURST_QOS_PREFIX}${name}`, name]],
    ),
  ]);
}

function membersOf(name: string, { teams }: SiteEnvironment): string[] {
  const { users = [], coordinators = [] } = own(teams, name) ?? {};
  return [...new Set([...users, ...coordinators])];
}

function accountGoes(
  name: string,
  qos: readonly string[],
  before: SiteEnvironment,
  after: SiteEnvironment,
): SectionFinding {
  const members = membersOf(name, before);
  const elsewhere = new Set(Object.keys(after.teams).flatMap((team) => membersOf(team, after)));
  const nowhere = members.filter((user) => !elsewhere.has(user));
  const successors = Object.keys(after.teams).filter(
    (team) =>
      !isTeam(before.teams, team) && members.length > 0 && members.every((one) => membersOf(team, after).includes(one)),
  );
  return findingOn("stops", "danger", configAddress(after, "slurm", `teams.${name} account`), {
    title: `Slurm account ${name} is removed, for config has no team ${name} any more${members.length > 0 ? `, and with it the places of ${andList(members)} in it` : ""}.`,
    details: [
      "Users who were added by hand lose their place, too.",
      nowhere.length > 0
        ? `No team has ${andList(nowhere)} any more: who is in no account that was made by hand either goes from Slurm as a whole.`
        : null,
      qos.length > 0 ? `QOS that go with it: ${andList(qos)}.` : null,
      successors.length > 0
        ? `Team ${andList(successors)} has the same people: to Slurm that is another account, with no usage and no jobs of ${name}.`
        : null,
      "Slurm refuses it while the account has jobs: the deployment fails then, after it has removed what has none. Usage stays in reports.",
    ],
    safer: [{ text: "Wait until this prints nothing, then apply.", command: `squeue -h -A ${name}` }],
    about: [`teams.${name}`],
  });
}

function qosGoes(name: string, owner: string | null, before: SiteEnvironment, after: SiteEnvironment): SectionFinding {
  const key = owner === null ? `slurm.qos.${name}` : `teams.${owner}`;
  const address = configAddress(after, "slurm", owner === null ? key : `${key} QOS ${name}`);
  const one = before.slurm!.qos.find((other) => other.name === name);
  const users = Object.entries(before.teams).flatMap(([team, { qos }]) => (qos.includes(name) ? [team] : []));
  const whose = owner ?? (one?.everyone ? "every team" : users.length > 0 ? andList(users) : null);
  return findingOn("stops", "danger", address, {
    title: `QOS ${name} is not in config any more: it is removed, and jobs that wait in it are not started.`,
    details: [
      whose === null ? "No team of config had it." : `It was for ${whose}.`,
      "What becomes of jobs that run in it is not known here.",
    ],
    safer: [{ text: "Wait until this prints nothing, then apply.", command: `squeue -h -q ${name}` }],
    about: [key],
  });
}
