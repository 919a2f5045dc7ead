import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import type { ResolvedEnvironment } from "../../../config/resolve";
import type { AwsAccess } from "./access";
import { ExpectedError } from "../errors/expected-error";
import { askAws } from "./ask-aws";

/** Terraform refuses another account by itself; what is done beside Terraform must, too. @throws ExpectedError */
export async function assertAccount(aws: AwsAccess, { name, account }: ResolvedEnvironment): Promise<void> {
  const { Account } = await askAws("sts:GetCallerIdentity", () =>
    aws.client(STSClient).send(new GetCallerIdentityCommand({})),
  );
  if (Account === account) return;
  throw new ExpectedError(
    `${name} is in account ${account}, but these credentials are of ${Account ?? "no account"}: set AWS_PROFILE to one of ${account}.`,
  );
}
