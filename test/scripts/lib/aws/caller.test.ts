import { callerOf, parseCaller, principalArn } from "../../../../scripts/lib/aws/caller";
import { awsError, inputsOf, pretendedAws } from "../../../helpers/pretended-aws";

const SESSION = "arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Admin_0a1b/me@example.com";

test.each([
  ["arn:aws:iam::111122223333:root", "root", "root"],
  ["arn:aws:iam::111122223333:user/teams/ann", "user", "ann"],
  [SESSION, "role", "AWSReservedSSO_Admin_0a1b"],
  ["arn:aws-us-gov:sts::111122223333:federated-user/ann", "other", "ann"],
])("%s is a %s", (arn, kind, name) => {
  const partition = arn.split(":")[1];
  expect(parseCaller(arn)).toEqual({ arn, account: "111122223333", partition, kind, name });
});

test.each(["", "arn:aws:iam:::root", "me"])("fails for %j, which is no caller", (arn) =>
  expect(() => parseCaller(arn)).toThrow(`the caller is "${arn}"`),
);

test("AWS is asked once", async () => {
  const aws = pretendedAws({ "STS.GetCallerIdentity": { Arn: SESSION } });
  expect(await callerOf(aws)).toBe(await callerOf(aws));
  expect(aws.calls).toHaveLength(1);
});

test("the role of a session is asked for, since the session does not tell its path", async () => {
  const Arn = "arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admin_0a1b";
  const aws = pretendedAws({ "STS.GetCallerIdentity": { Arn: SESSION }, "IAM.GetRole": { Role: { Arn } } });
  expect(await principalArn(aws)).toBe(Arn);
  expect(inputsOf(aws, "IAM.GetRole")).toEqual([{ RoleName: "AWSReservedSSO_Admin_0a1b" }]);
});

test("a user is itself, and the root user is no principal of policies", async () => {
  const user = "arn:aws:iam::111122223333:user/teams/ann";
  expect(await principalArn(pretendedAws({ "STS.GetCallerIdentity": { Arn: user } }))).toBe(user);
  const root = { "STS.GetCallerIdentity": { Arn: "arn:aws:iam::111122223333:root" } };
  expect(await principalArn(pretendedAws(root))).toBeNull();
});

test("fails as AWS does when the role may not be seen", async () => {
  const denied = { "STS.GetCallerIdentity": { Arn: SESSION }, "IAM.GetRole": awsError("AccessDenied", 403) };
  await expect(principalArn(pretendedAws(denied))).rejects.toThrow("AccessDenied");
});

test("a role that AWS does not describe is no principal", async () => {
  const empty = { "STS.GetCallerIdentity": { Arn: SESSION }, "IAM.GetRole": {} };
  expect(await principalArn(pretendedAws(empty))).toBeNull();
});

test("two accounts are two callers", async () => {
  const [one, other] = ["111122223333", "444455556666"].map((account) =>
    pretendedAws({ "STS.GetCallerIdentity": { Arn: `arn:aws:iam::${account}:user/ann` } }),
  );
  expect((await callerOf(one!)).account).toBe("111122223333");
  expect((await callerOf(other!)).account).toBe("444455556666");
});
