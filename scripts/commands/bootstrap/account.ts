import type { ResolvedEnvironment } from "../../../config/resolve";
import type { AwsAccess } from "../../lib/aws/access";
import { awsFailure } from "../../lib/aws/failure";
import { ExpectedError } from "../../lib/errors/expected-error";
import { callerOf, type Caller } from "../../lib/aws/caller";

/** Whose credentials these are. @throws ExpectedError when they are no one's, or of another account */
export async function assertAccount(aws: AwsAccess, environment: ResolvedEnvironment): Promise<Caller> {
  const caller = await callerOf(aws).catch((error: unknown) => {
    if (error instanceof ExpectedError) throw error;
    const { text, fix } = awsFailure(error, "sts:GetCallerIdentity");
    throw new ExpectedError(`${text}\n${fix}`);
  });
  if (caller.account !== environment.account)
    throw new ExpectedError(
      `These credentials are of account ${caller.account} (${caller.arn}), but ${environment.name} is in ${environment.account}.\n` +
        "Use credentials of that account, such as with AWS_PROFILE.",
    );
  return caller;
}
