import type { KueueOperator } from "../facts/kueue";
import { SYSTEM_PODS } from "../facts/system-pods";
import { podRow, unless, type Component, type Deciding } from "./component";

const NO_KUEUE = "there is no kueue";

/** Whether config wants the operator of a kind of jobs. */
const wants = ({ kueue }: Deciding, operator: KueueOperator): true | string =>
  kueue === null ? NO_KUEUE : unless(kueue.operators.includes(operator), `kueue.operators does not name ${operator}`);

const OPERATOR_RESTARTS = "its operator restarts; pods that run go on, and new ones wait for a minute";

/** Queues of Kubernetes jobs, and operators of the kinds of jobs that wait in them. */
export const QUEUES = {
  kueue: {
    stack: "platform",
    when: ({ kueue }) => unless(kueue !== null, NO_KUEUE),
    pods: ({ kueue }) => [
      podRow("kueue", 2, SYSTEM_PODS.kueue),
      // it has no chart, and so no component of its own
      ...(kueue?.operators.includes("mpi") ? [podRow("mpi-operator", 2, SYSTEM_PODS.jobOperator)] : []),
    ],
    review: {
      gone: "jobs that wait in queues stay suspended, and no job of a team waits or is counted any more",
      data: "its kinds go with it: queues, quotas, and the records of what was admitted",
      changed: "its manager restarts; jobs that run go on, and new ones wait for a minute",
    },
  },
  jobset: {
    stack: "platform",
    when: (env) => wants(env, "jobset"),
    pods: () => [podRow("jobset", 2, SYSTEM_PODS.jobOperator)],
    review: { gone: "JobSets start no pods any more, and a pod that fails stays away", changed: OPERATOR_RESTARTS },
  },
  lws: {
    stack: "platform",
    when: (env) => wants(env, "lws"),
    pods: () => [podRow("lws", 2, SYSTEM_PODS.jobOperator)],
    review: {
      gone: "LeaderWorkerSets start no pods any more, and a pod that fails stays away",
      changed: OPERATOR_RESTARTS,
    },
  },
  "kubeflow-trainer": {
    stack: "platform",
    when: (env) => wants(env, "trainer"),
    pods: () => [podRow("kubeflow-trainer", 2, SYSTEM_PODS.jobOperator)],
    review: {
      gone: "TrainJobs start no pods any more; those that run go on as JobSets",
      data: "its kinds go with it: every TrainJob and runtime, and the pods that they have started",
      changed: OPERATOR_RESTARTS,
    },
  },
  "kuberay-operator": {
    stack: "platform",
    when: (env) => wants(env, "kuberay"),
    pods: () => [podRow("kuberay-operator", 2, SYSTEM_PODS.jobOperator)],
    review: { gone: "RayJobs do not end, and Ray clusters neither grow nor heal", changed: OPERATOR_RESTARTS },
  },
} as const satisfies Readonly<Record<string, Component>>;
