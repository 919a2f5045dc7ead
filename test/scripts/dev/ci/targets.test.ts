import { deployedNames, target } from "../../../../scripts/dev/ci/targets";
import { sample } from "../../../helpers/environment";

test("a row has what the jobs of an environment need, with roles of its account", () => {
  const { env } = sample();
  expect(target(env, { plan: "reader", deploy: "writer" }, "c1", ["sample-network", "sample-nodes"])).toEqual({
    environment: "sample",
    region: "us-east-1",
    production: env.production,
    planRole: "arn:aws:iam::111122223333:role/reader",
    deployRole: "arn:aws:iam::111122223333:role/writer",
    base: "c1",
    stacks: "sample-network sample-nodes",
  });
  expect(target(env, { plan: "r", deploy: "w" }, null, []).base).toBe("");
});

test("an environment that makes its own roles has those", () => {
  const { env } = sample({ ci: { kind: "github", repository: "acme/cluster" } });
  expect(target(env, { plan: "reader", deploy: "writer" }, null, [])).toMatchObject({
    planRole: "arn:aws:iam::111122223333:role/sample-ci-plan",
    deployRole: "arn:aws:iam::111122223333:role/sample-ci-deploy",
  });
});

test("names of what is deployed may have commas and blanks between; unknown ones are told apart", () => {
  expect(deployedNames(" dev, research\nold ", ["dev", "research", "frontier"])).toEqual({
    deployed: ["dev", "research"],
    unknown: ["old"],
  });
  expect(deployedNames("", ["dev"])).toEqual({ deployed: [], unknown: [] });
});
