import { z } from "zod";

/** What policies and patterns read as more than itself (* ? $) stays out. */
export const prefixSchema = z
  .string()
  .regex(
    /^([A-Za-z0-9_.=+@:-]+\/)+$/,
    "must be a prefix that ends with a slash, such as checkpoints/ or team=vision/, of letters, digits and _ . = + @ : -",
  );

/** The same, or nothing for all of the bucket. */
export const prefixOrWholeSchema = z
  .string()
  .regex(
    /^([A-Za-z0-9_.=+@:-]+\/)*$/,
    'must be a prefix that ends with a slash, such as imagenet/, of letters, digits and _ . = + @ : -, or "" for the whole bucket',
  );
