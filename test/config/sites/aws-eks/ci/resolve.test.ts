import { sample } from "../../../../helpers/environment";

const ci = { kind: "github", repository: "acme/cluster" };

test("no pipeline is none", () => {
  expect(sample().env.ci).toBeNull();
});

test("roles are named after the environment, in its account and partition", () => {
  expect(sample({ ci }).env.ci).toEqual({
    kind: "github",
    repository: "acme/cluster",
    provider: "create",
    defaultBranch: "main",
    planRoleName: "sample-ci-plan",
    planRoleArn: "arn:aws:iam::111122223333:role/sample-ci-plan",
    deployRoleName: "sample-ci-deploy",
    deployRoleArn: "arn:aws:iam::111122223333:role/sample-ci-deploy",
    boundaryName: "sample-ci-boundary",
    boundaryArn: "arn:aws:iam::111122223333:policy/sample-ci-boundary",
  });
  expect(sample({ ci, region: "us-gov-west-1" }).env.ci?.planRoleArn).toMatch(/^arn:aws-us-gov:/);
});
