import type { Placement } from "../cluster/placement";
import { placementValues } from "../platform/tolerations";
import { configMap, textHash } from "./script-files";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";

export interface TopologyAnnotatorProps {
  readonly namespace: string;
  readonly script: string;
  /** An image with bash and kubectl. */
  readonly image: string;
  readonly placement: Placement;
}

const NAME = "topology-annotator";
const LABELS = { "app.kubernetes.io/name": NAME };

/**
 * Objects of the annotator: a pod that looks at the nodes every half minute. It may read and patch nodes, and nothing else;
 * Kubernetes cannot narrow that down to one annotation.
 */
export function topologyAnnotator(props: TopologyAnnotatorProps): KubernetesObject[] {
  const { namespace, script } = props;
  const subject = { name: NAME, namespace };
  return [
    configMap(NAME, namespace, { "annotate.sh": script }),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: subject },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: `railyard-${NAME}` },
      rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: `railyard-${NAME}` },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `railyard-${NAME}` },
      subjects: [{ kind: "ServiceAccount", ...subject }],
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...subject, labels: LABELS },
      spec: {
        replicas: 1,
        // two at one time could give one NVLink block to two domains
        strategy: { type: "Recreate" },
        selector: { matchLabels: LABELS },
        template: {
          metadata: { labels: LABELS, annotations: { "railyard.dev/script": textHash(script) } },
          spec: podSpec(props),
        },
      },
    },
  ];
}

function podSpec({ image, placement }: TopologyAnnotatorProps): PodSpec {
  return {
    serviceAccountName: NAME,
    enableServiceLinks: false,
    ...placementValues(placement),
    securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "annotator",
        image,
        command: ["bash", "/opt/railyard/annotate.sh"],
        env: [
          { name: "HOME", value: "/tmp" },
          { name: "RAILYARD_HEARTBEAT", value: "/tmp/heartbeat" },
        ],
        resources: { requests: { cpu: "50m", memory: "64Mi" }, limits: { memory: "256Mi" } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        livenessProbe: {
          exec: { command: ["bash", "-c", '[ -n "$(find /tmp/heartbeat -mmin -5)" ]'] },
          initialDelaySeconds: 60,
          periodSeconds: 60,
        },
        volumeMounts: [
          { name: "script", mountPath: "/opt/railyard", readOnly: true },
          { name: "tmp", mountPath: "/tmp" },
        ],
      },
    ],
    volumes: [
      { name: "script", configMap: { name: NAME } },
      { name: "tmp", emptyDir: {} },
    ],
  };
}
