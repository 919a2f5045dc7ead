import { LINKED_ROLE_CHECKS } from "../../../../scripts/preflight/checks/service-linked-roles";
import type { Change } from "../../../helpers/environment";
import { awsError, inputsOf, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { runCheck } from "../../../helpers/preflight-check";

const ALL = ["AmazonEKS", "AmazonEKSNodegroup", "AutoScaling", "EC2Spot", "AmazonFSx"];
const SPOT: Change = { nodeGroups: { cpu: { capacity: { kind: "spot" } } } };
const NO_LINK: Change = { checkpoints: null };

/** An account that has some linked roles, and whose caller may make others or not. */
const account = (has: readonly string[], more: PretendedAnswers = {}): PretendedAnswers => ({
  "STS.GetCallerIdentity": { Arn: "arn:aws:iam::111122223333:user/ann" },
  "IAM.GetRole": ({ RoleName }: { RoleName: string }) =>
    has.includes(RoleName.replace("AWSServiceRoleFor", "")) ? { Role: {} } : awsError("NoSuchEntityException", 404),
  "IAM.SimulatePrincipalPolicy": simulated("allowed"),
  ...more,
});

const simulated = (EvalDecision: string, more: object = {}) => ({
  EvaluationResults: [{ EvalActionName: "iam:CreateServiceLinkedRole", EvalDecision, ...more }],
});

async function resultsOf(answers: PretendedAnswers, change: Change = {}) {
  const { results, aws } = await runCheck(LINKED_ROLE_CHECKS, "account/service-linked-roles", { answers, change });
  const verdicts = Object.fromEntries(
    results.map(({ subject, verdict }) => [subject.replace("AWSServiceRoleFor", ""), verdict]),
  );
  return { results, aws, verdicts };
}

test("roles that are there are well: spot's where there is spot, FSx's where there is Lustre", async () => {
  const { verdicts } = await resultsOf(account(ALL), { ...SPOT, ...NO_LINK });
  expect(verdicts).toEqual(Object.fromEntries(ALL.map((role) => [role, "ok"])));
  const small = await resultsOf(account(ALL), { ...NO_LINK, lustre: null });
  expect(Object.keys(small.verdicts)).toEqual(["AmazonEKS", "AmazonEKSNodegroup", "AutoScaling"]);
});

test("a role that AWS makes on first use is well when the caller may make it", async () => {
  const { results, aws } = await resultsOf(account(["AmazonEKSNodegroup", "AutoScaling", "AmazonFSx"]), NO_LINK);
  expect(results[0]).toMatchObject({
    verdict: "ok",
    text: "is missing: AWS makes it on first use, and these credentials may",
  });
  expect(inputsOf(aws, "IAM.SimulatePrincipalPolicy")).toEqual([
    expect.objectContaining({
      ActionNames: ["iam:CreateServiceLinkedRole"],
      ResourceArns: ["arn:aws:iam::111122223333:role/aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS"],
      ContextEntries: [
        {
          ContextKeyName: "iam:AWSServiceName",
          ContextKeyValues: ["eks.amazonaws.com"],
          ContextKeyType: "string",
        },
      ],
    }),
  ]);
});

test("and fails when the caller may not, with the command for somebody who may", async () => {
  const answers = account(["AmazonEKS"], { "IAM.SimulatePrincipalPolicy": simulated("implicitDeny") });
  const { verdicts, results } = await resultsOf(answers, NO_LINK);
  expect(verdicts).toEqual({
    AmazonEKS: "ok",
    AmazonEKSNodegroup: "failed",
    AutoScaling: "failed",
    AmazonFSx: "failed",
  });
  expect(results[1]?.text).toContain("may not iam:CreateServiceLinkedRole: no policy allows it");
  expect(results[1]?.fix).toContain("--aws-service-name eks-nodegroup.amazonaws.com");
});

test("spot's role fails when it is missing, whoever may make it", async () => {
  const { results } = await resultsOf(account(["AmazonEKS", "AmazonEKSNodegroup", "AutoScaling"]), {
    ...SPOT,
    ...NO_LINK,
  });
  expect(results[3]).toMatchObject({
    verdict: "failed",
    subject: "AWSServiceRoleForEC2Spot",
    fix: "aws iam create-service-linked-role --aws-service-name spot.amazonaws.com",
  });
});

test("a file system that is linked to a bucket needs the right to a role of its own", async () => {
  const { results } = await resultsOf(account(ALL));
  const [link] = results.slice(-1);
  expect(link).toMatchObject({ verdict: "ok", subject: "AWSServiceRoleForFSxS3Access_<file system>" });
  const denied = await resultsOf(account(ALL, { "IAM.SimulatePrincipalPolicy": simulated("explicitDeny") }));
  expect(denied.results.slice(-1)[0]).toMatchObject({
    verdict: "failed",
    fix: "Give the caller iam:CreateServiceLinkedRole.",
  });
});

test.each([
  ["simulating is not permitted", awsError("AccessDenied", 403), /iam:SimulatePrincipalPolicy is not permitted/],
  ["a condition decides", simulated("implicitDeny", { MissingContextValues: ["aws:MultiFactorAuthPresent"] }), /Multi/],
  ["IAM says nothing", {}, /IAM did not say/],
])("whether the caller may is unknown when %s, and that it is missing is told", async (_, answer, words) => {
  const { results } = await resultsOf(account([], { "IAM.SimulatePrincipalPolicy": answer }), NO_LINK);
  expect(results[0]).toMatchObject({ verdict: "unknown", text: expect.stringMatching(words) });
  expect(results[0]?.text).toMatch(/^is missing/);
});

test("the root user is unknown too", async () => {
  const root = { "STS.GetCallerIdentity": { Arn: "arn:aws:iam::111122223333:root" } };
  expect((await resultsOf(account([], root), NO_LINK)).verdicts["AmazonEKS"]).toBe("unknown");
});

test("fails as AWS does when roles may not be seen, and when credentials expire", async () => {
  const denied = { "IAM.GetRole": awsError("AccessDenied", 403) };
  await expect(resultsOf(account([], denied))).rejects.toThrow("AccessDenied");
  const expired = { "IAM.SimulatePrincipalPolicy": awsError("ExpiredToken", 403) };
  await expect(resultsOf(account([], expired))).rejects.toThrow("ExpiredToken");
});

test("roles are simulated in the partition of the Region", async () => {
  const change: Change = {
    ...NO_LINK,
    region: "us-gov-west-1",
    network: { zones: ["us-gov-west-1a", "us-gov-west-1b"] },
    nodeGroups: { h100: { capacity: { zone: "us-gov-west-1a" } } },
  };
  const { aws } = await resultsOf(account([]), change);
  const resources = inputsOf(aws, "IAM.SimulatePrincipalPolicy").flatMap(
    (input) => (input as { ResourceArns: string[] }).ResourceArns,
  );
  expect(resources).toHaveLength(4);
  for (const resource of resources)
    expect(resource).toMatch(/^arn:aws-us-gov:iam::111122223333:role\/aws-service-role\//);
});

test("every role is told with the document that it is in", async () => {
  const [linked, spot] = [await resultsOf(account(ALL)), await resultsOf(account(ALL), { ...SPOT, ...NO_LINK })];
  for (const { source } of [...linked.results, ...spot.results])
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
});
