import type { Bootstrapped } from "../../../../scripts/commands/bootstrap/bootstrap";
import { bootstrapText } from "../../../../scripts/commands/bootstrap/bootstrap-text";
import { sample } from "../../../helpers/environment";

const { env } = sample({ ci: { kind: "github", repository: "acme@1/cluster@2", defaultBranch: "trunk" } });
const RESULT: Bootstrapped = {
  environment: "sample",
  account: "111122223333",
  stack: "sample-bootstrap",
  outcome: "applied",
  stateFile: "/repository/state/sample-bootstrap.tfstate",
  stateBucket: "states",
  imported: [],
  changes: { create: 9, update: 0, replace: 0, delete: 0 },
  roles: { plan: "arn:aws:iam::111122223333:role/p", deploy: "arn:aws:iam::111122223333:role/d" },
};
const text = (change: Partial<Bootstrapped> = {}, environment = env) =>
  bootstrapText({ ...RESULT, ...change }, environment, "/repository").join("\n");

test("says what was done, what to commit, and what GitHub has to know", () => {
  const report = text();
  expect(report).toMatch(/^sample-bootstrap is done: 9 created\.\nState bucket: states/);
  expect(report).toContain("git add state/sample-bootstrap.tfstate");
  expect(report).toContain("Jobs of acme/cluster plan as arn:aws:iam::111122223333:role/p,");
  expect(report).toContain('deploy as arn:aws:iam::111122223333:role/d, from the GitHub environment "sample" only');
  expect(report).toContain("allow only trunk");
  expect(report).toContain('gh variable set RAILYARD_ENVIRONMENTS --repo acme/cluster --body "sample"');
});

test("says what was imported", () => {
  const imported = [{ address: "aws_s3_bucket.state", id: "states" }];
  const changes = { create: 0, update: 1, replace: 0, delete: 0 };
  expect(text({ imported, changes })).toMatch(/^sample-bootstrap is done: 1 imported, 1 updated\./);
});

test("a second run has the same to say, and nothing to count", () => {
  expect(text({ outcome: "unchanged" })).toMatch(
    /^sample-bootstrap is as it should be: nothing to change\.\nState bucket/,
  );
});

test.each([
  ["planned", "sample-bootstrap would change; nothing was changed."],
  ["declined", "sample-bootstrap was not changed, since you said no."],
] as const)("%s leaves nothing to commit", (outcome, all) => {
  expect(text({ outcome })).toBe(all);
});

test("without a pipeline says how to get one", () => {
  const report = text({ roles: null }, sample().env);
  expect(report).toContain("write ci in the config");
  expect(report).not.toContain("gh variable");
});
