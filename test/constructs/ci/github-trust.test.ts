import { githubTrust } from "../../../constructs/ci/github-trust";

const providerArn = "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com";
const trust = (repository: string, use: Parameters<typeof githubTrust>[0]["use"]) =>
  JSON.parse(githubTrust({ providerArn, repository, use })).Statement as {
    Principal: object;
    Action: string;
    Condition: Record<string, Record<string, unknown>>;
  }[];

test("a plan is for pull requests and one branch, a deployment for the GitHub environment only", () => {
  const subjects = (use: Parameters<typeof githubTrust>[0]["use"]) =>
    trust("acme/cluster", use)[0]?.Condition["StringEquals"]?.["token.actions.githubusercontent.com:sub"];
  expect(subjects({ kind: "plan", branch: "trunk" })).toEqual([
    "repo:acme/cluster:pull_request",
    "repo:acme/cluster:ref:refs/heads/trunk",
  ]);
  expect(subjects({ kind: "deploy", environment: "research" })).toEqual(["repo:acme/cluster:environment:research"]);
});

test("tokens are those of the account's provider, made for AWS, and compared letter by letter", () => {
  const [statement, ...more] = trust("acme@1/cluster@2", { kind: "plan", branch: "main" });
  expect(more).toEqual([]);
  expect(statement?.Principal).toEqual({ Federated: providerArn });
  expect(statement?.Action).toBe("sts:AssumeRoleWithWebIdentity");
  expect(Object.keys(statement?.Condition ?? {})).toEqual(["StringEquals"]);
  expect(statement?.Condition["StringEquals"]).toMatchObject({
    "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
    "token.actions.githubusercontent.com:sub": expect.arrayContaining([
      "repo:acme@1/cluster@2:pull_request",
    ]) as unknown,
  });
});
