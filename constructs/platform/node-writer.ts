import type { Placement } from "../cluster/placement";
import { textHash } from "../core/text-hash";
import { configMap } from "../kubernetes/config-map";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";
import { accountOf, type ClusterRules } from "./node-account";
import { placementValues } from "./tolerations";

/** A pod that looks at nodes again and again, and writes labels or annotations of theirs. */
export interface NodeWriterProps {
  /** Name of its objects; those of the cluster are called `railyard-<name>`. Frozen. */
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Name of its container. */
  readonly container: string;
  /** Image with bash and kubectl. */
  readonly image: string;
  /** File of its script, and what is in it: it touches the file that `RAILYARD_HEARTBEAT` names, every five minutes at least. */
  readonly script: { readonly file: string; readonly text: string };
  /** Files beside it. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** What its account may do. @default - read and patch nodes */
  readonly rules?: ClusterRules;
  /** It starts anew when it has said nothing for so many minutes. @default 5 */
  readonly heartbeatMinutes?: number;
  /** What its pod has beside. @default - nothing */
  readonly more?: (pod: PodSpec) => PodSpec;
  /** Request of CPU, as in `10m`. */
  readonly cpu: string;
  readonly placement: Placement;
}

/**
 * Its script, its pod, and its right to read and patch nodes: Kubernetes cannot narrow that down to some labels. There is one
 * pod at a time: two could give one thing to two nodes.
 */
export function nodeWriterObjects(props: NodeWriterProps): KubernetesObject[] {
  const { name, namespace, labels, script } = props;
  const subject = { name, namespace };
  const files = { [script.file]: script.text, ...props.files };
  const {
    rules = [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] }],
    more = (pod: PodSpec) => pod,
  } = props;
  return [
    configMap(name, namespace, files),
    ...accountOf(subject, rules),
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...subject, labels },
      spec: {
        replicas: 1,
        strategy: { type: "Recreate" },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { "railyard.dev/script": textHash(Object.values(files).join("")) } },
          spec: more(podSpec(props)),
        },
      },
    },
  ];
}

function podSpec({ name, container, image, script, cpu, placement, heartbeatMinutes = 5 }: NodeWriterProps): PodSpec {
  return {
    serviceAccountName: name,
    enableServiceLinks: false,
    ...placementValues(placement),
    securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: container,
        image,
        command: ["bash", `/opt/railyard/${script.file}`],
        env: [
          { name: "HOME", value: "/tmp" },
          { name: "RAILYARD_HEARTBEAT", value: "/tmp/heartbeat" },
        ],
        resources: { requests: { cpu, memory: "64Mi" }, limits: { memory: "256Mi" } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        livenessProbe: {
          exec: { command: ["bash", "-c", `[ -n "$(find /tmp/heartbeat -mmin -${heartbeatMinutes})" ]`] },
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
      { name: "script", configMap: { name } },
      { name: "tmp", emptyDir: {} },
    ],
  };
}
