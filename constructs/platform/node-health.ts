import { NODE_CONDITIONS } from "../../config/facts/node-conditions";
import { XIDS } from "../../config/facts/xids";
import { healthLoopOf, type PoolHealthLoop } from "../../config/health/health";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import type { KubernetesObject } from "../kubernetes/objects";
import { CORDONED_FOR, FAULT_LABEL } from "../slurm/node-life";
import { asksAutoScaling, withReplacer } from "../slurm/node-repair";
import { repairEngine, repairParts, repairTable, type RepairedPool } from "../slurm/repair-table";
import { SLURM_TOOLS_IMAGE } from "../slurm/slurm-values";
import type { ClusterComponent } from "./component";
import { HEALTH_NAMESPACE, REPAIR_ANSWER, REPAIR_ORDER, healthChecksObjects } from "./health-checks";
import { KubernetesObjects } from "./kubernetes-objects";
import type { ClusterRules } from "./node-account";
import { nodeHealthAlerts } from "./node-health-alerts";
import { nodePolicy } from "./node-rights";
import { nodeWriterObjects } from "./node-writer";

/** Name of the component, of its release and of its account, which a role of AWS is tied to. Frozen. */
export const NODE_HEALTH = "node-health";
/** ConfigMap with what repair did and remembers. Frozen. */
export const HEALTH_JOURNAL = "node-health-journal";

/** A pool whose nodes are cordoned when they are broken, and repaired. */
export interface HealthPool extends RepairedPool {
  /** Most nodes that are cordoned for faults at one time. */
  readonly cordonsAtOnce: number;
}

export interface NodeHealthProps {
  /** `off`: nodes are cordoned, and people repair them. */
  readonly mode: "off" | "dry-run" | "on";
  readonly lemon: { readonly faults: number; readonly days: number };
  readonly pools: readonly HealthPool[];
  /** Of the cluster; only where Auto Scaling groups replace nodes. */
  readonly region: string | null;
  readonly placement: Placement;
}

/** What it is told of conditions, as node-health.awk reads it, with minutes in the place of a moment. */
const kinds = (pools: readonly HealthPool[]): string =>
  [
    ...NODE_CONDITIONS.map(({ type, broken, fault, minutes, isOurs }) =>
      ["kind", type, broken, fault, minutes, isOurs ? "ours" : ""].join("|"),
    ),
    // what a program did says nothing of the node
    ...XIDS.program.flatMap((number) => ["Error", "Warning"].map((level) => `program|NvidiaXID${number}${level}`)),
    ...pools.map(({ name, cordonsAtOnce }) => `pool|${name}|${cordonsAtOnce}`),
  ].join("\n");

/** The part that asks and acts. */
export const nodeHealthScript = ({ mode, lemon, pools }: Pick<NodeHealthProps, "mode" | "lemon" | "pools">): string =>
  scriptFile("platform/files/node-health.sh", {
    values: {
      namespace: HEALTH_NAMESPACE,
      memory: HEALTH_JOURNAL,
      pause: 30,
      mark: CORDONED_FOR,
      fault: FAULT_LABEL,
      order: REPAIR_ORDER,
      answer: REPAIR_ANSWER,
      repairs: mode === "off" ? "no" : "yes",
      silent: 300,
      steady: 600,
    },
    insert: {
      ...repairParts({
        namespace: HEALTH_NAMESPACE,
        memory: HEALTH_JOURNAL,
        mode: mode === "on" ? "on" : "dry-run",
        lemon,
      }),
      table: repairTable(pools, "pods"),
      kinds: kinds(pools),
      pools: pools
        .map(({ name, nodeSelector }) => {
          const selector = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
          return `  pool ${shellWords([name, selector.join(",")])} || return 1`;
        })
        .join("\n"),
    },
  });

/** Its files. */
export const nodeHealthFiles = (props: NodeHealthProps): Record<string, string> => ({
  "node-health.sh": nodeHealthScript(props),
  "node-health.awk": scriptFile("platform/files/node-health.awk"),
  "node-repair.awk": repairEngine(),
  ...(replaces(props) && { "node-replace.sh": scriptFile("slurm/files/node-replace.sh") }),
});

const replaces = ({ mode, pools }: NodeHealthProps): boolean => mode === "on" && asksAutoScaling({ mode, pools });

