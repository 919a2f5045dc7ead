import type { KubernetesObject } from "../kubernetes/objects";

/** What an account may change of nodes, and nothing else of them. */
export interface NodeRights {
  /** Of the account; its policy is called `railyard-<name>`. */
  readonly name: string;
  readonly namespace: string;
  /** Of the node on which the pod of the token runs, and of no other. */
  readonly onlyOwn: boolean;
  /** @default - none */
  readonly taints?: readonly string[];
  readonly annotations: readonly string[];
  /** @default - none */
  readonly labels?: readonly string[];
  /** @default - none */
  readonly conditions?: readonly string[];
  /** Whether it may cordon them. @default false */
  readonly cordons?: true;
}

/**
 * RBAC knows no node of one's own, and no field: it lets an account patch any node. A policy of the API server narrows that down.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#additional-metadata-in-pod-bound-tokens
 */
export function nodePolicy(rights: NodeRights): KubernetesObject[] {
  const { name, namespace } = rights;
  return [
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
          ...(rights.onlyOwn
            ? [
                {
                  name: "place",
                  expression: "request.userInfo.extra[?'authentication.kubernetes.io/node-name'][0].orValue('')",
                },
              ]
            : []),
          { name: "was", expression: "oldObject.metadata.?annotations.orValue({})" },
          { name: "is", expression: "object.metadata.?annotations.orValue({})" },
          ...((rights.labels ?? []).length > 0
            ? [
                { name: "wasCalled", expression: "oldObject.metadata.?labels.orValue({})" },
                { name: "isCalled", expression: "object.metadata.?labels.orValue({})" },
              ]
            : []),
        ],
        validations: validations(rights),
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

/** Optional fields of a node, of which some stay as they are. */
const FIELDS = [
  ...["labels", "finalizers", "ownerReferences"].map((key) => ["metadata", key] as const),
  ...["unschedulable", "providerID", "podCIDR", "podCIDRs", "configSource", "externalID"].map(
    (key) => ["spec", key] as const,
  ),
  ...["capacity", "allocatable", "addresses", "nodeInfo", "volumesAttached", "volumesInUse", "images"].map(
    (key) => ["status", key] as const,
  ),
];

/** Text of one of them, or of a list that is named in words. */
const any = (names: readonly string[], to: (name: string) => string, by: string) => names.map(to).join(by);

function validations({ onlyOwn, taints = [], annotations, labels = [], conditions = [], cordons }: NodeRights) {
  const rest = (of: string, list: string, key: string, names: readonly string[]) =>
    names.length === 0
      ? `${of}.${list}.orValue([])`
      : `${of}.${list}.orValue([]).filter(one, ${any(names, (name) => `one.${key} != '${name}'`, " && ")})`;
  const same = (list: string, key: string, names: readonly string[]) =>
    `${rest("object", list, key, names)} == ${rest("oldObject", list, key, names)}`;
  const kept = (one: string, other: string, names: readonly string[]) =>
    `variables.${one}.all(key, ${any(names, (name) => `key == '${name}'`, " || ")} || (key in variables.${other} && variables.${other}[key] == variables.${one}[key]))`;
  const only = (what: string, names: readonly string[]) =>
    names.length === 0 ? `it may not change ${what}` : `of ${what} it may change ${names.join(", ")} alone`;
  const fields = FIELDS.filter(
    ([part, key]) =>
      !(part === "metadata" && key === "labels" && labels.length > 0) &&
      !(part === "spec" && key === "unschedulable" && cordons === true),
  );
  return [
    ...(onlyOwn
      ? [{ expression: "variables.place == object.metadata.name", message: "a daemon may change its own node alone" }]
      : []),
    { expression: same("spec.?taints", "key", taints), message: only("taints", taints) },
    {
      expression: `${kept("is", "was", annotations)} && ${kept("was", "is", annotations)}`,
      message: only("annotations", annotations),
    },
    { expression: same("status.?conditions", "type", conditions), message: only("conditions", conditions) },
    ...(labels.length > 0
      ? [
          {
            expression: `${kept("isCalled", "wasCalled", labels)} && ${kept("wasCalled", "isCalled", labels)}`,
            message: only("labels", labels),
          },
        ]
      : []),
    ...fields.map(([part, key]) => ({
      expression: `dyn(object).${part}.?${key} == dyn(oldObject).${part}.?${key}`,
      message: `it may not change ${part}.${key}`,
    })),
  ];
}
