import { z } from "zod";
import { key } from "../../kernel/key";
import { cardsSchema, RDMA_KEYS, spectrumXSchema } from "../rdma/schema";
import { roceTrafficSchema } from "./traffic";

/** RDMA over Ethernet between servers that somebody owns, or rents with it. */
export const roceSchema = z.strictObject({
  kind: z.literal("roce"),
  access: key(z.enum(["sriov", "host-device", "shared-device"]).default("host-device"), {
    description:
      "How pods get cards. host-device: one pod has the whole card. sriov: a function of each card. shared-device: pods share it, with no isolation.",
    update: "drains",
    updateNote: "Pods must ask for other resources: they are made anew.",
  }),
  ...RDMA_KEYS,
  routed: key(z.boolean().default(false), {
    description:
      "Whether each node has a subnet of its own on each rail, with routers between; else a rail is one flat network.",
    update: "drains",
  }),
  traffic: key(roceTrafficSchema.prefault({}), {
    description: "The numbers that hosts, NCCL and switches share. `railyard roce` prints what switches need.",
    update: "in-place",
  }),
  cards: key(z.discriminatedUnion("kind", [...cardsSchema.options, spectrumXSchema]).default({ kind: "operator" }), {
    description:
      "Who keeps the settings of cards: NIC Configuration Operator with its RoCE settings, the same for Spectrum-X, or the host.",
    update: "drains",
  }),
});
