import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../../config/facts/system-pods";
import { HelmChart } from "../../core/helm-chart";
import type { HelmValues } from "../../core/helm-values";
import { podResources } from "../../core/pod-resources";
import { controllerProps, type ClusterComponent, type ClusterContext } from "../component";
import { releaseOf } from "../platform-chart";
import { placementValues } from "../tolerations";

/** One that stands by: while none answers, nobody starts a job of its kind. */
const REPLICAS = 2;

type Values = (context: ClusterContext, version: string) => HelmValues;

const placed = (context: ClusterContext): HelmValues => placementValues(controllerProps(context).placement);

// images are said here, since not all builds of the charts name a released one
const jobsetValues: Values = (context, version) => ({
  image: { repository: "registry.k8s.io/jobset/jobset", tag: `v${version}`, pullPolicy: "IfNotPresent" },
  controller: {
    replicas: REPLICAS,
    resources: podResources(SYSTEM_PODS.jobOperator),
    podDisruptionBudget: { enabled: true, minAvailable: 1 },
    ...placed(context),
  },
});

const lwsValues: Values = (context, version) => ({
  ...placed(context),
  image: { manager: { repository: "registry.k8s.io/lws/lws", tag: `v${version}`, pullPolicy: "IfNotPresent" } },
  replicaCount: REPLICAS,
  resources: podResources(SYSTEM_PODS.jobOperator),
  priorityClassName: SYSTEM_PRIORITY,
});

const kuberayValues: Values = (context) => ({
  ...placed(context),
  replicas: REPLICAS,
  resources: podResources(SYSTEM_PODS.jobOperator),
  priorityClassName: SYSTEM_PRIORITY,
  metrics: { serviceMonitor: { enabled: controllerProps(context).serviceMonitor } },
});

const trainerValues: Values = (context, version) => ({
  image: { tag: `v${version}`, pullPolicy: "IfNotPresent" },
  // a component of its own, which people may have without Trainer
  jobset: { install: false },
  manager: {
    replicas: REPLICAS,
    resources: podResources(SYSTEM_PODS.jobOperator),
    ...placed(context),
  },
});

/** Before Kueue: it holds a kind of jobs from the moment on at which it finds the kind. */
const operator = (
  chart: "jobset" | "lws" | "kuberay-operator" | "kubeflow-trainer",
  values: Values,
  after: readonly string[] = [],
): ClusterComponent => ({
  id: chart,
  chart,
  after: ["monitoring", ...after],
  install: (context, { scope, id, chart: props }) =>
    new HelmChart(scope, id, {
      ...releaseOf(props),
      release: chart,
      values: values(context, props.source.version ?? ""),
    }).dependable,
});

/** Groups of Jobs that start and fail together. @see https://jobset.sigs.k8s.io/docs/ */
export const jobset = operator("jobset", jobsetValues);

/** Leaders with their workers, as inference over several nodes has them. @see https://lws.sigs.k8s.io/docs/ */
export const leaderWorkerSet = operator("lws", lwsValues);

/** Ray clusters and their jobs. @see https://docs.ray.io/en/latest/cluster/kubernetes/index.html */
export const kuberay = operator("kuberay-operator", kuberayValues);

/** Training by several pods as one job, by a recipe of the team or of everybody. @see https://www.kubeflow.org/docs/components/trainer/ */
export const trainer = operator("kubeflow-trainer", trainerValues, ["jobset"]);