/** One pod that cordons, repairs and opens nodes. In a dry run it evicts nothing and orders nothing: it has no right to. */
export function nodeHealthObjects(props: NodeHealthProps): KubernetesObject[] {
  const { mode, pools, region, placement } = props;
  const labels = { "app.kubernetes.io/name": NODE_HEALTH };
  const subject = { name: NODE_HEALTH, namespace: HEALTH_NAMESPACE };
  const journal = `railyard-${HEALTH_JOURNAL}`;
  const { "node-health.sh": text = "", ...more } = nodeHealthFiles(props);
  const acts = mode === "on" && pools.some(({ steps }) => steps.includes("reset") || steps.includes("reboot"));
  return [
    // without data: what the pod writes stays when this is installed again
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: HEALTH_JOURNAL, namespace: HEALTH_NAMESPACE, labels },
    },
    ...nodeWriterObjects({
      ...subject,
      labels,
      container: "look",
      image: SLURM_TOOLS_IMAGE,
      script: { file: "node-health.sh", text },
      files: more,
      rules: clusterRules(props),
      // a reset and an end of an instance may each take minutes
      heartbeatMinutes: 30,
      cpu: "10m",
      placement,
      ...(replaces(props) && { more: (pod) => withReplacer(pod, region ?? "") }),
    }),
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: journal },
      rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: [HEALTH_JOURNAL], verbs: ["get", "patch"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: HEALTH_JOURNAL, namespace: HEALTH_NAMESPACE },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: journal },
      subjects: [{ kind: "ServiceAccount", ...subject }],
    },
    ...nodePolicy({
      ...subject,
      onlyOwn: false,
      annotations: [CORDONED_FOR, ...(acts ? [REPAIR_ORDER] : []), REPAIR_ANSWER],
      labels: [FAULT_LABEL],
      cordons: true,
    }),
  ];
}

function clusterRules({ mode, pools }: NodeHealthProps): ClusterRules {
  const takes = (step: "evict" | "replace", by?: RepairedPool["replacedBy"]) =>
    mode === "on" &&
    pools.some(({ steps, replacedBy }) => steps.includes(step) && (by === undefined || replacedBy === by));
  return [
    { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] },
    ...(mode === "off" ? [] : [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }]),
    ...(takes("evict") ? [{ apiGroups: [""], resources: ["pods/eviction"], verbs: ["create"] }] : []),
    ...(takes("replace", "karpenter")
      ? [{ apiGroups: ["karpenter.sh"], resources: ["nodeclaims"], verbs: ["get", "list", "delete"] }]
      : []),
  ];
}

/** Limits of pools that are not repaired: their nodes are only cordoned. */
const NO_REPAIR = { steps: [], stepsPerHour: 0, atOnce: 0, floorPercent: 100, replacedBy: "list" } as const;

/** What the environment says of it. @param loop at least one pool */
export function nodeHealthProps(
  { health, region }: Pick<SiteEnvironment, "health" | "region">,
  loop: readonly PoolHealthLoop[],
  placement: Placement,
): NodeHealthProps {
  const { mode = "off", lemon = { faults: 3, days: 14 } } = health?.repair ?? {};
  return {
    mode,
    lemon,
    region,
    placement,
    pools: loop.map(({ pool: { name, nodeSelector }, cordonsAtOnce, repair }) => ({
      name,
      nodeSelector,
      cordonsAtOnce,
      ...(repair ?? NO_REPAIR),
    })),
  };
}

/** Nodes of Kubernetes alone that are asked while they run, cordoned when they are broken, and repaired. */
export const nodeHealth: ClusterComponent = {
  id: NODE_HEALTH,
  when: ({ env }) =>
    !env.health
      ? "the environment has no health"
      : healthLoopOf(env).length > 0 || "a partition of Slurm has every node group",
  install: ({ env, taints, placement, nodeReplacer }, { scope, id, dependsOn }) => {
    const loop = healthLoopOf(env);
    const props = nodeHealthProps(env, loop, placement);
    const replacer = nodeReplacer(scope, props);
    return [
      new KubernetesObjects(scope, id, {
        release: NODE_HEALTH,
        namespace: HEALTH_NAMESPACE,
        createNamespace: false,
        objects: [
          ...healthChecksObjects(
            loop.map(({ pool, checks, repair }) => ({
              pool,
              checks,
              mends: (["reset", "reboot"] as const).filter(
                (step) => props.mode === "on" && repair?.steps.includes(step) === true,
              ),
            })),
            taints,
          ),
          ...nodeHealthObjects(props),
        ],
        // a node that is broken is no reason to fail a deployment
        wait: false,
        dependsOn: [...dependsOn, ...replacer],
      }).dependable,
    ];
  },
  alerts: {
    id: "node-health-alerts",
    release: "railyard-node-health-alerts",
    groups: () => nodeHealthAlerts(),
  },
};
