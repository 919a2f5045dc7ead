import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { ExpectedError } from "../errors/expected-error";
import type { AwsAccess } from "./access";
import { callerOf, type Caller } from "./caller";
import { awsFailure } from "./failure";

export interface AssertAccountProps {
  /** What has not happened yet, as a sentence. @default - nothing is said of it */
  readonly untouched?: string;
  /** Stops the question. @default - it is waited for */
  readonly signal?: AbortSignal | undefined;
}

/** What to do about credentials of another account. */
export const OTHER_CREDENTIALS = "Use credentials of that account, such as with AWS_PROFILE.";

/** `of account 1…, but dev is in 2…`; null: they are the environment's. */
export const otherAccount = (caller: Caller, { name, account }: AwsEnvironment): string | null =>
  caller.account === account ? null : `of account ${caller.account}, but ${name} is in ${account}`;

/**
 * Whose credentials these are. Terraform refuses another account by itself; what is done beside Terraform must, too.
 * @throws ExpectedError when they are no one's, or of another account
 */
export async function assertAccount(
  aws: AwsAccess,
  environment: AwsEnvironment,
  { untouched, signal }: AssertAccountProps = {},
): Promise<Caller> {
  const note = untouched === undefined ? "" : ` ${untouched}`;
  const caller = await callerOf(aws).catch((error: unknown) => {
    // how a call ends that was told to end says nothing
    signal?.throwIfAborted();
    if (error instanceof ExpectedError) throw error;
    const { text, fix } = awsFailure(error, "sts:GetCallerIdentity");
    throw new ExpectedError(`Whose credentials these are is not known.${note} ${text}\n${fix}`);
  });
  const other = otherAccount(caller, environment);
  if (other === null) return caller;
  throw new ExpectedError(`These credentials are ${other} (${caller.arn}).${note}\n${OTHER_CREDENTIALS}`);
}
