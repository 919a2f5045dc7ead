import type { KubernetesRule } from "../sites/kubernetes/rule";

/** Datasets in a cluster that somebody has made. */
export const EXISTING_DATASET_RULES: readonly KubernetesRule[] = [
  {
    id: "datasets/bucket-without-role",
    title: "Datasets in buckets of S3 are read where Railyard gives pods a role.",
    severity: "error",
    why: "Pods get their rights by EKS Pod Identity, which a cluster that exists elsewhere does not have.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html",
    *check({ config: { datasets } }) {
      for (const [name, { place }] of Object.entries(datasets)) {
        if (place.kind !== "bucket") continue;
        yield {
          path: ["datasets", name, "place", "kind"],
          message: "a bucket of S3, and pods of this cluster get no role of AWS",
          fix: 'add a volume of kind "s3-compatible" with the bucket, and write place: { kind: "volume", volume: "<its name>", path: "/<folder>" }',
        };
      }
    },
  },
];
