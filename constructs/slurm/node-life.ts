import { XIDS } from "../../config/facts/xids";
import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import { configMap } from "../kubernetes/config-map";
import type { KubernetesObject } from "../kubernetes/objects";
import { watchingPodObjects } from "./watching-pod";

/** A pool whose nodes are cordoned when they are broken. */
export interface WatchedPool {
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Most nodes that are cordoned for faults at one time. */
  readonly cordonsAtOnce: number;
}

export interface NodeLifeProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  readonly pools: readonly WatchedPool[];
  /** An image with Slurm's commands, kubectl and bash. */
  readonly image: string;
  readonly placement: Placement;
}

/** Names of its objects; those of the cluster are called `railyard-node-life`. Frozen. */
const NAME = "node-life";
const SCRIPT = "node-life.sh";

/** Annotation of a node that it has cordoned, and the label with whose fault it is. Frozen: nodes bear them. */
export const CORDONED_FOR = "railyard.dev/cordoned-for";
export const FAULT_LABEL = "railyard.dev/fault";

/**
 * From which the operator takes the reason of its drain.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/docs/usage/workload-isolation.md
 */
const CORDON_REASON = "nodeset.slinky.slurm.net/node-cordon-reason";

/** The script, with the pools that it looks at. */
export const nodeLifeScript = ({ namespace, pools }: Pick<NodeLifeProps, "namespace" | "pools">): string =>
  scriptFile("slurm/files/node-life.sh", {
    values: {
      namespace,
      pause: 30,
      mark: CORDONED_FOR,
      fault: FAULT_LABEL,
      operator: CORDON_REASON,
      programs: XIDS.program.join(" "),
      silent: 300,
      steady: 600,
    },
    insert: {
      pools: pools
        .map(({ name, nodeSelector, cordonsAtOnce }) => {
          const selector = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
          return `  pool ${shellWords([name, selector.join(","), cordonsAtOnce])} || return 1`;
        })
        .join("\n"),
    },
  });

/**
 * One pod that looks at Slurm and Kubernetes again and again, and cordons nodes. The operator of Slurm does the other half: it
 * drains what is cordoned, and leaves drains of others alone. Kubernetes has no right to the cordon of a node alone.
 */
export function nodeLifeObjects(props: NodeLifeProps): KubernetesObject[] {
  const { namespace, release, image, placement } = props;
  const files = { [SCRIPT]: nodeLifeScript(props) };
  return [
    configMap(NAME, namespace, files),
    ...watchingPodObjects({
      name: NAME,
      namespace,
      release,
      image,
      placement,
      configMap: { name: NAME, files },
      script: SCRIPT,
      clusterRules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] }],
      namespaceRules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }],
      // Slurm may answer five minutes after the pod has begun
      heartbeat: { minutes: 5, fromSeconds: 420 },
    }),
  ];
}
