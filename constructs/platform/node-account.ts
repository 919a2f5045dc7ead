import type { KubernetesObject } from "../kubernetes/objects";

/** What an account may do in the whole cluster. */
export type ClusterRules = Extract<KubernetesObject, { kind: "ClusterRole" }>["rules"];

/** An account with a role of the cluster of its own, `railyard-<name>`. */
export const accountOf = (
  subject: { readonly name: string; readonly namespace: string },
  rules: ClusterRules,
): KubernetesObject[] => [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: subject },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: `railyard-${subject.name}` },
    rules,
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: `railyard-${subject.name}` },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `railyard-${subject.name}` },
    subjects: [{ kind: "ServiceAccount", ...subject }],
  },
];
