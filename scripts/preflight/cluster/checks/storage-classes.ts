import type { ClusterObject } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

const RECLAIM = "https://kubernetes.io/docs/concepts/storage/storage-classes/#reclaim-policy";

/** StorageClasses that config names. */
export const STORAGE_CLASSES: ClusterCheck = {
  id: "cluster/storage-classes",
  title: "The cluster has the StorageClasses that config names.",
  actions: ["list storageclasses.storage.k8s.io"],
  run: async ({ env: { cluster }, api }) => {
    const { storageClasses: named } = cluster;
    if (!named) return [];
    const classes = await api.list("/apis/storage.k8s.io/v1/storageclasses");
    const judge = (key: "usual" | "retained"): CheckResult => {
      const found = classes.find(({ metadata }) => metadata.name === named[key]);
      const subject = `${key}: ${named[key]}`;
      if (!found) return missing(subject, classes);
      const policy = (found["reclaimPolicy"] as string | undefined) ?? "Delete";
      const text = `${String(found["provisioner"])}, ${policy}`;
      if (key === "usual" || policy === "Retain") return { verdict: "ok", subject, text };
      return {
        verdict: "failed",
        subject,
        text: `its reclaimPolicy is ${policy}: the accounting database would go with its claim`,
        fix: "Name a class with reclaimPolicy: Retain, or have one made.",
        source: RECLAIM,
      };
    };
    return [judge("usual"), judge("retained")];
  },
};

function missing(subject: string, classes: readonly ClusterObject[]): CheckResult {
  const has =
    classes.length === 0 ? "it has none" : `it has ${classes.map(({ metadata }) => metadata.name).join(", ")}`;
  return {
    verdict: "failed",
    subject,
    text: `the cluster has no such class: ${has}; claims would wait for ever`,
    fix: "Name one of them in cluster.storageClasses, or have it made.",
  };
}
