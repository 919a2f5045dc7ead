import { DEFAULT_QUEUE } from "../../../config/facts/kueue";
import type { SampleNodes } from "../pod-samples";
import { tolerate } from "../tolerations";

export interface SkyPilotProps {
  /** Context of the kubeconfig of whoever runs SkyPilot. */
  readonly context: string;
  readonly namespace: string;
  readonly nodes: SampleNodes;
  /** Name of a GPU in Railyard's facts: `H100-80GB`, `L40S-48GB`. */
  readonly gpuModel: string;
  readonly image: string;
}

/**
 * What SkyPilot keeps at home of the cluster: it makes plain pods, and Kueue holds those that name a queue.
 * `default` is the account that every namespace has: SkyPilot would make one with roles of its own, and people of a team may make no roles.
 * @see https://docs.skypilot.co/en/latest/reference/config.html
 */
export const skypilotConfig = ({ context, namespace, nodes }: Omit<SkyPilotProps, "gpuModel" | "image">) => ({
  allowed_clouds: ["kubernetes"],
  kubernetes: {
    allowed_contexts: [context],
    context_configs: {
      [context]: {
        namespace,
        remote_identity: "default",
        allowed_nodes: { label_selector: nodes.nodeSelector },
        // a job waits in its queue until it is its turn
        kueue: { local_queue_name: DEFAULT_QUEUE, admission_timeout: -1 },
        pod_config: { spec: { tolerations: tolerate(nodes.taints) } },
      },
    },
  },
});

/** A job of two nodes, or of one where there is no other, with all that pods of whole nodes ask for. */
export function skypilotTask({ nodes, gpuModel, image }: SkyPilotProps) {
  const asGpus = nodes.gpu.kind === "resource" ? nodes.gpu.resource : null;
  const others = Object.fromEntries(Object.entries(nodes.podResources).filter(([name]) => name !== asGpus));
  return {
    name: "train",
    num_nodes: Math.min(2, nodes.maxNodes),
    resources: {
      infra: "kubernetes",
      accelerators: `${acceleratorOf(gpuModel)}:${nodes.gpus}`,
      image_id: `docker:${image}`,
    },
    ...(Object.keys(others).length > 0 && {
      config: {
        kubernetes: {
          pod_config: {
            spec: {
              containers: [
                {
                  resources: { limits: others, requests: others },
                  // RDMA registers more memory than a pod may lock
                  securityContext: { capabilities: { add: ["IPC_LOCK"] } },
                },
              ],
            },
          },
        },
      },
    }),
    // train.py lies there
    workdir: ".",
    run: [
      "torchrun --nnodes=$SKYPILOT_NUM_NODES --nproc-per-node=$SKYPILOT_NUM_GPUS_PER_NODE \\",
      "  --node-rank=$SKYPILOT_NODE_RANK --master-port=29500 \\",
      '  --master-addr="$(echo "$SKYPILOT_NODE_IPS" | head -n1)" train.py',
      "",
    ].join("\n"),
  };
}

/** Models that SkyPilot calls by their memory as well; of others it does not say it. */
const WITH_MEMORY = ["A100-80GB", "H100-80GB"];

/** @see https://github.com/skypilot-org/skypilot/blob/v0.14.1/sky/provision/kubernetes/utils.py class GFDLabelFormatter */
const acceleratorOf = (model: string): string => (WITH_MEMORY.includes(model) ? model : model.replace(/-\d+GB$/, ""));
