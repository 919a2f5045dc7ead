import type { AdmissionPolicy, AdmissionPolicyBinding } from "../kubernetes/admission-policies";
import { KEDA_ACCOUNT } from "./keda";

export interface ScaleGuardProps {
  /** Of the NodeSets. */
  readonly namespace: string;
  /** Names of NodeSets that may have no node. */
  readonly nodeSets: readonly string[];
  /** Namespace of KEDA's release. */
  readonly kedaNamespace: string;
}

const API = "admissionregistration.k8s.io/v1";
const NAME = "slurm-scaling";
const SCALE = {
  apiGroups: ["slinky.slurm.net"],
  apiVersions: ["v1beta1"],
  resources: ["nodesets/scale"],
  operations: ["UPDATE"],
} as const;

/**
 * KEDA takes the last node from no NodeSet that has jobs, as far as Slurm's operator knows.
 *
 * The operator of KEDA 2.20 takes a question for answered with "nothing to do" where another thread of it, which the autoscaler has
 * asked, has closed its connections to Prometheus meanwhile, which it does after each error: as long as Prometheus hangs, pools with jobs
 * would go to none within minutes of `cooldownPeriod`. Down to one node the autoscaler alone decides, and it changes nothing then.
 * @see https://github.com/kedacore/keda/blob/v2.20.2/pkg/scaling/scale_handler.go#L974
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/internal/controller/nodeset/nodeset_sync_status.go
 */
export function scaleGuard({
  namespace,
  nodeSets,
  kedaNamespace,
}: ScaleGuardProps): (AdmissionPolicy | AdmissionPolicyBinding)[] {
  if (nodeSets.length === 0) return [];
  return [
    {
      apiVersion: API,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: NAME },
      spec: {
        failurePolicy: "Fail",
        paramKind: { apiVersion: "slinky.slurm.net/v1beta1", kind: "NodeSet" },
        matchConstraints: { resourceRules: [SCALE] },
        // people may
        matchConditions: [
          {
            name: "keda",
            expression: `request.userInfo.username == "system:serviceaccount:${kedaNamespace}:${KEDA_ACCOUNT}"`,
          },
        ],
        validations: [
          {
            expression: "object.spec.replicas > 0 || params.?status.?slurmAllocated.orValue(0) == 0",
            message: "jobs run on nodes of this NodeSet: it keeps one at least, and the autoscaler says how many",
          },
        ],
      },
    },
    ...nodeSets.map(
      (name) =>
        ({
          apiVersion: API,
          kind: "ValidatingAdmissionPolicyBinding",
          metadata: { name: `${NAME}-${name}` },
          spec: {
            policyName: NAME,
            paramRef: { name, namespace, parameterNotFoundAction: "Deny" },
            matchResources: {
              namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
              resourceRules: [{ ...SCALE, resourceNames: [name] }],
            },
            validationActions: ["Deny"],
          },
        }) as const,
    ),
  ];
}
