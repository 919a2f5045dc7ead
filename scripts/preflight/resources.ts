import { rmSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../lib/files/read-json";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { temporaryFolder } from "../lib/process/temporary-folder";

/** A resource of AWS that a deployment makes. */
export interface AwsResource {
  /** As in `aws_iam_role`. */
  readonly type: string;
  /** Null for what has no name, or one that only Terraform knows. */
  readonly name: string | null;
  /** It is there, and Terraform imports it. */
  readonly adopted: boolean;
}

/** A resource whose name is known before it is there. */
export type NamedResource = AwsResource & { readonly name: string };

interface StackJson {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, { name?: unknown; bucket?: unknown }>>>>;
  readonly import?: readonly { readonly to: string }[];
}

const known = new WeakMap<AwsEnvironment, readonly AwsResource[]>();

/** Every resource of AWS in the stacks of an environment, as synth writes them. */
export function awsResources(environment: AwsEnvironment): readonly AwsResource[] {
  const resources = known.get(environment) ?? read(environment);
  known.set(environment, resources);
  return resources;
}

function read(environment: AwsEnvironment): AwsResource[] {
  // all stacks take a second to load, and many a question needs none of them
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { synthesizeInto } = require("../lib/synth/synthesize") as typeof import("../lib/synth/synthesize");
  const folder = temporaryFolder("preflight");
  try {
    return synthesizeInto([environment], folder).flatMap(({ name }) => {
      const { resource = {}, import: imports = [] } = readJson(
        join(folder, "stacks", name, "cdk.tf.json"),
      ) as StackJson;
      return Object.entries(resource)
        .filter(([type]) => type.startsWith("aws_"))
        .flatMap(([type, each]) =>
          Object.entries(each).map(([id, one]) => ({
            type,
            name: plain(one.name ?? one.bucket),
            adopted: imports.some(({ to }) => to === `${type}.${id}`),
          })),
        );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const plain = (name: unknown): string | null => (typeof name === "string" && !name.includes("${") ? name : null);

/** Resources of a type that have a name. */
export function namedResources(environment: AwsEnvironment, type: string): NamedResource[] {
  return awsResources(environment).filter((one): one is NamedResource => one.type === type && one.name !== null);
}
