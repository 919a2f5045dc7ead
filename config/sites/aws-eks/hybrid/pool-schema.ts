import { z } from "zod";
import { key } from "../../../kernel/key";
import { existingPoolSchema } from "../../../pools/existing/schema";

const { labels, ...serverKeys } = existingPoolSchema.shape;

const SYSTEMS = ["ubuntu-24.04", "ubuntu-22.04", "rhel-9"] as const;

/** Systems that EKS names for hybrid nodes, or that people try, and why they are not offered: by how their names begin. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [
    /^bottlerocket/i,
    "it joins by a settings.toml of its own, on VMware alone and without nodeadm: its pages name no variant with an NVIDIA driver, and Railyard writes no such file",
  ],
  [/^(ubuntu-?20|rhel-?8)/i, "its kernel is older than 5.10, on which the Cilium that EKS builds does not run"],
  [
    /^(al2023|amazon)/i,
    "AWS takes Amazon Linux 2023 outside of EC2 as a virtual machine alone and does not support it there, and GPUs of the host are not its",
  ],
];

/** Why a value is none of the systems; undefined: the usual words. */
const refusalOf = (input: unknown): string | undefined =>
  typeof input === "string" ? REFUSED.find(([name]) => name.test(input))?.[1] : undefined;

/** Servers on premises that become hybrid nodes of the cluster: nodeadm joins them, and nothing here starts or stops one. */
export const hybridPoolSchema = z.strictObject({
  kind: key(z.literal("hybrid"), {
    description: "Servers on premises that join as EKS Hybrid Nodes. Without a kind, EC2 starts the nodes.",
    update: "drains",
    updateNote: "The nodes of the one kind go, and those of the other join.",
  }),
  ...serverKeys,
  os: key(z.enum(SYSTEMS, { error: ({ input }) => refusalOf(input) }), {
    description:
      "Operating system of the servers. Ubuntu 20.04 and RHEL 8 have a kernel that the Cilium of EKS does not run on; Bottlerocket is joined by its own settings, without nodeadm.",
    example: "ubuntu-24.04",
    update: "none",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cni.html",
  }),
  labels: key(labels.optional(), {
    description: "Kubernetes labels beside those that Railyard sets; nodes register with them when they join.",
    defaultNote: "none",
    example: { "example.com/room": "b2" },
    update: "in-place",
    updateNote: "Nodes that have joined keep their labels until nodeadm runs again, or until somebody labels them.",
  }),
});

/** A pool of hybrid nodes with its defaults filled in. */
export type HybridPoolConfig = z.output<typeof hybridPoolSchema>;
