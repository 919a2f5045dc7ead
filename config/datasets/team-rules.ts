import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { isTeam } from "../teams/tree";

const RAILYARD =
  "https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html; Railyard's own design: datasets name teams of their environment";
const ROLES = "https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html";

const teamExists: Rule = {
  id: "datasets/team-exists",
  title: "Readers and writers of datasets are teams of the environment.",
  severity: "error",
  why: "A team that nobody has gets no right, and whoever was meant is refused.",
  source: RAILYARD,
  *check({ config: { datasets }, env: { teams } }) {
    const names = Object.keys(teams);
    for (const [name, dataset] of Object.entries(datasets)) {
      for (const key of ["readers", "writers"] as const) {
        for (const [index, team] of (dataset[key] ?? []).entries()) {
          if (isTeam(teams, team)) continue;
          yield {
            path: ["datasets", name, key, index],
            message: `there is no team ${JSON.stringify(team)}${names.length ? `; there ${names.length === 1 ? "is" : "are"} ${orList(names)}` : ", and the environment has none"}`,
            fix: didYouMean(team, names) ?? "name a team, or take it out",
          };
        }
      }
    }
  },
};

const slurmShares: Rule = {
  id: "datasets/slurm-shares",
  title: "What is for some teams alone is not for all jobs of Slurm.",
  severity: "warning",
  why: "Pods of slurmd have one role: a job of any team gets its credentials, and reads what that role may.",
  source: ROLES,
  *check({ config, env: { datasets, teams, slurm } }) {
    if (!slurm) return;
    for (const { name, readers, writers, slurm: access } of datasets) {
      const { readers: written, place } = config.datasets[name]!;
      if (access === null || place.kind !== "bucket") continue;
      const may = access === "read-write" ? writers : written === undefined ? null : readers;
      const others = may === null ? [] : Object.keys(teams).filter((team) => !may.includes(team));
      if (others.length === 0) continue;
      yield {
        path: ["datasets", name, "slurm"],
        message: `jobs of Slurm may ${access === "read" ? "read" : "write"} it, those of ${others.join(", ")} as well, which are no ${access === "read" ? "readers" : "writers"}`,
        fix: 'write slurm: "none" and train in the namespace of the team; or ignore this rule where all may',
      };
    }
  },
};

const slurmLeftOut: Rule = {
  id: "datasets/slurm-left-out",
  title: "Teams that read a dataset are not refused in Slurm unawares.",
  severity: "warning",
  why: "Where readers are named, jobs of Slurm get no right, for their role is that of all teams: a job that reads the dataset fails at its first object.",
  source: ROLES,
  *check({ config, env: { datasets, teams, slurm } }) {
    if (!slurm) return;
    for (const { name, readers, place } of datasets) {
      const written = config.datasets[name]!;
      if (place.kind !== "bucket" || written.slurm !== undefined || written.readers === undefined) continue;
      const inSlurm = readers.filter((team) => isTeam(teams, team) && teams[team]!.users.length > 0);
      if (inSlurm.length === 0) continue;
      yield {
        path: ["datasets", name, "readers"],
        message: `users of ${inSlurm.join(", ")} have Slurm, and their jobs there may not read it`,
        fix: 'write slurm: "none" if that is meant, or slurm: "read" if jobs of all teams may read it',
      };
    }
  },
};

const teamsMount: Rule = {
  id: "datasets/teams-mount",
  title: "Readers of a dataset on a volume have the volume.",
  severity: "warning",
  why: "Without a claim in the namespace of a team, its pods do not see the folder.",
  source: RAILYARD,
  *check({ config, env: { datasets, storage } }) {
    for (const { name, place } of datasets) {
      const { readers, writers } = config.datasets[name]!;
      if (place.kind !== "volume" || (readers === undefined && writers.length === 0)) continue;
      const volume = storage.find((one) => one.name === place.volume);
      if (!volume || volume.mount.teams) continue;
      yield {
        path: ["datasets", name, readers === undefined ? "writers" : "readers"],
        message: `it is on ${place.volume}, which namespaces of teams do not mount`,
        fix: `write teams: true of ${place.volume}, or take the teams out where only jobs of Slurm read it: there, modes of files say who may`,
      };
    }
  },
};

/** Who reads datasets. */
export const DATASET_TEAM_RULES: readonly Rule[] = [teamExists, slurmShares, slurmLeftOut, teamsMount];
