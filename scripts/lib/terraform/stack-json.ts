import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { readJson } from "../files/read-json";

/** Arguments of a backend, or of a data source that reads one's state. */
export type BackendConfig = Readonly<Record<string, unknown>>;

export interface RemoteState {
  readonly backend: string;
  readonly config: BackendConfig;
}

/** What the rehearsal reads of a synthesized stack. */
export interface StackJson {
  readonly terraform?: { readonly backend?: Readonly<Record<string, BackendConfig>> };
  readonly data?: { readonly terraform_remote_state?: Readonly<Record<string, RemoteState>> };
  /** Arguments by type and name. */
  readonly resource?: Readonly<Record<string, Readonly<Record<string, ResourceJson>>>>;
}

export interface ResourceJson {
  readonly lifecycle?: { readonly prevent_destroy?: boolean };
  readonly [argument: string]: unknown;
}

/** A resource of a stack. */
export interface StackResource {
  readonly type: string;
  readonly name: string;
  /** As in `aws_vpc.network`. */
  readonly address: string;
  readonly json: ResourceJson;
}

/** Folder of a synthesized stack. */
export const stackFolder = (synthFolder: string, stack: string): string => join(synthFolder, "stacks", stack);

/** Reads a synthesized stack. @throws ExpectedError when it is not there */
export function readStack(synthFolder: string, stack: string): StackJson {
  const file = join(stackFolder(synthFolder, stack), "cdk.tf.json");
  if (!existsSync(file)) throw new ExpectedError(`There is no stack ${stack}: ${file} does not exist.`);
  return readJson(file, { fix: "Run npx railyard synth again." }) as StackJson;
}

/** All resources of a stack with their addresses. */
export function resourcesOf({ resource = {} }: StackJson): StackResource[] {
  return Object.entries(resource).flatMap(([type, byName]) =>
    Object.entries(byName).map(([name, json]) => ({ type, name, address: `${type}.${name}`, json })),
  );
}

/**
 * Where a backend keeps a state: the same text for the stack that writes it and for those that read it.
 * @param folder what relative paths are relative to
 * @returns null for a backend that the stacks do not use, or a location that is not known before apply
 */
export function stateLocation({ backend, config }: RemoteState, folder: string): string | null {
  const { bucket, key, path } = config;
  if (backend === "local" && isPlain(path)) return resolve(folder, path);
  if (backend === "s3" && isPlain(bucket) && isPlain(key)) return `s3://${bucket}/${key}`;
  return null;
}

function isPlain(value: unknown): value is string {
  return typeof value === "string" && !value.includes("${");
}

/** Where a stack keeps its own state. */
export function ownLocation(synthFolder: string, stack: string): string | null {
  const [own] = Object.entries(readStack(synthFolder, stack).terraform?.backend ?? {});
  if (!own) return null;
  return stateLocation({ backend: own[0], config: own[1] }, stackFolder(synthFolder, stack));
}
