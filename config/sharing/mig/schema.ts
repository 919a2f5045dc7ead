import { z } from "zod";
import { key } from "../../kernel/key";

const slices = z
  .record(z.string(), z.int().min(1).max(7))
  .refine((written) => Object.keys(written).length > 0, "must name a profile, such as 1g.10gb, with a number");

export const migSchema = z.strictObject({
  kind: z.literal("mig"),
  layout: key(
    z.union([z.string(), slices], {
      error:
        'must be the name of a layout, such as "all-1g.10gb", or instances, such as { "1g.10gb": 2, "3g.40gb": 1 }',
    }),
    {
      description:
        "Instances that every GPU of the group is cut into: all-<profile>, all-balanced, or a list of profiles with how many of each. Whether they fit is checked by the places that the GPU has for them.",
      example: "all-1g.10gb",
      update: "drains",
    },
  ),
  strategy: key(z.enum(["single", "mixed"]).optional(), {
    description: "single: instances are offered as nvidia.com/gpu. mixed: as nvidia.com/mig-<profile>.",
    defaultNote: "single where all instances are equal, mixed otherwise",
    update: "drains",
  }),
});
