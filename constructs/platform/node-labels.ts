import type { ResolvedPool } from "../../config/pools/pool";
import { scriptFile } from "../core/script-file";
import { shellWord, shellWords } from "../core/shell-word";
import type { KubernetesObject } from "../kubernetes/objects";
import { SLURM_TOOLS_IMAGE } from "../slurm/slurm-values";
import type { Placement } from "../cluster/placement";
import type { ClusterComponent } from "./component";
import { sharingLabels, type GpuSharing } from "./gpu-sharing";
import { KubernetesObjects } from "./kubernetes-objects";
import { nodeWriterObjects } from "./node-writer";

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

/** The pod that does it. */
export const nodeLabelsObjects = (pools: readonly LabelledPool[], placement: Placement): KubernetesObject[] =>
  nodeWriterObjects({
    name: RELEASE,
    namespace: NAMESPACE,
    labels: LABELS,
    container: "label",
    image: SLURM_TOOLS_IMAGE,
    script: { file: "node-labels.sh", text: nodeLabelsScript(pools) },
    cpu: "10m",
    placement,
  });

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
