import type { ClusterApi } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

const DRIVERS = "https://kubernetes.io/docs/concepts/storage/volumes/#csi";
const SECRETS = "https://kubernetes.io/docs/concepts/configuration/secret/";

/** Drivers and Secrets that volumes find in the cluster. */
export const VOLUMES: ClusterCheck = {
  id: "cluster/volumes",
  title: "The cluster has the drivers and the Secrets that volumes name.",
  actions: ["list csidrivers.storage.k8s.io", "list secrets"],
  run: async ({ env: { storage = [] }, api }) => {
    const all = storage.flatMap(({ title, needs: { cluster } }) => (cluster ? [{ title, cluster }] : []));
    const results = await Promise.all(
      all.flatMap(({ title, cluster: { drivers, secrets } }) => [
        ...drivers.map((driver) => judgeDriver(api, title, driver)),
        ...secrets.map((secret) => judgeSecret(api, title, secret)),
      ]),
    );
    return results.flat();
  },
};

async function judgeDriver(api: ClusterApi, title: string, driver: string): Promise<CheckResult[]> {
  const found = await api.list("/apis/storage.k8s.io/v1/csidrivers");
  const subject = `${title}: ${driver}`;
  if (found.some(({ metadata }) => metadata.name === driver))
    return [{ verdict: "ok", subject, text: "the cluster has the driver" }];
  return [
    {
      verdict: "failed",
      subject,
      text: "the cluster has no such driver (CSIDriver): pods would wait for the volume for ever",
      fix: "Have the driver installed before the deployment.",
      source: DRIVERS,
    },
  ];
}

/** Metadata alone is asked for: no value of a Secret is read. */
async function judgeSecret(
  api: ClusterApi,
  title: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<CheckResult[]> {
  const found = await api.list(`/api/v1/namespaces/${namespace}/secrets`, { metadataOnly: true });
  const subject = `${title}: ${namespace}/${name}`;
  if (found.some(({ metadata }) => metadata.name === name))
    return [{ verdict: "ok", subject, text: "the Secret is there" }];
  return [
    {
      verdict: "failed",
      subject,
      text: "there is no such Secret: pods would wait for the volume for ever",
      fix: `Make it before the deployment, with the keys that docs/storage.md names: kubectl -n ${namespace} create secret generic ${name} ...`,
      source: SECRETS,
    },
  ];
}
