import { slurmctldDemand } from "../slurm/job-capacity";
import { SYSTEM_PODS } from "../facts/system-pods";
import { DEFINITIONS, NO_SLURM, podRow, unless, type Component, type Deciding } from "./component";

const withSlurm = ({ slurm }: Deciding): true | string => unless(slurm !== null, NO_SLURM);

const withDatabase = ({ slurm }: Deciding): true | string =>
  slurm ? unless(slurm.accounting.kind === "mariadb", "slurm.accounting is external") : NO_SLURM;

/** Slurm, and the operators that run it and its database. */
export const SLURM = {
  "slurm-operator-crds": { stack: "crds", when: withSlurm, review: DEFINITIONS },
  "slurm-operator": {
    stack: "slurm",
    when: withSlurm,
    pods: () => [
      podRow("slurm-operator", 2, SYSTEM_PODS.slurmOperator),
      podRow("slurm-operator-webhook", 2, SYSTEM_PODS.slurmOperatorWebhook),
    ],
    review: {
      gone: "nobody starts, drains or mends slurmd pods any more",
      changed: "it restarts: slurmd pods are not started or drained meanwhile, and a new version may make them anew",
    },
  },
  slurm: {
    stack: "slurm",
    when: withSlurm,
    pods: ({ slurm, nodeGroups }) => [
      podRow(
        "slurmctld",
        slurm?.controller?.replicas ?? 1,
        slurmctldDemand({ slurm, nodeGroups }),
        SYSTEM_PODS.slurmSidecar,
        SYSTEM_PODS.slurmSidecar,
      ),
      podRow("slurmdbd", 1, SYSTEM_PODS.slurmdbd),
      podRow("slurmrestd", 1, SYSTEM_PODS.slurmrestd),
      ...(slurm && slurm.login.kind !== "none" ? [podRow("login", slurm.login.replicas, SYSTEM_PODS.login)] : []),
    ],
    review: {
      gone: "controller, login and all slurmd pods go, and with them every job",
      changed:
        "controller, accounting and login restart, and slurmd pods are made anew one after another, each when no job runs on it",
    },
  },
  "mariadb-operator-crds": { stack: "crds", when: withDatabase, review: DEFINITIONS },
  "mariadb-operator": {
    stack: "slurm",
    when: withDatabase,
    pods: () => [
      podRow("mariadb-operator", 1, SYSTEM_PODS.mariadbOperator),
      podRow("mariadb-operator-webhook", 1, SYSTEM_PODS.mariadbOperatorWebhook),
      podRow("slurm-database", 1, SYSTEM_PODS.slurmDatabase),
    ],
    review: {
      gone: "nobody mends the accounting database any more",
      changed: "it restarts; the accounting database may restart after it",
    },
  },
} as const satisfies Readonly<Record<string, Component>>;
