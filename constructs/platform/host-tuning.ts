import type { ResolvedPool } from "../../config/pools/pool";
import type { ResolvedSetting, ResolvedTuning } from "../../config/tuning/tuning";
import { DAEMON_UPDATE_STRATEGY } from "../core/daemon-rollout";
import type { NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { quotedWord } from "../core/shell-word";
import { textHash } from "../core/text-hash";
import type { ConfigMap, DaemonSet, KubernetesObject } from "../kubernetes/objects";
import { tuningScript } from "../nodes/tuning-script";
import { SLURM_TOOLS_IMAGE } from "../slurm/slurm-values";
import type { ClusterComponent } from "./component";
import { HOST_TUNING_ALERTS } from "./host-tuning-alerts";
import { KubernetesObjects } from "./kubernetes-objects";
import { tolerate } from "./tolerations";

/** Hosts of a pool, and what is set on them. */
export interface TunedHosts {
  /** Name of the pool. */
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** What is not the image's. */
  readonly settings: readonly ResolvedSetting[];
  /** PCI addresses of compute cards. */
  readonly cards: readonly string[];
  /** Whether a node that lacks a setting is cordoned until it has it. */
  readonly gate: ResolvedTuning["gate"];
  /** Nodes that are cordoned at one time; null: none ever is. */
  readonly maxCordoned: number | null;
}

/** Pods that share all of their node are kept out of other namespaces by Pod Security. Frozen. */
const NAMESPACE = "kube-system";
const RELEASE = "host-tuning";
const SCRIPT = "host-tuning.sh";

/** Annotation of a node that a daemon has cordoned. Frozen: nodes bear it. */
const UNTUNED = "railyard.dev/untuned";

/** Where the script says to the kubelet that the node has every setting. */
const READY_FOLDER = "/run/host-tuning";
const READY_FILE = `${READY_FOLDER}/tuned`;

/** How often a daemon looks whether all is so, seconds: parameters of Lustre are lost with a mount, registers with a boot. */
const PAUSE_SECONDS = 60;

/** Names of the objects of a pool. */
const nameOf = (pool: string): string => `${RELEASE}-${pool}`;

/** ConfigMap with the nodes of a pool that are held: its daemons write it. */
const heldOf = (pool: string): string => `${nameOf(pool)}-held`;

/** The script of a pool's daemon. */
export const hostTuningScript = ({
  name,
  settings,
  cards,
  gate,
  maxCordoned,
}: Omit<TunedHosts, "nodeSelector">): string =>
  scriptFile("platform/files/host-tuning.sh", {
    values: {
      proc: "/proc",
      pause: PAUSE_SECONDS,
      looks: 0,
      gate,
      mark: UNTUNED,
      ready: READY_FILE,
      held: heldOf(name),
      namespace: NAMESPACE,
      room: maxCordoned ?? 0,
    },
    insert: { program: `program=${quotedWord(tuningScript({ settings, cards }))}` },
  });

/** A script and a daemon for each pool, and the right to cordon nodes where one does. */
export function hostTuningObjects(pools: readonly TunedHosts[], taints: readonly NodeTaint[]): KubernetesObject[] {
  const held = pools.filter(({ gate }) => gate === "cordon").map(({ name }) => heldOf(name));
  const rights = held.length > 0 ? [...CORDON, ...mayHold(held)] : [];
  return [...rights, ...pools.flatMap((pool) => poolObjects(pool, taints))];
}

const SUBJECT = { name: RELEASE, namespace: NAMESPACE };

/** Kubernetes has no right to one's own node alone: the daemon may cordon any. */
const CORDON: readonly KubernetesObject[] = [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: SUBJECT },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: RELEASE },
    rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "patch"] }],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: RELEASE },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: RELEASE },
    subjects: [{ kind: "ServiceAccount", ...SUBJECT }],
  },
];

