import { IDENTITY_CHECKS } from "../../../../scripts/preflight/checks/identity";
import { checkResults } from "../../../helpers/preflight-check";
import { awsError } from "../../../helpers/pretended-aws";
import { sample } from "../../../helpers/environment";

const asked = (id: string, arn: string, role = arn) =>
  checkResults(IDENTITY_CHECKS, id, {
    answers: { "STS.GetCallerIdentity": { Arn: arn }, "IAM.GetRole": { Role: { Arn: role } } },
  });

const SESSION = "arn:aws:sts::111122223333:assumed-role/admin/me";

test.each([
  [SESSION, "is a role of account 111122223333"],
  ["arn:aws:iam::111122223333:user/ann", "is a user of account 111122223333"],
  ["arn:aws:sts::111122223333:federated-user/ann", "is a caller of account 111122223333"],
])("%s is well", async (arn, text) =>
  expect(await asked("account/identity", arn)).toEqual([{ verdict: "ok", subject: arn, text }]),
);

test("the root user is warned of", async () => {
  const [result] = await asked("account/identity", "arn:aws:iam::111122223333:root");
  expect(result).toMatchObject({ verdict: "warning", text: expect.stringContaining("root user") });
  expect(result?.fix).toContain("Deploy with a role");
});

test("credentials of another partition fail", async () => {
  const [result] = await asked("account/identity", "arn:aws-cn:iam::111122223333:user/ann");
  expect(result).toMatchObject({ verdict: "failed" });
  expect(result?.text).toBe("is of the partition aws-cn, and us-east-1 is in aws");
});

test("one of cluster.admins is let in, by the role of its session", async () =>
  expect(await asked("account/cluster-admin", SESSION, "arn:aws:iam::111122223333:role/admin")).toEqual([
    { verdict: "ok", subject: "arn:aws:iam::111122223333:role/admin", text: "is one of cluster.admins" },
  ]));

test.each([
  ["another role", SESSION, "arn:aws:iam::111122223333:role/teams/admin"],
  ["a user", "arn:aws:iam::111122223333:user/admin", "arn:aws:iam::111122223333:user/admin"],
  ["the root user", "arn:aws:iam::111122223333:root", "arn:aws:iam::111122223333:root"],
])("%s is not let in, which is told with the admins", async (_, arn, subject) => {
  const [result] = await asked("account/cluster-admin", arn, subject);
  expect(result).toMatchObject({ verdict: "warning", subject });
  expect(result?.text).toContain(Object.values(sample().env.cluster.adminsByName).join(", "));
  expect(result?.text).toContain("crds, platform and slurm");
});

test("fails as AWS does when the role of a session may not be seen", async () => {
  const answers = { "STS.GetCallerIdentity": { Arn: SESSION }, "IAM.GetRole": awsError("AccessDenied", 403) };
  await expect(checkResults(IDENTITY_CHECKS, "account/cluster-admin", { answers })).rejects.toThrow("AccessDenied");
});

test("who asks is known without any permission", () =>
  expect(IDENTITY_CHECKS.map(({ id, actions }) => [id, actions])).toEqual([
    ["account/identity", ["sts:GetCallerIdentity"]],
    ["account/cluster-admin", ["sts:GetCallerIdentity", "iam:GetRole"]],
  ]));
