import { own } from "../../../config/kernel/own";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** Ways into the cluster that people lose while Slurm stays. */
export function closedWays({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm) return [];
  const { before, after } = both;
  return [...noLogin(before, after), ...noKeys(before, after), ...noNodeSsh(before, after)];
}

/** Whether login pods go for good. */
export const loginGoes = (before: SiteEnvironment | null, after: SiteEnvironment | null): boolean =>
  before?.slurm != null && before.slurm.login.kind !== "none" && after?.slurm?.login.kind === "none";

/** Whether login pods come where none were: nobody is on them. */
export const loginComes = (before: SiteEnvironment | null, after: SiteEnvironment | null): boolean =>
  before?.slurm?.login.kind === "none" && after?.slurm != null && after.slurm.login.kind !== "none";

function noLogin(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  if (!loginGoes(before, after)) return [];
  const users = Object.keys(before.slurm!.users);
  return [
    findingOn("stops", "danger", configAddress(after, "slurm", "slurm.login"), {
      title: "Slurm's login pods go for good: open sessions end, and nobody can log in by them any more.",
      details: [
        users.length > 0 ? `Users of config: ${andList(users)}.` : null,
        "Jobs go on without them; who submits jobs needs another way to Slurm.",
      ],
      safer: [{ text: "Tell people, and let them leave their sessions. This shows who is there.", command: "who" }],
      about: ["slurm.login"],
    }),
  ];
}

function noKeys(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const { users, keysSecretName, directorySecretName, login } = after.slurm!;
  const gone = Object.keys(users).filter(
    (name) => users[name]?.keys.length === 0 && (own(before.slurm!.users, name)?.keys.length ?? 0) > 0,
  );
  if (gone.length === 0 || login.kind === "none") return [];
  const others = [keysSecretName, directorySecretName].filter((name) => name !== undefined);
  return [
    findingOn("stops", "warning", configAddress(after, "slurm", "slurm.users keys"), {
      title:
        others.length === 0
          ? `${andList(gone)} can no longer log in: config has no key of theirs any more.`
          : `${andList(gone)} can log in only by keys that ${andList(others)} leads to: config has none of theirs any more.`,
      details: ["Sessions that are open go on, and so do jobs."],
      about: gone.map((name) => `slurm.users.${name}.keys`),
    }),
  ];
}

function noNodeSsh(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  if (!before.slurm!.nodeSsh || after.slurm!.nodeSsh) return [];
  return [
    findingOn("stops", "warning", configAddress(after, "slurm", "slurm.nodeSsh"), {
      title: "People reach compute nodes by SSH no more, not even those where a job of theirs runs.",
      details: [
        "Scripts and tools that open SSH to nodes of their job fail. A shell in a job is had by srun --overlap --jobid=… --pty bash.",
      ],
      about: ["slurm.nodeSsh"],
    }),
  ];
}
