import type { Placement } from "../cluster/placement";
import type { KubernetesObject } from "../kubernetes/objects";
import { nodeWriterObjects } from "../platform/node-writer";

export interface TopologyAnnotatorProps {
  readonly namespace: string;
  readonly script: string;
  /** An image with bash and kubectl. */
  readonly image: string;
  readonly placement: Placement;
}

const NAME = "topology-annotator";

/** Objects of the annotator: a pod that looks at the nodes every half minute, and gives each its place in the network. */
export const topologyAnnotator = ({ script, ...props }: TopologyAnnotatorProps): KubernetesObject[] =>
  nodeWriterObjects({
    ...props,
    name: NAME,
    labels: { "app.kubernetes.io/name": NAME },
    container: "annotator",
    script: { file: "annotate.sh", text: script },
    cpu: "50m",
  });
