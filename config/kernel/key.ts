import { z } from "zod";

/**
 * What changing a key does to a running cluster.
 * - `none`: nothing that runs notices.
 * - `in-place`: AWS changes the resource while it runs.
 * - `rolling`: nodes are replaced one after another; pods are evicted, and jobs on them end. `railyard deploy` drains them in Slurm first and waits for their jobs; pipelines, `cdktf` and plain Terraform do not.
 * - `drains`: the nodes of the group go away; their jobs stop.
 * - `replaces`: the resource is destroyed and made anew; what it holds is lost.
 * - `forbidden`: Railyard or AWS refuses it; make a new environment or move the data first.
 */
export type UpdatePolicy = "none" | "in-place" | "rolling" | "drains" | "replaces" | "forbidden";

/** Another policy than the usual one, by what stands beside the key or by how its value changes. The first that fits counts. */
export type UpdateWhen = {
  readonly update: UpdatePolicy;
  readonly note?: string;
} & (
  | { readonly key: string; readonly is: boolean | string }
  /** Of a number, or of a list that gets more at its end. */
  | { readonly change: "shrinks" | "appended" }
);

/** What a config key says of itself. One place feeds hover texts, JSON Schema, docs, `explain` and the plan review. */
export interface KeyMeta {
  /** One or two sentences; the first says what the key is. */
  readonly description: string;
  /** GiB, GB, MiB, MB/s, MB/s/TiB, Gbps, hours, days, USD… @default - the value has no unit */
  readonly unit?: string;
  readonly example?: unknown;
  /** What is used when the key is left out and the schema itself has no default. */
  readonly defaultNote?: string;
  readonly update: UpdatePolicy;
  /** What to do, or what exactly happens, when the policy alone does not say it. */
  readonly updateNote?: string;
  /** Changes with another policy. @default - none */
  readonly updateWhen?: readonly UpdateWhen[];
  /** Where a limit or a fact in the description comes from. */
  readonly source?: string;
}

/** Attaches {@link KeyMeta} to the schema of a key. */
export function key<T extends z.ZodType>(schema: T, meta: KeyMeta): T {
  const { description, example, unit, defaultNote, update, updateNote, updateWhen, source } = meta;
  return schema.meta({
    description,
    ...(example !== undefined && { examples: [example] }),
    ...(unit && { "x-unit": unit }),
    ...(defaultNote && { "x-default": defaultNote }),
    "x-update": update,
    ...(updateNote && { "x-update-note": updateNote }),
    ...(updateWhen?.length && { "x-update-when": updateWhen }),
    ...(source && { "x-source": source }),
  }) as T;
}

/** A lower-case name that is legal in AWS, Kubernetes and Slurm: letters, digits and single dashes. */
export function nameSchema(maxLength: number) {
  return z
    .string()
    .regex(/^[a-z](-?[a-z0-9])*$/, "must be lower-case letters, digits and single dashes, and start with a letter")
    .max(maxLength);
}

/** An IPv4 block in CIDR notation. That the host bits are zero is a rule (`network/cidr-host-bits`), not a shape. */
export const cidrSchema = z.cidrv4({ error: "must be an IPv4 block in CIDR notation, such as 10.20.0.0/16" });

/**
 * A Region and a letter, or the name of a Local Zone. What comes first in a Region has two letters or more: `eusc-de-east-1a`.
 * @see https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-availability-zones.html
 */
export const zoneSchema = z
  .string()
  .regex(
    /^[a-z]{2,}(-[a-z]+)+-\d[a-z]$|^[a-z]{2,}(-[a-z]+)+-\d(-[a-z0-9]+)+$/,
    "must be an availability zone name, such as us-east-1a",
  );

export const regionSchema = (example = "us-east-1") =>
  z.string().regex(/^[a-z]+(-[a-z]+)+-\d$/, `must be an AWS region, such as ${example}`);

export const accountSchema = () => z.string().regex(/^\d{12}$/, "must be an AWS account id: 12 digits in quotes");

export const arnSchema = (service: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^arn:aws[a-z-]*:${service}:`), `must be the ARN of ${what}, such as arn:aws:${service}:…`);
