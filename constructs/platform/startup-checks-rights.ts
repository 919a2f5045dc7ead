import type { KubernetesObject } from "../kubernetes/objects";
import { nodePolicy } from "./node-rights";
import { accountOf } from "./node-account";

/** What the daemons of startup checks write at their node. */
export interface StartupMarks {
  /** Name of their objects and of their account. */
  readonly name: string;
  readonly namespace: string;
  readonly taint: string;
  readonly annotation: string;
  readonly condition: string;
  /** Whether it asks which devices drivers publish of it. @default false */
  readonly readsSlices?: boolean;
}

/** The account of the daemons, and a policy that narrows it down to their own node, and of it to one taint, one annotation and one condition. */
export const startupChecksRights = ({
  name,
  namespace,
  taint,
  annotation,
  condition,
}: StartupMarks): KubernetesObject[] => [
  ...accountOf({ name, namespace }, [
    // kubectl reads what it patches
    { apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["get", "patch"] },
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
        // a list by the name of a node is a list to RBAC: slices say which devices nodes have, and nothing of who uses them
        ...(marks.readsSlices === true
          ? [{ apiGroups: ["resource.k8s.io"], resources: ["resourceslices"], verbs: ["list"] }]
          : []),
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
  ...nodePolicy({
    name,
    namespace,
    onlyOwn: true,
    taints: [taint],
    annotations: [annotation],
    conditions: [condition],
  }),
];
