import { z } from "zod";
import { key } from "../../kernel/key";
import { RENAMED, replicaOffers, REPLICAS_LOSE, replicasText } from "../replicas";
import { MPS_RULES } from "./rules";
import { pluginText, type SharingKind } from "../sharing";

/**
 * Clients of one MPS server on Volta and later.
 * @see https://docs.nvidia.com/deploy/mps/index.html
 */
const MOST_CLIENTS = 48;

const mpsSchema = z.strictObject({
  kind: z.literal("mps"),
  replicas: key(z.int().min(2).max(MOST_CLIENTS), {
    description:
      "Pods that share a GPU through the CUDA MPS server, each with an equal part of its memory and threads: 48 at most, for one server has no more clients.",
    update: "in-place",
  }),
  renamed: RENAMED,
});

/** Pods share a GPU through one server of CUDA. */
export const MPS: SharingKind<typeof mpsSchema> = {
  kind: "mps",
  schema: mpsSchema,
  resolve: ({ replicas, renamed }, { gpus }) => ({
    whole: false,
    podsPerGpu: replicas,
    offers: gpus ? replicaOffers(replicas, renamed) : [],
    slurm:
      "Slurm's own MPS serves one user and one GPU of a node at a time, by a daemon that a prolog would have to start, and shares nothing with the device plugin's",
    workload: "container",
    plugin: {
      name: `mps-${replicas}${renamed ? "" : "-as-whole"}`,
      text: pluginText("none", replicasText("mps", replicas, renamed)),
    },
    labels: {},
    cutsGpus: false,
    layout: null,
    needsDevicePlugin: true,
    lost: REPLICAS_LOSE,
  }),
  rules: MPS_RULES,
};
