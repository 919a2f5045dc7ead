import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { ResolvedEnvironment } from "../../config/resolve";
import { STACKS, type StackRole } from "../../config/resolve/names";
import { backendKey, localStatePath } from "../../stacks/state";
import type { AwsAccess } from "../aws/access";
import { AwsCallError, askAws } from "../destroy/ask-aws";
import { ExpectedError } from "../expected-error";

export interface StatedProps {
  readonly environment: ResolvedEnvironment;
  readonly aws: AwsAccess;
  /** Repository root, which local states are relative to. */
  readonly root: string;
}

interface State {
  readonly resources?: readonly {
    readonly mode?: string;
    readonly instances?: readonly { readonly attributes?: Readonly<Record<string, unknown>> | null }[];
  }[];
}

/**
 * Every text in the attributes of what the states of an environment have: ids, ARNs, names. What is not among them, the
 * stacks do not know. @throws ExpectedError when a state can't be read: then nobody can tell
 */
export async function statedTexts({ environment, aws, root }: StatedProps): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const role of STACKS) {
    const text = await stateOf(role, { environment, aws, root });
    if (text === null) continue;
    for (const { mode, instances = [] } of parse(text, environment.names.stack(role)).resources ?? [])
      if (mode === "managed")
        for (const { attributes } of instances)
          for (const value of Object.values(attributes ?? {})) if (typeof value === "string" && value) texts.add(value);
  }
  return texts;
}

/** Null: there is none. */
async function stateOf(role: StackRole, { environment, aws, root }: StatedProps): Promise<string | null> {
  const { state } = environment;
  if (state.kind === "local" || role === "bootstrap") {
    // as Terraform sees it, from the folder of the stack
    const path = resolve(root, "cdktf.out", "stacks", role, localStatePath(environment, role));
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  }
  try {
    return await askAws("s3:GetObject", async () => {
      const command = new GetObjectCommand({ Bucket: state.bucket, Key: backendKey(role) });
      const { Body } = await aws.client(S3Client).send(command);
      return (await Body?.transformToString()) ?? null;
    });
  } catch (error) {
    if (error instanceof AwsCallError && error.kind === "not-found") return null;
    if (error instanceof AwsCallError)
      throw new ExpectedError(
        `The state of ${environment.names.stack(role)} cannot be read, so nobody can tell what is left over: ${error.message}`,
      );
    throw error;
  }
}

function parse(text: string, stack: string): State {
  try {
    return JSON.parse(text) as State;
  } catch (error) {
    throw new ExpectedError(`The state of ${stack} is not JSON: ${(error as Error).message}`);
  }
}
