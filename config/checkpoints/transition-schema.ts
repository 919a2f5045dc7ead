import { z } from "zod";
import { key } from "../kernel/key";

/** A step of a lifecycle. */
export const transition = z.strictObject({
  afterDays: key(z.int().min(0).max(36500), {
    description: "Age of the object when it moves.",
    unit: "days",
    update: "in-place",
  }),
  to: key(z.enum(["STANDARD_IA", "INTELLIGENT_TIERING", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"]), {
    description: "Storage class to move to; only downwards.",
    update: "in-place",
  }),
});