/** Lists of nodes that are held, and the right to write them and no other object of the namespace. Helm leaves what daemons have written. */
const mayHold = (names: readonly string[]): KubernetesObject[] => [
  ...names.map((name): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: NAMESPACE },
  })),
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: `${RELEASE}-held` },
    rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: names, verbs: ["get", "patch"] }],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: SUBJECT,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `${RELEASE}-held` },
    subjects: [{ kind: "ServiceAccount", ...SUBJECT }],
  },
];

function poolObjects(pool: TunedHosts, taints: readonly NodeTaint[]): KubernetesObject[] {
  const metadata = {
    name: nameOf(pool.name),
    namespace: NAMESPACE,
    labels: { "app.kubernetes.io/name": RELEASE, "railyard.dev/pool": pool.name },
  };
  const script: ConfigMap = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata,
    data: { [SCRIPT]: hostTuningScript(pool) },
  };
  return [script, daemon(pool, metadata, taints)];
}

/**
 * The daemon sees all of the node, for that is what it sets: it must find what jobs run there, and settings of the network are
 * those of the node's own. Any other pod may ask for its place; none must end for it.
 */
function daemon(pool: TunedHosts, metadata: DaemonSet["metadata"], taints: readonly NodeTaint[]): DaemonSet {
  const matchLabels = { ...metadata.labels };
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata,
    spec: {
      selector: { matchLabels },
      updateStrategy: DAEMON_UPDATE_STRATEGY,
      template: {
        // pods read their script when they start: another script needs other pods
        metadata: { labels: matchLabels, annotations: { "railyard.dev/settings": textHash(hostTuningScript(pool)) } },
        spec: {
          nodeSelector: pool.nodeSelector,
          tolerations: tolerate(taints),
          hostPID: true,
          ...(pool.gate === "cordon"
            ? { serviceAccountName: RELEASE }
            : { automountServiceAccountToken: false as const }),
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 5,
          containers: [
            {
              name: "tune",
              image: SLURM_TOOLS_IMAGE,
              command: ["bash", `/scripts/${SCRIPT}`],
              resources: { requests: { cpu: "5m", memory: "32Mi" }, limits: { memory: "256Mi" } },
              securityContext: { privileged: true, runAsUser: 0, readOnlyRootFilesystem: true },
              env: [
                { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
                { name: "HOME", value: READY_FOLDER },
              ],
              // a daemon is ready when its node is: another script reaches a tenth of the nodes, and then the next
              readinessProbe: { exec: { command: ["test", "-e", READY_FILE] }, periodSeconds: 10 },
              volumeMounts: [
                { name: "scripts", mountPath: "/scripts", readOnly: true },
                { name: "ready", mountPath: READY_FOLDER },
              ],
            },
          ],
          volumes: [
            { name: "scripts", configMap: { name: metadata.name } },
            { name: "ready", emptyDir: {} },
          ],
        },
      },
    },
  };
}

const tunedHosts = (pools: readonly ResolvedPool[]): TunedHosts[] =>
  pools.flatMap(({ name, machines, nodeSelector, tuning, fabric }) => {
    const settings =
      machines.kind === "existing" && tuning ? tuning.settings.filter(({ by }) => by === "railyard") : [];
    return settings.length === 0
      ? []
      : [
          {
            name,
            nodeSelector,
            settings,
            cards: fabric.rdma?.rails.flatMap(({ pci }) => pci ?? []) ?? [],
            gate: tuning?.gate ?? "none",
            maxCordoned: tuning?.maxCordoned ?? null,
          },
        ];
  });

/** Settings of hosts that nobody boots for Railyard: user data does the same on node groups of EKS. */
export const hostTuning: ClusterComponent = {
  id: "host-tuning",
  when: ({ env }) => tunedHosts(env.nodeGroups).length > 0 || "no pool of servers that exist has tuning",
  install: ({ env, taints }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: RELEASE,
      namespace: NAMESPACE,
      createNamespace: false,
      // nodes with jobs become ready when these have ended
      wait: false,
      objects: hostTuningObjects(tunedHosts(env.nodeGroups), taints),
      dependsOn,
    }).dependable,
  ],
  alerts: { id: "host-tuning-alerts", release: "railyard-host-tuning-alerts", groups: () => HOST_TUNING_ALERTS },
};
