import { NO_LOGS } from "../../../../config/logs/logs";
import { NO_TRACES } from "../../../../config/traces/traces";
import { namedSecrets, type NamedSecret } from "../../../../config/names/named-secrets";
import type { ClusterApi } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck, ClusterSubject } from "../check";

const SECRETS = "https://kubernetes.io/docs/concepts/configuration/secret/";

const NO_MONITORING: NonNullable<ClusterSubject["monitoring"]> = {
  enabled: false,
  receivers: {},
  remoteWrite: {},
  grafana: {
    url: "http://localhost:3000",
    login: { kind: "password" },
    logs: { kind: "none" },
    traces: { kind: "none" },
  },
};

/** Secrets that config names by their names alone: somebody makes them by hand. */
export const NAMED_SECRETS: ClusterCheck = {
  id: "cluster/secrets",
  title: "The cluster has the Secrets that config names.",
  actions: ["list secrets"],
  run: async ({ env, api }) => {
    const { slurm = null, storage = [], topograph = null, nodeGroups } = env;
    const { monitoring = NO_MONITORING, logs = NO_LOGS, traces = NO_TRACES } = env;
    // volumes of one store may share theirs
    const named = namedSecrets({ slurm, storage, topograph, nodeGroups, monitoring, logs, traces });
    const each = new Map(named.map((secret) => [`${secret.namespace}/${secret.name}`, secret]));
    return Promise.all([...each.values()].map((secret) => judge(api, secret)));
  },
};

/** Metadata alone is asked for: no value of a Secret is read. */
async function judge(api: ClusterApi, { namespace, name, holds, without, needed }: NamedSecret): Promise<CheckResult> {
  const found = await api.list(`/api/v1/namespaces/${namespace}/secrets`, { metadataOnly: true });
  const subject = `${namespace}/${name}, ${holds}`;
  if (found.some(({ metadata }) => metadata.name === name))
    return { verdict: "ok", subject, text: "the Secret is there; what is in it was not read" };
  return {
    verdict: needed ? "failed" : "warning",
    subject,
    text: `there is no such Secret: ${without}`,
    fix: `Make it before the deployment, with the keys that the documentation names: kubectl -n ${namespace} create secret generic ${name} ... (the namespace first, where it is not there yet)`,
    source: SECRETS,
  };
}
