import { z } from "zod";

/** A folder. What policies and patterns read as more than itself (* ? $) stays out. */
const FOLDER = /([A-Za-z0-9_.=+@:-]+\/)/.source;

/** Where in a bucket something lies. */
export const prefixSchema = z
  .string()
  .regex(
    new RegExp(`^${FOLDER}+$`),
    "must be a prefix that ends with a slash, such as checkpoints/ or team=vision/, of letters, digits and _ . = + @ : -",
  );

/** The same, or nothing for all of the bucket. */
export const prefixOrWholeSchema = z
  .string()
  .regex(
    new RegExp(`^${FOLDER}*$`),
    'must be a prefix that ends with a slash, such as imagenet/, of letters, digits and _ . = + @ : -, or "" for the whole bucket',
  );
