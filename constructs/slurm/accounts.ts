import { ADMIN_ACCOUNT, PARTITION_QOS } from "../../config/facts/slurm-qos";
import { scriptFile } from "../core/script-file";
import { shellWord, shellWords } from "../core/shell-word";
import { givenQos, qosSettings, teamQos } from "./qos-settings";
import { defaultTeams, membersOf, teamPeople } from "./team-people";
import { RESERVATION_PREFIX } from "./reservations-job";
import { gpuTypes, usedGroups, type SlurmLayout, type SlurmTeamProps } from "./slurm-types";

/** QOS of accounts that administrators make by hand. */
const STANDARD = "standard";

/**
 * Brings QOS, accounts, limits, users and coordinators of the teams into slurmdbd. May run again and again: it adds what is
 * missing, sets what config says, takes away what an earlier config had set, and leaves what people added by hand; accounts and
 * users that config does not know are told, and removed where config asks for it.
 *
 * All QOS are made before any is set, since a QOS must be there before another names it in `Preempt`, lists of those that they
 * preempt are cut before any grows, since slurmdbd refuses a circle, and teams are made before those below them. It waits until slurmctld has registered its GPUs: limits on a TRES that slurmdbd does not know are refused, one by
 * one.
 * @see https://slurm.schedmd.com/sacctmgr.html
 */
export function accountsScript(layout: SlurmLayout): string {
  const types = gpuTypes(usedGroups(layout));
  const all = qosSettings(layout);
  const known = all.map(({ name }) => name);
  const lines = [
    ...all.map(
      ({ name, description }) => `add_missing qos ${shellWord(name)} ${shellWord(`Description=${description}`)}`,
    ),
    "preempts=$(show qos format=name,preempt)",
    ...all
      .filter(({ name }) => name !== PARTITION_QOS)
      .map(({ name, preempts }) => `drop_preempts ${shellWords([name, preempts.join(",")])}`),
    ...all.map(
      ({ name, description, settings, limits }) =>
        `set_qos ${shellWords([name, description, limits.join(" ")])} ${shellWords(settings)}`,
    ),
    // all accounts without a list of their own have that of the first: PARTITION_QOS is for partitions
    `modify account where name=root set QOS=${STANDARD},scavenger DefaultQOS=${STANDARD}`,
    `add_missing account ${ADMIN_ACCOUNT} "Description=administrators" Organization=railyard`,
    `add_user root ${ADMIN_ACCOUNT}`,
    ...layout.teams.flatMap((team) => teamLines(team, layout)),
    ...defaultTeams(layout, true).map(
      ([user, team]) => `modify user where name=${shellWord(user)} set DefaultAccount=${shellWord(team)}`,
    ),
    // partitions name accounts that were not there when slurmctld read its files: it passed over them
    ...(restricts(layout) ? ["read_again"] : []),
    `end_reservations ${shellWords((layout.reservations ?? []).map(({ name }) => name))}`.trimEnd(),
    `tell_gone ${shellWords([layout.prune ? "remove" : "tell", ADMIN_ACCOUNT, ...layout.teams.map(({ name }) => name), "--", ...known])}`,
  ];
  return scriptFile("slurm/files/accounts.sh", {
    values: { partition_qos: PARTITION_QOS, standard: STANDARD, plan: RESERVATION_PREFIX },
    insert: {
      // limits that a cluster with GPUs would have had are taken away where slurmdbd knows GPUs; where no node ever had one
      // it refuses their name
      no_gpus: types.length === 0 ? scriptFile("slurm/files/accounts-no-gpus.sh").trimEnd() : null,
      people: teamPeople(),
      wait: waitForTres(types),
      accounts: lines.join("\n"),
    },
  });
}

/** Whether a partition is closed to a team. */
const restricts = ({ teams }: SlurmLayout): boolean => teams.some(({ partitions }) => partitions !== undefined);

function teamLines(team: SlurmTeamProps, layout: SlurmLayout): string[] {
  const { name, share, coordinators = [], parent } = team;
  const members = membersOf(team);
  const how = layout.prune ? "remove" : "tell";
  const given = givenQos(team, layout);
  // scavenger is in every list: what stands beside it hangs on a key of config
  const keyed = given.filter((qos) => qos !== "scavenger");
  const marks = [...(parent === undefined ? [] : ["parent"]), ...keyed.map((qos) => `qos+${qos}`)];
  const root = parent ?? "root";
  return [
    `add_missing account ${shellWord(name)} ${shellWord(`Description=team ${name}`)} Organization=railyard ${shellWord(`parent=${root}`)}`,
    `set_team ${shellWords([name, teamQos(team), given.join(","), marks.join(" "), root])} Fairshare=${share} GrpTRES=gres/gpu=-1`,
    ...members.map((user) => `add_user ${shellWords([user, name])}`),
    ...coordinators.map((user) => `add_coordinator ${shellWords([user, name])}`),
    `tell_coordinators ${shellWords([how, name, ...coordinatorsAt(team, layout)])}`,
    // whom a directory has is known to the script for its groups alone
    ...(team.directoryGroups ? [] : [`tell_others ${shellWords([how, name, ...members])}`]),
  ];
}

/** Coordinators of a team, and of those above it. */
function coordinatorsAt({ coordinators = [], parent }: SlurmTeamProps, layout: SlurmLayout): string[] {
  const above = layout.teams.find(({ name }) => name === parent);
  return [...new Set([...coordinators, ...(above ? coordinatorsAt(above, layout) : [])])];
}

function waitForTres(types: readonly string[]): string {
  const wanted = types.map((type) => `gres|gpu:${type}`);
  const tests = wanted.map((tres) => `grep -qxF ${shellWord(tres)} <<<"$known"`).join(" && ") || `[ -n "$known" ]`;
  return scriptFile("slurm/files/accounts-wait.sh", {
    values: { wanted: wanted.join(", ") || "none" },
    insert: { tests: `  ${tests} && break` },
  }).trimEnd();
}
