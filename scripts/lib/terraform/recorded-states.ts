import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { StackRole } from "../../../config/names/resolve";
import { backendKey, localStatePath } from "../../../stacks/state";
import type { AwsAccess } from "../aws/access";
import { ExpectedError } from "../errors/expected-error";
import { parseJson } from "../files/read-json";
import { stateFailure } from "./state-failure";

export interface RecordedStateProps {
  readonly environment: SiteEnvironment;
  readonly aws: AwsAccess;
  /** Repository root, which local states are relative to. */
  readonly root: string;
}

/** Attributes of an object that Terraform manages. */
export type ManagedObject = Readonly<Record<string, unknown>>;

interface StateFile {
  readonly resources?: readonly {
    readonly mode?: string;
    readonly instances?: readonly { readonly attributes?: ManagedObject | null }[];
  }[];
}

/**
 * What the state of a stack has, read straight from where it is; null: there is no state, not even an empty one.
 * @throws ExpectedError when it is there and can't be read
 */
export async function recordedObjects(role: StackRole, props: RecordedStateProps): Promise<ManagedObject[] | null> {
  const state = (await recordedState(role, props)) as StateFile | null;
  if (state === null) return null;
  const { resources = [] } = state;
  return resources.flatMap(({ mode, instances = [] }) =>
    mode === "managed" ? instances.map(({ attributes }) => attributes ?? {}) : [],
  );
}

/** The state of a stack, as Terraform writes it; null: there is none. @throws ExpectedError when it is there and can't be read */
export async function recordedState(role: StackRole, props: RecordedStateProps): Promise<unknown> {
  const text = await textOf(role, props);
  return text === null ? null : parseJson(text, { name: `The state of ${props.environment.names.stack(role)}` });
}

/** The stack with the state bucket is there only beside states in S3: its own is where it was before they were moved. */
const placeOf = ({ names, state }: SiteEnvironment, role: StackRole): Parameters<typeof localStatePath>[0] => ({
  names,
  state: role === "bootstrap" ? { kind: "s3", bucket: "" } : state,
});

async function textOf(role: StackRole, { environment, aws, root }: RecordedStateProps): Promise<string | null> {
  const { state } = environment;
  if (state.kind === "local" || role === "bootstrap") {
    // as Terraform sees it, from the folder of the stack
    const path = resolve(root, "cdktf.out", "stacks", role, localStatePath(placeOf(environment, role), role));
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  }
  try {
    const command = new GetObjectCommand({ Bucket: state.bucket, Key: backendKey(environment, role) });
    const { Body } = await aws.client(S3Client).send(command);
    return (await Body?.transformToString()) ?? null;
  } catch (error) {
    const { kind, text, fix } = stateFailure(error, "s3:GetObject", environment);
    if (kind === "not-found") return null;
    throw new ExpectedError(
      `The state of ${environment.names.stack(role)} cannot be read, so nobody can tell what is left over: ${text.replace(/\.?$/, ".")} ${fix}`,
    );
  }
}
