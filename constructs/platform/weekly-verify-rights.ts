import type { KubernetesObject } from "../kubernetes/objects";
import { WEEKLY_ACCOUNT, WEEKLY_NAMESPACE, WEEKLY_PRIORITY } from "../verify/weekly-names";

const RBAC = "rbac.authorization.k8s.io";
const NAME = "railyard-verify";
const ACCOUNT = `system:serviceaccount:${WEEKLY_NAMESPACE}:${WEEKLY_ACCOUNT}`;
/** Namespace of the lease: every cluster has it, and who starts a suite by hand takes it there, too. */
const LEASES = "default";
const SUBJECTS = [{ kind: "ServiceAccount", name: WEEKLY_ACCOUNT, namespace: WEEKLY_NAMESPACE }];

/**
 * The namespace of weekly runs and what their account may do. Pods of checks lock memory, which no level of Pod Security below
 * `privileged` lets them do: a policy of the API server refuses there all else that this level would let in, whoever asks for it.
 * RBAC limits no creation by name: another one limits leases to the one that a run takes.
 * @param lease name of the lease of a run
 * @see https://kubernetes.io/docs/concepts/security/rbac-good-practices/#workload-creation
 */
export function weeklyVerifyRights(lease: string): KubernetesObject[] {
  return [
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: WEEKLY_NAMESPACE, labels: { "pod-security.kubernetes.io/enforce": "privileged" } },
    },
    {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: WEEKLY_PRIORITY },
      value: -1,
      preemptionPolicy: "Never",
      description: "Pods of railyard verify: they take nobody's place, and give theirs to everybody",
    },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: WEEKLY_ACCOUNT, namespace: WEEKLY_NAMESPACE } },
    ...readsTheCluster(),
    ...makesJobs(),
    ...takesTheLease(lease),
    ...policy("pods", POD_REQUESTS, PODS),
    ...policy("lease", LEASE_REQUESTS, [
      {
        expression: `object.metadata.namespace == '${LEASES}' && object.metadata.name == '${lease}'`,
        message: `weekly runs may make the lease ${lease} alone`,
      },
    ]),
  ];
}

/** Nodes, whose pods they have, and whether what is installed is ready. */
const readsTheCluster = (): KubernetesObject[] => [
  {
    apiVersion: `${RBAC}/v1`,
    kind: "ClusterRole",
    metadata: { name: NAME },
    rules: [
      { apiGroups: [""], resources: ["nodes", "pods"], verbs: ["list"] },
      { apiGroups: ["apps"], resources: ["daemonsets", "deployments", "statefulsets"], verbs: ["list"] },
      { apiGroups: ["resource.k8s.io"], resources: ["deviceclasses", "resourceslices"], verbs: ["list"] },
    ],
  },
  {
    apiVersion: `${RBAC}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name: NAME },
    roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: NAME },
    subjects: SUBJECTS,
  },
];

/** What a check is made of; Secrets hold keys by which its own pods reach each other, and are never read. */
const makesJobs = (): KubernetesObject[] => {
  const metadata = { name: NAME, namespace: WEEKLY_NAMESPACE };
  return [
    {
      apiVersion: `${RBAC}/v1`,
      kind: "Role",
      metadata,
      rules: [
        { apiGroups: ["batch"], resources: ["jobs"], verbs: ["create", "list", "delete", "deletecollection"] },
        // where clusters ask for it of whoever makes what goes with a Job
        { apiGroups: ["batch"], resources: ["jobs/finalizers"], verbs: ["update"] },
        { apiGroups: [""], resources: ["pods/log"], verbs: ["get"] },
        { apiGroups: [""], resources: ["events"], verbs: ["list"] },
        { apiGroups: [""], resources: ["secrets", "services"], verbs: ["create"] },
        { apiGroups: [""], resources: ["configmaps"], verbs: ["create", "get", "update"] },
        { apiGroups: ["resource.k8s.io"], resources: ["resourceclaimtemplates"], verbs: ["create"] },
        { apiGroups: ["resource.nvidia.com"], resources: ["computedomains"], verbs: ["create"] },
      ],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: "RoleBinding",
      metadata,
      roleRef: { apiGroup: RBAC, kind: "Role", name: NAME },
      subjects: SUBJECTS,
    },
  ];
};

const takesTheLease = (lease: string): KubernetesObject[] => {
  const metadata = { name: NAME, namespace: LEASES };
  const leases = { apiGroups: ["coordination.k8s.io"], resources: ["leases"] };
  return [
    {
      apiVersion: `${RBAC}/v1`,
      kind: "Role",
      metadata,
      rules: [
        { ...leases, verbs: ["create"] },
        { ...leases, resourceNames: [lease], verbs: ["get", "update", "delete"] },
      ],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: "RoleBinding",
      metadata,
      roleRef: { apiGroup: RBAC, kind: "Role", name: NAME },
      subjects: SUBJECTS,
    },
  ];
};

const POD_REQUESTS = {
  rule: { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] },
  only: { name: "the-namespace", expression: `request.namespace == '${WEEKLY_NAMESPACE}'` },
} as const;

const LEASE_REQUESTS = {
  rule: { apiGroups: ["coordination.k8s.io"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["leases"] },
  only: { name: "the-account", expression: `request.userInfo.username == '${ACCOUNT}'` },
} as const;

interface Validation {
  readonly expression: string;
  readonly message: string;
}

const eachContainer = (expression: string) =>
  `(object.spec.containers + object.spec.?initContainers.orValue([])).all(one, ${expression})`;

const PODS: readonly Validation[] = [
  {
    expression: ["hostNetwork", "hostPID", "hostIPC"].map((key) => `!object.spec.?${key}.orValue(false)`).join(" && "),
    message: "pods of checks see nothing of the host",
  },
  {
    expression:
      "object.spec.?volumes.orValue([]).all(one, has(one.emptyDir) || has(one.configMap) || has(one.secret) || has(one.projected))",
    message: "pods of checks have no folder of the host and no other volume",
  },
  {
    expression: eachContainer(
      "!one.?securityContext.?privileged.orValue(false) && one.?securityContext.?procMount.orValue('Default') == 'Default'",
    ),
    message: "pods of checks are not privileged",
  },
  {
    expression: eachContainer("one.?securityContext.?capabilities.?add.orValue([]).all(key, key == 'IPC_LOCK')"),
    message: "pods of checks have no capability but IPC_LOCK",
  },
  {
    expression: eachContainer("one.?ports.orValue([]).all(port, port.?hostPort.orValue(0) == 0)"),
    message: "pods of checks have no port of the host",
  },
  {
    expression: `object.spec.?priorityClassName.orValue('') == '${WEEKLY_PRIORITY}'`,
    message: `pods of checks have the priority class ${WEEKLY_PRIORITY}, and push nobody away`,
  },
  {
    expression: "object.spec.?nodeName.orValue('') == ''",
    message: "pods of checks come to nodes by the scheduler",
  },
];

function policy(
  what: string,
  { rule, only }: typeof POD_REQUESTS | typeof LEASE_REQUESTS,
  validations: readonly Validation[],
): KubernetesObject[] {
  const name = `${NAME}-${what}`;
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: { resourceRules: [rule] },
        matchConditions: [only],
        validations,
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"] },
    },
  ];
}
