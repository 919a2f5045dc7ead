import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { awsFailure } from "../../lib/aws/failure";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { StackJson, StackResource } from "../../lib/terraform/stack-json";
import { FINDERS, type FindContext } from "./finders";

/** Something that the account has and the state does not. */
export interface Existing {
  readonly address: string;
  /** Id by which Terraform imports it. */
  readonly id: string;
}

export interface FindExistingProps {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  readonly bucket: string;
  readonly stack: StackJson;
  readonly missing: readonly StackResource[];
}

/**
 * What of the missing is in the account: made from another machine or clone, or by a run whose state is lost. The alias of
 * a key cannot be asked for by itself: where its key is there, it is taken to be there too.
 */
export async function findExisting({ stack, missing, ...props }: FindExistingProps): Promise<Existing[]> {
  const context: FindContext = { ...props, nameOf: (argument) => nameIn(stack, argument) };
  const look = async ({ address, type, json }: StackResource): Promise<Existing[]> => {
    const id = await find(type, json, context);
    return id === null ? [] : [{ address, id }];
  };
  // the bucket first: what is wrong with it is told once, and not by each of its settings
  const isBucket = ({ type }: StackResource) => type === "aws_s3_bucket";
  const buckets = await Promise.all(missing.filter(isBucket).map(look));
  const others = await Promise.all(missing.filter((one) => !isBucket(one)).map(look));
  const found = [...buckets, ...others].flat();
  const hasKey = found.some(({ address }) => address.startsWith("aws_kms_key."));
  const aliases = missing.filter(({ type }) => hasKey && type === ALIAS);
  return [...found, ...aliases.map(({ address, json }) => ({ address, id: String(json["name"]) }))];
}

const ALIAS = "aws_kms_alias";

/**
 * Whether something is only taken to be there: an alias, which nobody was asked for, or a key, which keeps its tags while it
 * waits for its deletion and cannot be imported then.
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/deleting-keys.html
 */
export const isPresumed = ({ address }: Existing): boolean => /^aws_kms_(alias|key)\./.test(address);

async function find(type: string, json: StackResource["json"], context: FindContext): Promise<string | null> {
  try {
    return (await FINDERS[type]?.(json, context)) ?? null;
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    const { kind, text, fix } = awsFailure(error, `the look for ${type}`);
    if (kind === "not-found") return null;
    throw new ExpectedError(`It cannot be told what the account has already, so nothing was made: ${text}\n${fix}`);
  }
}

/** `${aws_iam_role.ci_plan.name}` → the name of that role. */
function nameIn({ resource = {} }: StackJson, argument: unknown): string {
  const [, type = "", name = ""] = /^\$\{(\w+)\.([\w-]+)\.\w+\}$/.exec(String(argument)) ?? [];
  const named = resource[type]?.[name]?.["name"];
  return typeof named === "string" ? named : String(argument);
}
