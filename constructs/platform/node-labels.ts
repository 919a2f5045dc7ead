import type { ResolvedPool } from "../../config/pools/pool";
import { scriptFile } from "../core/script-file";
import { shellWord, shellWords } from "../core/shell-word";
import type { KubernetesObject } from "../kubernetes/objects";
import { textHash } from "../slurm/script-files";
import { SLURM_TOOLS_IMAGE } from "../slurm/slurm-values";
import type { Placement } from "../cluster/placement";
import type { ClusterComponent } from "./component";
import { sharingLabels, type GpuSharing } from "./gpu-sharing";
import { KubernetesObjects } from "./kubernetes-objects";
import { placementValues } from "./tolerations";

/** Nodes that Railyard does not register, and how their GPUs are shared. */
export interface LabelledPool {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly sharing: GpuSharing;
}

/** Frozen. */
const RELEASE = "node-labels";
const NAMESPACE = "kube-system";
const PAUSE_SECONDS = 30;
const LABELS = { "app.kubernetes.io/name": RELEASE };

/** Looks at the nodes of each pool again and again: those that join later get their labels, too. */
export function nodeLabelsScript(pools: readonly LabelledPool[]): string {
  const lines = pools.map(({ nodeSelector, sharing }) => {
    const selector = Object.entries(nodeSelector)
      .map(([key, value]) => `${key}=${value}`)
      .join(",");
    const labels = Object.entries(sharingLabels(sharing)).map(([key, value]) => `${key}=${value}`);
    return labels.length === 0 ? `  whole ${shellWord(selector)}` : `  labels ${shellWords([selector, ...labels])}`;
  });
  return scriptFile("platform/files/node-labels.sh", {
    values: { pause: PAUSE_SECONDS },
    insert: { pools: lines.join("\n") },
  });
}

/** The pod that does it. It may read and patch nodes: Kubernetes cannot narrow that down to some labels. */
export function nodeLabelsObjects(pools: readonly LabelledPool[], placement: Placement): KubernetesObject[] {
  const script = nodeLabelsScript(pools);
  const subject = { name: RELEASE, namespace: NAMESPACE };
  return [
    { apiVersion: "v1", kind: "ConfigMap", metadata: subject, data: { "node-labels.sh": script } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: subject },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: `railyard-${RELEASE}` },
      rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: `railyard-${RELEASE}` },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `railyard-${RELEASE}` },
      subjects: [{ kind: "ServiceAccount", ...subject }],
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...subject, labels: LABELS },
      spec: {
        replicas: 1,
        strategy: { type: "Recreate" },
        selector: { matchLabels: LABELS },
        template: {
          metadata: { labels: LABELS, annotations: { "railyard.dev/script": textHash(script) } },
          spec: {
            serviceAccountName: RELEASE,
            enableServiceLinks: false,
            ...placementValues(placement),
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: "RuntimeDefault" } },
            containers: [
              {
                name: "label",
                image: SLURM_TOOLS_IMAGE,
                command: ["bash", "/opt/railyard/node-labels.sh"],
                env: [
                  { name: "HOME", value: "/tmp" },
                  { name: "RAILYARD_HEARTBEAT", value: "/tmp/heartbeat" },
                ],
                resources: { requests: { cpu: "10m", memory: "64Mi" }, limits: { memory: "256Mi" } },
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
              { name: "script", configMap: { name: RELEASE } },
              { name: "tmp", emptyDir: {} },
            ],
          },
        },
      },
    },
  ];
}

/** Pools of GPUs on servers that exist; empty where none of them shares. Those that share nothing lose labels of before. */
function labelledPools(pools: readonly ResolvedPool[]): LabelledPool[] {
  const existing = pools.filter(({ machines, gpus }) => machines.kind === "existing" && gpus !== null);
  return existing.some(({ sharing }) => Object.keys(sharingLabels(sharing)).length > 0) ? existing : [];
}

/** How GPUs are shared on nodes that somebody else registers: EKS labels those of its node groups. */
export const nodeLabels: ClusterComponent = {
  id: "node-labels",
  after: ["gpu-operator"],
  when: ({ env }) => labelledPools(env.nodeGroups).length > 0 || "no pool of servers that exist shares its GPUs",
  install: ({ env, placement }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: RELEASE,
      namespace: NAMESPACE,
      createNamespace: false,
      objects: nodeLabelsObjects(labelledPools(env.nodeGroups), placement),
      dependsOn,
    }).dependable,
  ],
};
