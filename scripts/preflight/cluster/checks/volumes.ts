import type { ClusterApi } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

const DRIVERS = "https://kubernetes.io/docs/concepts/storage/volumes/#csi";

/** Drivers that volumes find in the cluster. */
export const VOLUMES: ClusterCheck = {
  id: "cluster/volumes",
  title: "The cluster has the drivers that volumes name.",
  actions: ["list csidrivers.storage.k8s.io"],
  run: async ({ env: { storage = [] }, api }) => {
    const all = storage.flatMap(({ title, needs: { cluster } }) => (cluster ? [{ title, cluster }] : []));
    const results = await Promise.all(
      all.flatMap(({ title, cluster: { drivers } }) => drivers.map((driver) => judgeDriver(api, title, driver))),
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
