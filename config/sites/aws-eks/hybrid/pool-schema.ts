import { z } from "zod";
import { key } from "../../../kernel/key";
import { existingPoolSchema } from "../../../pools/existing/schema";

const { labels, ...serverKeys } = existingPoolSchema.shape;

/** Servers on premises that become hybrid nodes of the cluster: nodeadm joins them, and nothing here starts or stops one. */
export const hybridPoolSchema = z.strictObject({
  kind: key(z.literal("hybrid"), {
    description: "Servers on premises that join as EKS Hybrid Nodes. Without a kind, EC2 starts the nodes.",
    update: "drains",
    updateNote: "The nodes of the one kind go, and those of the other join.",
  }),
  ...serverKeys,
  os: key(z.enum(["ubuntu-24.04", "ubuntu-22.04", "rhel-9"]), {
    description:
      "Operating system of the servers. Ubuntu 20.04 and RHEL 8 have a kernel that the Cilium of EKS does not run on.",
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
