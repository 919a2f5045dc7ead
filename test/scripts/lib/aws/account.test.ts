import { assertAccount } from "../../../../scripts/lib/aws/account";
import { recordedAws } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";

const { env } = sample();
const asked = (answer: object) => assertAccount(recordedAws([{ call: "STS GetCallerIdentity", ...answer }]), env);

test("credentials of the environment's account will do", async () => {
  await expect(asked({ output: { Account: "111122223333" } })).resolves.toBeUndefined();
});

test("fails for those of another one, with both accounts", async () => {
  await expect(asked({ output: { Account: "999999999999" } })).rejects.toThrow(
    "sample is in account 111122223333, but these credentials are of 999999999999: set AWS_PROFILE",
  );
});

test("fails in words when they have expired", async () => {
  const error = { name: "ExpiredTokenException", message: "The security token has expired", status: 403 };
  await expect(asked({ error })).rejects.toThrow("The AWS credentials have expired. Log in again");
});
