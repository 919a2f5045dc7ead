import { z } from "zod";
import { cidrSchema, key } from "../../kernel/key";

const OPERATOR = "https://github.com/Mellanox/network-operator-docs/tree/0c0ecad";

/** Most virtual functions of a card on InfiniBand: above it a fault of the kernel keeps ports down. */
const MOST_VFS = 16;

/** A variable of NCCL and the libraries below it. */
const ncclEnv = z.record(
  z
    .string()
    .regex(/^(NCCL|UCX|SHARP)_[A-Z0-9_]+$/, "must be a variable of NCCL, UCX or SHARP, such as NCCL_IB_TIMEOUT"),
  z.string().regex(/^\P{Cc}{1,200}$/u, "must be a text of one line"),
);

/** Keys of every fabric of RDMA cards. */
export const RDMA_KEYS = {
  vfs: key(z.int().min(1).max(MOST_VFS).default(8), {
    description: "Virtual functions of each card, with access sriov: so many pods of a node can have a card of a rail.",
    update: "drains",
    updateNote: "The operator drains nodes one after another, and may reboot them.",
    source: OPERATOR,
  }),
  addresses: key(cidrSchema.default("192.168.0.0/16"), {
    description: "Block of private addresses from which every rail gets a subnet: /22, or as large as the nodes need.",
    update: "drains",
    updateNote: "Pods keep the addresses that they have until they end.",
  }),
  joined: key(z.boolean().default(true), {
    description:
      "Whether switches above the leaves join the rails. Where they do not, NCCL must not cross from one to another: it would wait until it gives up.",
    update: "in-place",
    source: "https://github.com/NVIDIA/nccl/issues/2013",
  }),
  ofed: key(z.enum(["host", "container"]).default("host"), {
    description:
      "Where drivers of the cards come from. container: the operator loads its own, and takes those of the host away: a node whose own network is such a card falls off it.",
    update: "drains",
    updateNote: "Drivers are loaded anew on one node after another; its jobs end.",
    source: "https://github.com/Mellanox/network-operator/issues/2176",
  }),
  nccl: key(ncclEnv.default({}), {
    description:
      "Further variables of NCCL, UCX and SHARP for jobs. Those that follow from other keys are not written here.",
    example: { NCCL_IB_TIMEOUT: "22" },
    update: "in-place",
    updateNote: "Jobs that run keep theirs.",
  }),
};

/** Who keeps the settings of the cards. */
export const cardsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("host") }),
  z.strictObject({ kind: z.literal("operator") }),
]);

export const spectrumXSchema = z.strictObject({
  kind: z.literal("spectrum-x"),
  version: key(z.enum(["RA2.1", "RA2.2"]), {
    description: "Reference architecture that the switches follow.",
    update: "drains",
    source:
      "https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst",
  }),
});
