import { IamOpenidConnectProvider } from "@cdktf/provider-aws/lib/iam-openid-connect-provider";
import { IamPolicy } from "@cdktf/provider-aws/lib/iam-policy";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { GithubRoles, type GithubRolesProps } from "../../../constructs/ci/github-roles";
import { type Json, only, resources, synthStack } from "../../helpers/synth";
import { SCOPE } from "./scope";

const PROPS: GithubRolesProps = {
  scope: SCOPE,
  repository: "acme/cluster",
  provider: "create",
  defaultBranch: "main",
  planRoleName: "sample-ci-plan",
  deployRoleName: "sample-ci-deploy",
  boundaryName: "sample-ci-boundary",
};

const synth = (change: Partial<GithubRolesProps> = {}): Json =>
  synthStack((stack) => void new GithubRoles(stack, "ci", { ...PROPS, ...change }));

const roles = (json: Json) => Object.values<Json>(resources(json, IamRole));
const role = (json: Json, name: string) => roles(json).find((one) => one.name === name);
const subjects = (one: Json) =>
  JSON.parse(one.assume_role_policy).Statement[0].Condition.StringEquals["token.actions.githubusercontent.com:sub"];

test("makes the account's provider without thumbprints, and never destroys it", () => {
  const provider = only(synth(), IamOpenidConnectProvider);
  expect(provider).toMatchObject({
    url: "https://token.actions.githubusercontent.com",
    client_id_list: ["sts.amazonaws.com"],
    lifecycle: { prevent_destroy: true },
  });
  expect(provider).not.toHaveProperty("thumbprint_list");
  expect(role(synth(), "sample-ci-plan").assume_role_policy).toMatch(
    /"Federated":"\$\{aws_iam_openid_connect_provider\./,
  );
});

test("takes a provider that is there by its ARN", () => {
  const json = synth({ provider: "existing" });
  expect(resources(json, IamOpenidConnectProvider)).toEqual({});
  for (const one of roles(json))
    expect(one.assume_role_policy).toContain(
      '"Federated":"arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com"',
    );
});

test("has a role that plans and one that deploys, each trusting other jobs", () => {
  const json = synth({ defaultBranch: "trunk" });
  expect(subjects(role(json, "sample-ci-plan"))).toEqual([
    "repo:acme/cluster:pull_request",
    "repo:acme/cluster:ref:refs/heads/trunk",
  ]);
  expect(subjects(role(json, "sample-ci-deploy"))).toEqual(["repo:acme/cluster:environment:sample"]);
  expect(roles(json)).toHaveLength(2);
});

test("lets an apply take three hours, and a plan one", () => {
  expect(role(synth(), "sample-ci-deploy").max_session_duration).toBe(10800);
  expect(role(synth(), "sample-ci-plan")).not.toHaveProperty("max_session_duration");
});

test("has its permissions in policies that IAM takes, each attached to one role", () => {
  const json = synth();
  const policies = Object.values<Json>(resources(json, IamPolicy));
  expect(policies.map(({ name }) => name).sort()).toEqual([
    "sample-ci-boundary",
    "sample-ci-deploy-cluster",
    "sample-ci-deploy-governance",
    "sample-ci-deploy-identity",
    "sample-ci-deploy-network",
    "sample-ci-deploy-state",
    "sample-ci-deploy-storage",
    "sample-ci-plan",
  ]);
  for (const { policy } of policies) expect(policy.length).toBeLessThan(6144);
  const attached = Object.values<Json>(resources(json, IamRolePolicyAttachment)).map(({ role: to }) => to);
  expect(attached.filter((to) => to.includes("ci_plan"))).toHaveLength(1);
  expect(attached.filter((to) => to.includes("ci_deploy"))).toHaveLength(6);
});

test("fails on a policy that IAM would refuse for its size", () => {
  const buckets = Array.from({ length: 200 }, (_, index) => `sample-checkpoints-with-a-long-name-${index}`);
  expect(() => synth({ scope: { ...SCOPE, buckets } })).toThrow(
    /policy "sample-ci-plan" has \d+ characters, IAM takes 6144/,
  );
});

test("fails on the name of a role that IAM would refuse", () => {
  expect(() => synth({ deployRoleName: "a".repeat(65) })).toThrow("65 characters");
});
