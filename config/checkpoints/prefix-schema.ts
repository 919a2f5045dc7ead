import { z } from "zod";

/** What policies and patterns read as more than itself (* ? $) stays out. */
export const prefixSchema = z
  .string()
  .regex(
    /^([A-Za-z0-9_.=+@:-]+\/)+$/,
    "must be a prefix that ends with a slash, such as checkpoints/ or team=vision/, of letters, digits and _ . = + @ : -",
  );
