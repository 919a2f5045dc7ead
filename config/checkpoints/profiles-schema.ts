import { z } from "zod";
import { key } from "../kernel/key";
import { prefixSchema } from "./prefix-schema";

/** Days for which profiles stay where config says nothing. */
export const PROFILE_DAYS = 90;

/** Where jobs copy profiles, and for how long. */
export const profilesSchema = z.strictObject({
  prefix: key(prefixSchema.default("profiles/"), {
    description: "Prefix for profiles; never linked to Lustre.",
    update: "in-place",
    updateNote: "What lies under the old prefix stays there, and is kept for ever.",
  }),
  expireAfterDays: key(z.int().min(1).max(36500).optional(), {
    description: "Age at which profiles are deleted.",
    unit: "days",
    defaultNote: `${PROFILE_DAYS} where Railyard makes the bucket; elsewhere what its owner says`,
    update: "in-place",
    updateNote: "Fewer days delete what is older.",
  }),
});
