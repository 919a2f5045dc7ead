import type { KubernetesObject } from "../kubernetes/objects";

/** What the daemons of startup checks write at their node. */
export interface StartupMarks {
  /** Name of their objects and of their account. */
  readonly name: string;
  readonly namespace: string;
  readonly taint: string;
  readonly annotation: string;
  readonly condition: string;
}

/**
 * RBAC knows no node of one's own, and no field: it lets the account patch any node. A policy of the API server narrows that down to
 * the node on which the pod of the token runs, and of it to one taint, one annotation and one condition.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#additional-metadata-in-pod-bound-tokens
 */
export function startupChecksRights(marks: StartupMarks): KubernetesObject[] {
  const { name, namespace } = marks;
  const subject = { name, namespace };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: subject },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: `railyard-${name}` },
      rules: [
        // kubectl reads what it patches
        { apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["get", "patch"] },
      ],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: `railyard-${name}` },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `railyard-${name}` },
      subjects: [{ kind: "ServiceAccount", ...subject }],
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: `railyard-${name}` },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [""],
              apiVersions: ["v1"],
              operations: ["UPDATE"],
              resources: ["nodes", "nodes/status"],
            },
          ],
        },
        matchConditions: [
          {
            name: "the-account",
            expression: `request.userInfo.username == 'system:serviceaccount:${namespace}:${name}'`,
          },
        ],
        variables: [
          {
            name: "place",
            expression: "request.userInfo.extra[?'authentication.kubernetes.io/node-name'][0].orValue('')",
          },
          { name: "was", expression: "oldObject.metadata.?annotations.orValue({})" },
          { name: "is", expression: "object.metadata.?annotations.orValue({})" },
        ],
        validations: validations(marks),
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: `railyard-${name}` },
      spec: { policyName: `railyard-${name}`, validationActions: ["Deny"] },
    },
  ];
}

/** Optional fields of a node that stay as they are. */
const KEPT = [
  ...["labels", "finalizers", "ownerReferences"].map((key) => ["metadata", key]),
  ...["unschedulable", "providerID", "podCIDR", "podCIDRs", "configSource", "externalID"].map((key) => ["spec", key]),
  ...["capacity", "allocatable", "addresses", "nodeInfo", "volumesAttached", "volumesInUse", "images"].map((key) => [
    "status",
    key,
  ]),
] as const;

function validations({ taint, annotation, condition }: StartupMarks) {
  const others = (of: string) => `${of}.spec.?taints.orValue([]).filter(one, one.key != '${taint}')`;
  const conditions = (of: string) => `${of}.status.?conditions.orValue([]).filter(one, one.type != '${condition}')`;
  const annotations = (one: string, other: string) =>
    `variables.${one}.all(key, key == '${annotation}' || (key in variables.${other} && variables.${other}[key] == variables.${one}[key]))`;
  return [
    { expression: "variables.place == object.metadata.name", message: "a daemon may change its own node alone" },
    {
      expression: `${others("object")} == ${others("oldObject")}`,
      message: `of taints it may change ${taint} alone`,
    },
    {
      expression: `${annotations("is", "was")} && ${annotations("was", "is")}`,
      message: `of annotations it may change ${annotation} alone`,
    },
    {
      expression: `${conditions("object")} == ${conditions("oldObject")}`,
      message: `of conditions it may change ${condition} alone`,
    },
    ...KEPT.map(([part, key]) => ({
      expression: `dyn(object).${part}.?${key} == dyn(oldObject).${part}.?${key}`,
      message: `it may not change ${part}.${key}`,
    })),
  ];
}
