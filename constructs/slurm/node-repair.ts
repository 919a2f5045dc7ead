import type { RepairStep } from "../../config/facts/node-repairs";
import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import { configMap } from "../kubernetes/config-map";
import type { Container, KubernetesObject, PodSpec } from "../kubernetes/objects";
import { AWS_CLI_IMAGE } from "../platform/checkpoint-pruner";
import { CORDONED_FOR } from "./node-life";
import { repairEngine, repairParts, repairTable, type RepairedPool } from "./repair-table";
import type { SlurmNodeGroupProps } from "./slurm-types";
import { watchingPodObjects, type AccountRules } from "./watching-pod";

/** How drained nodes are repaired. */
export interface SlurmRepair {
  readonly mode: "dry-run" | "on";
  /** So many faults in so many days, and a node is not given back. */
  readonly lemon: { readonly faults: number; readonly days: number };
  /** By the name of the group. */
  readonly groups: Readonly<Record<string, Omit<RepairedPool, "name" | "nodeSelector">>>;
}

export interface NodeRepairProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  readonly mode: "dry-run" | "on";
  readonly lemon: { readonly faults: number; readonly days: number };
  readonly pools: readonly RepairedPool[];
  /** Of the cluster; only where Auto Scaling groups replace nodes. */
  readonly region?: string | null;
  /** An image with Slurm's commands, kubectl, awk and bash. */
  readonly image: string;
  readonly placement: Placement;
}

/** Groups with the limits that hold for them. */
export const repairedPools = (
  groups: readonly Pick<SlurmNodeGroupProps, "name" | "nodeSelector">[],
  repair: SlurmRepair,
): RepairedPool[] =>
  groups.flatMap(({ name, nodeSelector }) => {
    const limits = repair.groups[name];
    return limits ? [{ name, nodeSelector, ...limits }] : [];
  });

/** Names of its objects, and of its account, which a role of AWS is tied to. Frozen. */
export const NODE_REPAIR = "node-repair";
const SCRIPTS = `${NODE_REPAIR}-scripts`;
const SCRIPT = "node-repair.sh";
const ORDERS = { name: "orders", mountPath: "/orders" };

/** Keys of the ConfigMap that people read; what it remembers is beside them. Frozen. */
export const REPAIR_JOURNAL = "journal";
export const REPAIR_LIST = "list";

/** The part that asks and acts. */
export const nodeRepairScript = ({
  namespace,
  mode,
  lemon,
  pools,
}: Pick<NodeRepairProps, "namespace" | "mode" | "lemon" | "pools">): string =>
  scriptFile("slurm/files/node-repair.sh", {
    values: {
      namespace,
      memory: NODE_REPAIR,
      pause: 60,
      mark: CORDONED_FOR,
    },
    insert: {
      ...repairParts({ namespace, memory: NODE_REPAIR, mode, lemon }),
      table: repairTable(pools),
      pools: pools
        .map(({ name, nodeSelector }) => {
          const selector = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
          return `  pool ${shellWords([name, selector.join(",")])} || return 1`;
        })
        .join("\n"),
    },
  });

/** Whether Auto Scaling groups are asked for other machines: then the pod needs a role of AWS. */
export const asksAutoScaling = ({
  mode,
  pools,
}: {
  readonly mode: NodeRepairProps["mode"];
  readonly pools: readonly Pick<RepairedPool, "steps" | "replacedBy">[];
}): boolean =>
  mode === "on" && pools.some(({ steps, replacedBy }) => replacedBy === "group" && steps.includes("replace"));

/** One pod that repairs nodes. In a dry run it has no right to change anything but its own journal. */
export function nodeRepairObjects(props: NodeRepairProps): KubernetesObject[] {
  const { namespace, release, image, placement } = props;
  const orders = asksAutoScaling(props);
  const files = {
    [SCRIPT]: nodeRepairScript(props),
    "node-repair.awk": repairEngine(),
    ...(orders && { "node-replace.sh": scriptFile("slurm/files/node-replace.sh") }),
  };
  return [
    configMap(SCRIPTS, namespace, files),
    // without data: what the pod writes stays when this is installed again
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: NODE_REPAIR, namespace, labels: { "app.kubernetes.io/name": NODE_REPAIR } },
    },
    ...watchingPodObjects({
      name: NODE_REPAIR,
      namespace,
      release,
      image,
      placement,
      configMap: { name: SCRIPTS, files },
      script: SCRIPT,
      clusterRules: clusterRules(props),
      namespaceRules: namespaceRules(props),
      // a reset, an end of an instance and an answer of Slurm may each take minutes
      heartbeat: { minutes: 30, fromSeconds: 900 },
      ...(orders && { more: (pod: PodSpec) => withReplacer(pod, props.region ?? "") }),
    }),
  ];
}

/** Both containers see the folder by which one asks the other for the end of an instance. */
export const withReplacer = (pod: PodSpec, region: string): PodSpec => ({
  ...pod,
  containers: [
    ...pod.containers.map((container) => ({
      ...container,
      volumeMounts: [...(container.volumeMounts ?? []), ORDERS],
    })),
    replacer(region),
  ],
  volumes: [...(pod.volumes ?? []), { name: ORDERS.name, emptyDir: {} }],
});

function clusterRules({ mode, pools }: NodeRepairProps): AccountRules {
  const claims =
    mode === "on" && pools.some(({ steps, replacedBy }) => replacedBy === "karpenter" && steps.includes("replace"));
  return [
    { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list"] },
    ...(claims ? [{ apiGroups: ["karpenter.sh"], resources: ["nodeclaims"], verbs: ["get", "list", "delete"] }] : []),
  ];
}

/** As root of Slurm it may run anything in pods of slurmd anyway: what it may do to them in Kubernetes gives it no more. */
function namespaceRules({ mode, pools }: NodeRepairProps): AccountRules {
  const takes = (...steps: readonly RepairStep[]) =>
    mode === "on" && pools.some((pool) => steps.some((step) => pool.steps.includes(step)));
  return [
    { apiGroups: [""], resources: ["configmaps"], resourceNames: [NODE_REPAIR], verbs: ["get", "patch"] },
    { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", ...(takes("restart") ? ["delete"] : [])] },
    ...(takes("reset", "reboot") ? [{ apiGroups: [""], resources: ["pods/exec"], verbs: ["create"] }] : []),
  ];
}

/** Ends instances that the other container asks for, with a role of AWS that may do nothing else. */
const replacer = (region: string): Container => ({
  name: "replace",
  image: AWS_CLI_IMAGE,
  command: ["bash", "/opt/railyard/node-replace.sh"],
  env: [
    { name: "HOME", value: ORDERS.mountPath },
    { name: "AWS_REGION", value: region },
  ],
  resources: { requests: { cpu: "10m", memory: "64Mi" }, limits: { memory: "512Mi" } },
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
  volumeMounts: [{ name: "script", mountPath: "/opt/railyard", readOnly: true }, ORDERS],
});
