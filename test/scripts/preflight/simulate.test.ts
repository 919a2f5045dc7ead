import type { EvaluationResult } from "@aws-sdk/client-iam";
import { simulate } from "../../../scripts/preflight/simulate";
import { inputsOf, pretendedAws } from "../../helpers/pretended-aws";

const principal = "arn:aws:iam::111122223333:role/deploy";

async function decided(result: Partial<EvaluationResult>) {
  const EvaluationResults = [{ EvalActionName: "eks:CreateCluster", EvalDecision: "implicitDeny", ...result }];
  const aws = pretendedAws({ "IAM.SimulatePrincipalPolicy": { EvaluationResults } });
  const [decision] = await simulate(aws, { principal, actions: ["eks:CreateCluster"] });
  return decision;
}

test("what is allowed needs no reason", async () =>
  expect(await decided({ EvalDecision: "allowed" })).toEqual({ action: "eks:CreateCluster", allowed: true, why: "" }));

test.each<[Partial<EvaluationResult>, string]>([
  [{}, "no policy allows it"],
  [{ EvalDecision: "explicitDeny" }, "a policy denies it"],
  [{ PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: false } }, "the permissions boundary"],
  [{ OrganizationsDecisionDetail: { AllowedByOrganizations: false } }, "a service control policy"],
])("%j is not allowed: %s", async (result, why) => {
  const decision = await decided(result);
  expect(decision?.allowed).toBe(false);
  expect(decision?.why).toContain(why);
});

test("a boundary and an organization that allow it are not the reason", async () =>
  expect(
    await decided({
      PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: true },
      OrganizationsDecisionDetail: { AllowedByOrganizations: true },
    }),
  ).toMatchObject({ why: "no policy allows it" }));

test("what a condition decides that only the real call can tell is unknown, wherever IAM says so", async () => {
  const specific = { EvalResourceName: "*", EvalResourceDecision: "implicitDeny" as const };
  expect(
    await decided({
      EvalDecision: "explicitDeny",
      MissingContextValues: ["aws:SourceIp"],
      ResourceSpecificResults: [{ ...specific, MissingContextValues: ["aws:SourceIp", "iam:PassedToService"] }],
    }),
  ).toEqual({
    action: "eks:CreateCluster",
    allowed: "unknown",
    why: "conditions on aws:SourceIp, iam:PassedToService decide",
  });
});

test("many actions are asked for a hundred at a time, on the resource, in the context, to the last page", async () => {
  const actions = Array.from({ length: 101 }, (_, index) => `ec2:Call${index}`);
  const aws = pretendedAws({
    "IAM.SimulatePrincipalPolicy": ({ ActionNames, Marker }: { ActionNames: string[]; Marker?: string }) => {
      const half = ActionNames.length > 1 && !Marker ? ActionNames.slice(0, 50) : ActionNames.slice(Marker ? 50 : 0);
      const EvaluationResults = half.map((EvalActionName) => ({ EvalActionName, EvalDecision: "allowed" }));
      return { EvaluationResults, ...(ActionNames.length > 1 && !Marker && { IsTruncated: true, Marker: "50" }) };
    },
  });
  const context = { "aws:RequestedRegion": "us-east-1" };
  const decisions = await simulate(aws, { principal, actions, resource: "arn:aws:eks:::x", context });
  expect(decisions.map(({ action }) => action)).toEqual(actions);
  const [first, , last] = inputsOf(aws, "IAM.SimulatePrincipalPolicy");
  expect(first).toMatchObject({
    PolicySourceArn: principal,
    ActionNames: actions.slice(0, 100),
    ResourceArns: ["arn:aws:eks:::x"],
    ContextEntries: [
      { ContextKeyName: "aws:RequestedRegion", ContextKeyValues: ["us-east-1"], ContextKeyType: "string" },
    ],
  });
  expect(last).toMatchObject({ ActionNames: ["ec2:Call100"] });
});

test("without a resource and a context IAM takes its own", async () => {
  const aws = pretendedAws({ "IAM.SimulatePrincipalPolicy": {} });
  expect(await simulate(aws, { principal, actions: ["ec2:CreateVpc"] })).toEqual([]);
  expect(aws.calls[0]?.input).toEqual({
    PolicySourceArn: principal,
    ActionNames: ["ec2:CreateVpc"],
    ContextEntries: [],
  });
});
