import { z } from "zod";
import { key } from "../../kernel/key";

export const efaSchema = z.strictObject({
  kind: z.literal("efa"),
  layout: key(z.enum(["save-ip", "primary-efa", "max-ena", "eight-efa"]).default("save-ip"), {
    description:
      "Which interfaces a node has. save-ip: one address, every EFA device (recommended by AWS). primary-efa: EFA on the primary interface, which leaves more pod addresses on card 0. max-ena: more IP bandwidth, one address per extra interface. eight-efa: 8 × 200 Gbps on GB200.",
    update: "rolling",
    updateNote: "A new launch template version: nodes are drained and replaced.",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html",
  }),
});
