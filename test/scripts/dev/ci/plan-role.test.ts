import { ciScope } from "../../../../stacks/ci-scope";
import { deployStatements } from "../../../../constructs/ci/permissions";
import { policyDocument } from "../../../../constructs/security/policy";
import { deployPermissions, planPermissions, roleTrust } from "../../../../scripts/dev/ci/plan-role";
import { resolveAwsEks } from "../../../../config/sites/aws-eks/resolve";
import { sample } from "../../../helpers/environment";

interface Statement {
  Sid: string;
  Action: string | string[];
  Resource: string | string[];
  Principal: { Federated: string };
  Condition: Record<string, Record<string, unknown>>;
}

const statements = (policy: object) => (policy as { Statement: Statement[] }).Statement;

const permissions = (types: string[], change: object = {}) =>
  statements(planPermissions({ environment: { ...sample().env, ...change }, types }));

const bySid = (all: Statement[], sid: string) => all.find((one) => one.Sid === sid);

test("a role that plans may see only what the environment has", () => {
  expect(bySid(permissions(["aws_fsx_lustre_file_system", "helm_release"]), "See")?.Action).toEqual([
    "fsx:Describe*",
    "fsx:ListTagsForResource",
  ]);
  expect(bySid(permissions(["aws_kms_key", "aws_vpc"]), "See")?.Action).toEqual(
    expect.arrayContaining(["ec2:Describe*", "kms:GetKeyPolicy"]),
  );
});

test("nothing in it writes, and no object but states can be read", () => {
  const all = permissions(["aws_vpc", "aws_eks_cluster", "aws_iam_role", "aws_s3_bucket", "aws_cloudwatch_log_group"]);
  const actions = all.flatMap(({ Action }) => Action);
  for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:(Describe|Get|List|Decrypt)/);
  expect(actions.filter((action) => action === "s3:GetObject")).toHaveLength(1);
  expect(bySid(all, "ReadState")?.Resource).toBe("arn:aws:s3:::sample-tfstate-111122223333-us-east-1/*.tfstate");
});

test("only the key of the state decrypts", () => {
  expect(bySid(permissions(["aws_vpc"]), "DecryptState")).toMatchObject({
    Action: "kms:Decrypt",
    Condition: { "ForAnyValue:StringEquals": { "kms:ResourceAliases": "alias/sample-state" } },
  });
});

test("settings are read of buckets that are ours, and not of one that was there before", () => {
  const { env } = sample();
  expect(bySid(permissions(["aws_vpc"]), "SeeBuckets")?.Resource).toEqual([
    "arn:aws:s3:::sample-tfstate-111122223333-us-east-1",
    `arn:aws:s3:::${env.checkpoints?.bucket.name}`,
  ]);
  const existing = { ...env.checkpoints, bucket: { ...env.checkpoints?.bucket, kind: "existing" } };
  expect(bySid(permissions(["aws_vpc"], { checkpoints: existing }), "SeeBuckets")?.Resource).toBe(
    "arn:aws:s3:::sample-tfstate-111122223333-us-east-1",
  );
});

test("an environment with its state in files has no bucket to read it from", () => {
  const all = permissions(["aws_vpc"], { state: { kind: "local", directory: "state" }, checkpoints: null });
  expect(all.map(({ Sid }) => Sid)).toEqual(["See"]);
});

test("ARNs are of the environment's partition", () => {
  const { config } = sample({ region: "us-gov-west-1" });
  const environment = resolveAwsEks(config, new Map(), new Date("2026-11-21T12:00:00Z"));
  expect(JSON.stringify(planPermissions({ environment, types: ["aws_vpc"] }))).toContain("arn:aws-us-gov:s3:::");
  expect(JSON.stringify(roleTrust(environment, "a/b", "plan"))).toContain("arn:aws-us-gov:iam::");
});

test("fails on a type that nobody has thought of", () => {
  expect(() => permissions(["aws_vpc", "aws_rds_cluster"])).toThrow("What aws_rds_cluster needs is not known");
});

describe("a role that deploys", () => {
  const ci = { kind: "github", repository: "acme/cluster" };
  const { env: environment } = sample({ ci });
  const conditionsOf = (permissions: Readonly<Record<string, object>>) =>
    bySid(statements(permissions["identity"]!), "MakeBoundedRoles")?.Condition;

  test("is told with the statements of the role that bootstrap makes, and the boundary", () => {
    const { permissions, boundary } = deployPermissions({ environment, types: ["aws_vpc"] });
    for (const [policy, made] of Object.entries(deployStatements(ciScope(environment))))
      expect(JSON.stringify(permissions[policy])).toBe(policyDocument(made));
    expect(conditionsOf(permissions)).toEqual({
      StringEquals: { "iam:PermissionsBoundary": "arn:aws:iam::111122223333:policy/sample-ci-boundary" },
    });
    expect(statements(boundary!).map(({ Sid }) => Sid)).toContain("NotTheStates");
  });

  test("asks for no boundary where the environment's roles have none", () => {
    const { permissions, boundary } = deployPermissions({ environment: sample().env, types: ["aws_vpc"] });
    expect([conditionsOf(permissions), boundary]).toEqual([undefined, null]);
  });

  test("fails on a type that nobody has thought of", () => {
    expect(() => deployPermissions({ environment, types: ["aws_rds_cluster"] })).toThrow("aws_rds_cluster");
  });
});

describe("roleTrust", () => {
  const { env } = sample();
  const subjects = (use: "plan" | "deploy") => {
    const [statement] = statements(roleTrust(env, "acme/cluster", use));
    return statement?.Condition["StringEquals"]?.["token.actions.githubusercontent.com:sub"];
  };

  test("pull requests and main plan; only what the GitHub environment protects deploys", () => {
    expect(subjects("plan")).toEqual(["repo:acme/cluster:pull_request", "repo:acme/cluster:ref:refs/heads/main"]);
    expect(subjects("deploy")).toEqual(["repo:acme/cluster:environment:sample"]);
  });

  test("is for tokens of GitHub's provider in the account, made for AWS, compared letter by letter", () => {
    const [statement] = statements(roleTrust(env, "acme/cluster", "plan"));
    expect(statement?.Principal.Federated).toBe(
      "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com",
    );
    expect(Object.keys(statement?.Condition ?? {})).toEqual(["StringEquals"]);
    expect(statement?.Condition["StringEquals"]?.["token.actions.githubusercontent.com:aud"]).toBe("sts.amazonaws.com");
  });

  test("plans on the default branch that the config names", () => {
    const { env: other } = sample({ ci: { kind: "github", repository: "acme/cluster", defaultBranch: "trunk" } });
    expect(JSON.stringify(roleTrust(other, "acme/cluster", "plan"))).toContain(
      '["repo:acme/cluster:pull_request","repo:acme/cluster:ref:refs/heads/trunk"]',
    );
  });

  test("takes the ids that tokens of newer repositories have", () => {
    expect(JSON.stringify(roleTrust(env, "acme@1/cluster@2", "deploy"))).toContain(
      "repo:acme@1/cluster@2:environment:sample",
    );
  });
});
