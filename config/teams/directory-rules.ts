import type { Rule } from "../kernel/rule";

const GETENT = "https://man7.org/linux/man-pages/man1/getent.1.html";

const withoutDirectory: Rule = {
  id: "teams/directory-groups",
  title: "Groups of a directory have a directory, and a Slurm whose teams they are for.",
  severity: "error",
  why: "Slurm's accounts are what people come to, and the directory's own file says how it is asked: without one of them nobody would come.",
  source: GETENT,
  *check({ env: { slurm, teams } }) {
    if (slurm?.directorySecretName !== undefined) return;
    for (const [name, { directoryGroups }] of Object.entries(teams)) {
      if (directoryGroups.length === 0) continue;
      yield {
        path: ["teams", name, "directoryGroups"],
        message: slurm
          ? "slurm.directorySecretName names no directory that could be asked"
          : "the environment has no slurm, and groups of a directory bring people there alone",
        fix: slurm
          ? 'write slurm: { directorySecretName: "sssd" }, a Secret with an sssd.conf, or name people in users'
          : "take it out; groups that may use the namespace are in namespace.groups",
      };
    }
  },
};

const inSeveralTeams: Rule = {
  id: "teams/directory-group-shared",
  title: "A group of the directory brings people to one team.",
  severity: "warning",
  why: "Who is in several teams pays for jobs that name none from the one that Slurm heard of first, unless config names their default team: of people in a directory it cannot be told here who that is.",
  source: "https://slurm.schedmd.com/accounting.html",
  *check({ env: { teams } }) {
    const owners = new Map<string, string>();
    for (const [name, { directoryGroups }] of Object.entries(teams)) {
      for (const [index, group] of directoryGroups.entries()) {
        const owner = owners.get(group) ?? name;
        owners.set(group, owner);
        if (owner === name) continue;
        yield {
          path: ["teams", name, "directoryGroups", index],
          message: `people of ${JSON.stringify(group)} come to ${owner}, too, and which of both pays for jobs that name no team is not said`,
          fix: `take it out of one of them, or name the team of each in slurm.defaultTeams`,
        };
      }
    }
  },
};

/** People whom a directory brings into teams. */
export const TEAM_DIRECTORY_RULES: readonly Rule[] = [withoutDirectory, inSeveralTeams];
