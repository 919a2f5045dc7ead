import { z } from "zod";
import { key } from "../kernel/key";
import { GPU_RESOURCE, type GpuOffer, type LostMetrics } from "./sharing";

/** Whether parts of GPUs have a name of their own. */
export const RENAMED = key(z.boolean().default(true), {
  description:
    "true: pods ask for nvidia.com/gpu.shared, and nobody gets a part who asked for a whole GPU. false: for nvidia.com/gpu, as if it were whole.",
  update: "drains",
  updateNote: "Pods that ask for the other name stay pending: change them with it.",
  source: "https://github.com/NVIDIA/k8s-device-plugin/tree/v0.20.0#shared-access-to-gpus",
});

/** A second replica for one pod would be a share of the same GPU and no more of it, so such pods are refused. */
export const replicasText = (key: "mps" | "timeSlicing", replicas: number, renamed: boolean): string => `sharing:
  ${key}:
    renameByDefault: ${renamed}
    failRequestsGreaterThanOne: true
    resources:
      - name: nvidia.com/gpu
        replicas: ${replicas}
`;

/** What a GPU offers that several pods have at one time. */
export const replicaOffers = (replicas: number, renamed: boolean): readonly GpuOffer[] => [
  { resource: renamed ? `${GPU_RESOURCE}.shared` : GPU_RESOURCE, perGpu: replicas, share: 1 / replicas },
];

/** The exporter knows one pod of a GPU, and reads counters of the whole. */
export const REPLICAS_LOSE: LostMetrics = {
  metrics: ["pod", "namespace", "container"],
  why: "the exporter cannot tell which of the pods on a GPU uses it: labels of pods are missing or those of one of them, and values are those of the whole GPU",
};
