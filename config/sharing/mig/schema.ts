import { z } from "zod";
import { key } from "../../kernel/key";

export const migSchema = z.strictObject({
  kind: z.literal("mig"),
  profile: key(z.string(), {
    description: "MIG profile that every GPU of the group is cut into, as the GPU's own table names it.",
    example: "1g.10gb",
    update: "drains",
  }),
  strategy: key(z.enum(["single", "mixed"]).default("single"), {
    description: "single: slices are offered as nvidia.com/gpu. mixed: as nvidia.com/mig-<profile>.",
    update: "drains",
  }),
});
