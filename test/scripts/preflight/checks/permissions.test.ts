import { deployActions, PERMISSION_CHECKS } from "../../../../scripts/preflight/checks/permissions";
import type { Change } from "../../../helpers/environment";
import { awsError, inputsOf } from "../../../helpers/pretended-aws";
import { checkResults, environmentWith, runCheck } from "../../../helpers/preflight-check";

const ID = "account/permissions";
const USER = "arn:aws:iam::111122223333:user/ann";

interface Simulation {
  readonly ActionNames: string[];
  readonly ResourceArns: string[];
  readonly ContextEntries: { ContextKeyValues: string[] }[];
}

/** An account whose policies decide by action; all others are allowed. */
const deciding = (decisions: Readonly<Record<string, object>> = {}, arn = USER) => ({
  "STS.GetCallerIdentity": { Arn: arn },
  "IAM.GetRole": { Role: { Arn: "arn:aws:iam::111122223333:role/path/deploy" } },
  "IAM.SimulatePrincipalPolicy": ({ ActionNames }: Simulation) => ({
    EvaluationResults: ActionNames.map((EvalActionName) => ({
      EvalActionName,
      EvalDecision: "allowed",
      ...decisions[EvalActionName],
    })),
  }),
});

test("a caller who may do everything is told with how much that is", async () => {
  const total = deployActions(environmentWith()).actions.length;
  expect(total).toBeGreaterThan(100);
  expect(await checkResults(PERMISSION_CHECKS, ID, { answers: deciding() })).toEqual([
    { verdict: "ok", subject: USER, text: `may do all ${total} of the ${total} actions that a deployment needs` },
  ]);
});

test("what is denied is named with the reason, and what a condition decides is unknown", async () => {
  const answers = deciding({
    "eks:CreateCluster": { EvalDecision: "implicitDeny" },
    "ec2:CreateVpc": { EvalDecision: "implicitDeny" },
    "kms:CreateKey": { EvalDecision: "explicitDeny" },
    "iam:PassRole": { EvalDecision: "implicitDeny", MissingContextValues: ["iam:PassedToService"] },
  });
  const results = await checkResults(PERMISSION_CHECKS, ID, { answers });
  expect(results.map(({ verdict, text }) => [verdict, text])).toEqual([
    ["failed", "may not ec2:CreateVpc, eks:CreateCluster: no policy allows it"],
    ["failed", "may not kms:CreateKey: a policy denies it"],
    ["unknown", "may or may not iam:PassRole: conditions on iam:PassedToService decide"],
    ["ok", expect.stringMatching(/^may do \d+ of the \d+ actions/)],
  ]);
  expect(results[0]?.fix).toBeDefined();
  expect(results[2]?.fix).toBeUndefined();
});

test("each action is asked once, on what it is done to, in the Region in which it is done", async () => {
  const { aws } = await runCheck(PERMISSION_CHECKS, ID, { answers: deciding(), change: EUROPE });
  const inputs = inputsOf(aws, "IAM.SimulatePrincipalPolicy") as Simulation[];
  const asked = inputs.flatMap(({ ActionNames }) => ActionNames);
  expect(asked.sort()).toEqual([...deployActions(environmentWith(EUROPE)).actions].sort());
  const of = (action: string) => inputs.find(({ ActionNames }) => ActionNames.includes(action));
  expect(of("eks:CreateCluster")?.ResourceArns).toEqual(["arn:aws:eks:eu-west-1:111122223333:cluster/sample"]);
  expect(of("eks:CreateCluster")?.ContextEntries[0]?.ContextKeyValues).toEqual(["eu-west-1"]);
  expect(of("iam:CreateRole")?.ContextEntries[0]?.ContextKeyValues).toEqual(["us-east-1"]);
});

const EUROPE: Change = {
  region: "eu-west-1",
  network: { zones: ["eu-west-1a", "eu-west-1b"] },
  nodeGroups: { h100: { capacity: { zone: "eu-west-1a" } } },
};

test("the actions are those of what the environment has", () => {
  const actions = (change: Change) => deployActions(environmentWith(change)).actions;
  const without = actions({ lustre: null, checkpoints: null });
  expect(actions({})).toContain("fsx:CreateDataRepositoryAssociation");
  expect(without.filter((action) => action.startsWith("fsx:"))).toEqual([]);
  expect(actions({})).toContain("s3:GetObject");
  expect(actions({ state: { kind: "local", directory: "state" } })).not.toContain("s3:GetObject");
});

test("the role of a session is simulated, with its path", async () => {
  const answers = deciding({}, "arn:aws:sts::111122223333:assumed-role/deploy/ci");
  const [result] = await checkResults(PERMISSION_CHECKS, ID, { answers });
  expect(result?.subject).toBe("arn:aws:iam::111122223333:role/path/deploy");
});

test("the root user is unknown, since IAM simulates none", async () => {
  const answers = deciding({}, "arn:aws:iam::111122223333:root");
  expect(await checkResults(PERMISSION_CHECKS, ID, { answers })).toEqual([
    expect.objectContaining({ verdict: "unknown", text: "IAM simulates users and roles only" }),
  ]);
});

test("no decision at all is unknown", async () => {
  const answers = { ...deciding(), "IAM.SimulatePrincipalPolicy": {} };
  expect(await checkResults(PERMISSION_CHECKS, ID, { answers })).toEqual([
    expect.objectContaining({ verdict: "unknown", text: "IAM decided on no action" }),
  ]);
});

test("fails as AWS does when simulating is not permitted", async () => {
  const answers = { ...deciding(), "IAM.SimulatePrincipalPolicy": awsError("AccessDenied", 403) };
  await expect(checkResults(PERMISSION_CHECKS, ID, { answers })).rejects.toThrow("AccessDenied");
});
