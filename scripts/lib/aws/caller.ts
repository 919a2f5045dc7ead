import { GetRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import type { AwsAccess } from "./access";
import { ExpectedError } from "../errors/expected-error";

/** Whose credentials ask. */
export interface Caller {
  readonly arn: string;
  readonly account: string;
  readonly partition: string;
  /** `other`: neither a user nor a role, such as a federated user, whose policies cannot be simulated. */
  readonly kind: "root" | "user" | "role" | "other";
  /** Of a user or a role, without its path. */
  readonly name: string;
}

const known = new WeakMap<AwsAccess, Promise<Caller>>();

/** Asks who calls, once for all checks. It needs no permission. */
export function callerOf(aws: AwsAccess): Promise<Caller> {
  const caller = known.get(aws) ?? ask(aws);
  known.set(aws, caller);
  return caller;
}

async function ask(aws: AwsAccess): Promise<Caller> {
  const { Arn = "" } = await aws.client(STSClient).send(new GetCallerIdentityCommand({}));
  return parseCaller(Arn);
}

/**
 * @throws ExpectedError when it is no ARN of a caller
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
 */
export function parseCaller(arn: string): Caller {
  const [, partition, account, resource] = /^arn:([\w-]+):(?:iam|sts)::(\d{12}):(.+)$/.exec(arn) ?? [];
  if (partition === undefined || account === undefined || resource === undefined)
    throw new ExpectedError(`AWS says that the caller is "${arn}", which is no ARN of a user or a role.`);
  const [type, ...path] = resource.split("/");
  const caller = { arn, account, partition };
  if (type === "root") return { ...caller, kind: "root", name: "root" };
  if (type === "user") return { ...caller, kind: "user", name: path.at(-1) ?? "" };
  if (type === "assumed-role") return { ...caller, kind: "role", name: path[0] ?? "" };
  return { ...caller, kind: "other", name: path.at(-1) ?? "" };
}

/**
 * ARN of the user or the role, as policies and access entries name it: that of a session lacks the role's path, which the
 * roles of IAM Identity Center have. Null for who is neither.
 */
export async function principalArn(aws: AwsAccess): Promise<string | null> {
  const caller = await callerOf(aws);
  if (caller.kind === "user") return caller.arn;
  if (caller.kind !== "role") return null;
  const { Role } = await aws.client(IAMClient).send(new GetRoleCommand({ RoleName: caller.name }));
  return Role?.Arn ?? null;
}
