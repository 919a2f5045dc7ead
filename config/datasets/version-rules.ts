import type { KubernetesRule } from "../sites/kubernetes/rule";

/** Versions of datasets where pods have no role in AWS. */
export const EXISTING_VERSION_RULES: readonly KubernetesRule[] = [
  {
    id: "datasets/glue-without-role",
    title: "Versions come from Glue where Railyard gives pods a role.",
    severity: "error",
    why: "Glue answers a role of AWS, which pods of this cluster do not have: no run would know its version.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html",
    *check({ config: { datasets } }) {
      for (const [name, { version }] of Object.entries(datasets)) {
        if (version?.kind !== "glue") continue;
        yield {
          path: ["datasets", name, "version", "kind"],
          message: "a table of Glue, and pods of this cluster get no role of AWS",
          fix: 'write kind: "delta" or "dvc", or take version out',
        };
      }
    },
  },
];
