import { record } from "../../../../config/kernel/plain";
import { OPERATOR_KINDS } from "../../../../config/facts/kueue";
import type { ClusterApi, ClusterObject } from "../../../lib/kubernetes/cluster-api";
import { failed, hasCondition, items, type Look, met, names, open, serves } from "./look";

/** @see https://gateway-api.sigs.k8s.io/reference/spec/#gatewayclassstatus */
export const gateways: Look = async ({ api }) => {
  const classes = (await api.list("/apis/gateway.networking.k8s.io/v1/gatewayclasses")).filter((one) =>
    hasCondition(one, "Accepted"),
  );
  return classes.length > 0
    ? met(`${names(classes)} is accepted, and that traffic is split needs a run`)
    : open("there is no GatewayClass that a controller has accepted, and config asks for none");
};

export const modelRoutes: Look = async ({ api }) =>
  (await serves(api, "/apis/inference.networking.k8s.io/v1"))
    ? open("InferencePools are served, and that they route needs a run")
    : open("there are no InferencePools, and config asks for none");

export const prefillAndDecode: Look = () => open("only a run of such a server shows it");

export const isolation: Look = ({ environment }) =>
  environment.slurm
    ? open("containers of Slurm's jobs are in privileged pods; for pods of Kubernetes it is the check isolation")
    : open("the check isolation is a run of it");

/** @see https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/ */
export const gangs: Look = async ({ api, environment }) => {
  if (!environment.kueue)
    return open(
      environment.slurm ? "Slurm starts its jobs so, and jobs of Kubernetes have no queue" : "config has no kueue",
    );
  const queues = await api.list("/apis/kueue.x-k8s.io/v1beta2/clusterqueues");
  const idle = queues.filter((one) => !hasCondition(one, "Active"));
  if (queues.length === 0) return failed("Kueue has no ClusterQueue");
  return idle.length > 0
    ? failed(`ClusterQueue ${names(idle)} is not active`)
    : met(`ClusterQueues of Kueue are active: ${names(queues)}`);
};

/** What starts nodes for pods that wait is Karpenter. @see https://karpenter.sh/docs/concepts/nodepools/ */
export const nodesForPods: Look = async ({ api, environment }) => {
  const scaled = environment.nodeGroups.filter(({ count }) => count.owner === "autoscaler");
  if (scaled.length === 0)
    return met("config has no pool whose nodes come with pods, and what is not offered is not asked for");
  const pools = await api.list("/apis/karpenter.sh/v1/nodepools");
  const unready = pools.filter((one) => !hasCondition(one, "Ready"));
  if (pools.length === 0) return open("something else than Karpenter starts nodes: that they come needs a run");
  return unready.length > 0
    ? failed(`NodePool ${names(unready)} is not ready`)
    : met(`NodePools are ready: ${names(pools)}`);
};

const CUSTOM_METRICS = [
  "/apis/custom.metrics.k8s.io/v1beta2",
  "/apis/custom.metrics.k8s.io/v1beta1",
  "/apis/external.metrics.k8s.io/v1beta1",
];

export const podScaling: Look = async ({ api }) => {
  if (!(await serves(api, "/apis/autoscaling/v2"))) return open("the cluster does not serve autoscaling/v2");
  const served = await Promise.all(CUSTOM_METRICS.map((path) => serves(api, path)));
  return served.includes(true)
    ? met("metrics of one's own are served to it")
    : open("nothing serves metrics of one's own to it, and config asks for nothing that does");
};

/** @see https://github.com/NVIDIA/dcgm-exporter/blob/main/etc/default-counters.csv */
const [BUSY, MEMORY] = [/^DCGM_FI_(?:DEV_GPU_UTIL|PROF_GR_ENGINE_ACTIVE)\b/m, /^DCGM_FI_DEV_FB_USED\b/m];

export const gpuMetrics: Look = async ({ api }) => {
  const pods = [
    ...(await api.list("/api/v1/pods", { labelSelector: "app=nvidia-dcgm-exporter" })),
    ...(await api.list("/api/v1/pods", { labelSelector: "app.kubernetes.io/name=dcgm-exporter" })),
  ].filter(({ status }) => record(status)["phase"] === "Running");
  const pod = pods[0];
  if (!pod) return open("no pod of NVIDIA's exporter runs");
  const { name, namespace = "" } = pod.metadata;
  const text = await api.get(`/api/v1/namespaces/${namespace}/pods/${name}:${portOf(pod)}/proxy/metrics`);
  if (typeof text !== "string") return failed(`${name} answers with something that is no metrics`);
  const missing = [BUSY.test(text) ? null : "how busy a GPU is", MEMORY.test(text) ? null : "its used memory"].filter(
    (one) => one !== null,
  );
  return missing.length === 0
    ? met(`${name} tells how busy GPUs are, and their memory`)
    : failed(`${name} does not tell ${missing.join(" and ")}`);
};

const portOf = ({ spec }: ClusterObject): number => {
  const ports = items(record(spec)["containers"]).flatMap(({ ports: some }) => items(some));
  const { containerPort } = ports.find(({ name }) => name === "metrics") ?? ports[0] ?? {};
  return typeof containerPort === "number" ? containerPort : 9400;
};

export const collectedMetrics: Look = async ({ api }) => {
  const servers = await api.list("/apis/monitoring.coreos.com/v1/prometheuses");
  if (servers.length === 0) return open("there is no Prometheus of the operator");
  const down = servers.filter((one) => !hasCondition(one, "Available"));
  return down.length > 0
    ? failed(`Prometheus ${names(down)} is not available`)
    : met(`Prometheus ${names(servers)} is available, and takes PodMonitors`);
};

export const operators: Look = async ({ api, environment }) => {
  const wanted = environment.kueue?.operators ?? [];
  if (wanted.length === 0) return open("config has no operator of Ray, Kubeflow or their like (kueue.operators)");
  const hooks = await api.list("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations");
  const seen = await Promise.all(
    wanted.map(
      async (operator) => [operator, await operatorWhy(api, OPERATOR_KINDS[operator].apiGroup, hooks)] as const,
    ),
  );
  const wrong = seen.flatMap(([operator, why]) => (why === null ? [] : [`${operator}: ${why}`]));
  return wrong.length > 0
    ? failed(wrong.join("; "))
    : met(`${wanted.join(", ")}: kinds are served, and their webhooks have pods that answer`);
};

/** What is wrong with the operator of a group of kinds; null: nothing. */
async function operatorWhy(api: ClusterApi, group: string, hooks: readonly ClusterObject[]): Promise<string | null> {
  if (!(await serves(api, `/apis/${group}`))) return `the cluster does not serve ${group}`;
  const services = hooks.flatMap(({ webhooks }) =>
    items(webhooks)
      .filter(({ rules }) =>
        items(rules).some(({ apiGroups }) => Array.isArray(apiGroups) && apiGroups.includes(group)),
      )
      .map(({ clientConfig }) => record(record(clientConfig)["service"])),
  );
  // not all of them have one: the operator of MPI checks jobs when it reads them
  for (const { name, namespace } of services)
    if (!(await hasEndpoints(api, String(namespace), String(name))))
      return `no pod answers for its webhook ${String(name)}`;
  return null;
}

/** Whether a Service has pods that are ready. */
export async function hasEndpoints(api: ClusterApi, namespace: string, service: string): Promise<boolean> {
  const labelSelector = `kubernetes.io/service-name=${service}`;
  const slices = await api.list(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, { labelSelector });
  return slices.some((slice) =>
    items(slice["endpoints"]).some(({ conditions }) => record(conditions)["ready"] !== false),
  );
}
