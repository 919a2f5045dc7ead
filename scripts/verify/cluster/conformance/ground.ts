import { topologyLevels } from "../../../../config/kueue/resolve";
import { CHARTS } from "../../../../config/facts/versions";
import { awsOf } from "../../../../config/sites/aws-eks/environment";
import { clusterOf } from "../../../../config/sites/kubernetes/environment";
import { failed, type Look, met, open } from "./look";
import { hasEndpoints } from "./services";

/** The Service that kubelets tell pods of, in most clusters. @see https://kubernetes.io/docs/tasks/administer-cluster/coredns/ */
export const dns: Look = async ({ api }) => {
  if ((await api.find("/api/v1/namespaces/kube-system/services/kube-dns")) === null)
    return open("the Service kube-dns is not there: the DNS of this cluster has another name");
  return (await hasEndpoints(api, "kube-system", "kube-dns"))
    ? met("the Service kube-dns has pods that are ready")
    : failed("the Service kube-dns has no pod that is ready");
};

const DEFAULT = "storageclass.kubernetes.io/is-default-class";

/** Those that config names, or one that claims without a name get. */
export const storageClasses: Look = async ({ api, environment }) => {
  const classes = await api.list("/apis/storage.k8s.io/v1/storageclasses");
  const named = [
    ...new Set(
      Object.values(clusterOf(environment)?.cluster.storageClasses ?? {}).filter((one) => typeof one === "string"),
    ),
  ];
  const missing = named.filter((name) => !classes.some(({ metadata }) => metadata.name === name));
  if (missing.length > 0) return failed(`there is no class ${missing.join(", ")}, which cluster.storageClasses names`);
  if (named.length > 0) return met(`${named.join(", ")} are there`);
  const usual = classes.find(({ metadata }) => metadata.annotations?.[DEFAULT] === "true");
  return usual
    ? met(`${usual.metadata.name} is the default`)
    : open("no class is the default, and config names those that it uses");
};

/** Labels by which Kueue places jobs near each other. */
export const topologyLabels: Look = async ({ api, environment }) => {
  if (!environment.kueue) return open("config has no kueue, which places jobs by them");
  const nodes = await api.list("/api/v1/nodes");
  const wrong: string[] = [];
  for (const pool of environment.nodeGroups.filter(({ gpus }) => gpus !== null)) {
    const levels = topologyLevels(pool, clusterOf(environment)?.cluster.layersFrom) ?? [];
    for (const { metadata } of nodes) {
      const labels = metadata.labels ?? {};
      if (!Object.entries(pool.nodeSelector).every(([key, value]) => labels[key] === value)) continue;
      const missing = levels.filter((level) => !labels[level]);
      if (missing.length > 0) wrong.push(`${metadata.name} (${missing.join(", ")})`);
    }
  }
  return wrong.length > 0
    ? failed(
        `nodes lack labels: ${wrong.slice(0, 4).join("; ")}${wrong.length > 4 ? ` and ${wrong.length - 4} more` : ""}`,
      )
    : met("nodes of all pools with GPUs have them");
};

/** The account by which jobs use the bucket of checkpoints. */
export const jobIdentity: Look = async ({ api, environment }) => {
  if (!awsOf(environment)?.checkpoints) return open("config has no bucket that jobs use by an identity of their own");
  const { namespace } = CHARTS.slurm;
  return (await api.find(`/api/v1/namespaces/${namespace}/serviceaccounts/jobs`)) === null
    ? failed(`the account jobs of namespace ${namespace} is not there`)
    : met(`the account jobs is there, and that it reads and writes is the check bucket-checkpoints`);
};
