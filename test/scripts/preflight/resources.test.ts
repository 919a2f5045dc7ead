import { awsResources, namedResources } from "../../../scripts/preflight/resources";
import { sample } from "../../helpers/environment";

// each environment is synthesized once
const { env } = sample();
const names = (type: string, of = env) => namedResources(of, type).map(({ name }) => name);

test("the resources are those of the stacks, with the names that they will have", () => {
  expect(names("aws_s3_bucket")).toEqual([
    "sample-tfstate-111122223333-us-east-1",
    "sample-checkpoints-111122223333-us-east-1",
  ]);
  expect(names("aws_eks_cluster")).toEqual(["sample"]);
  expect(names("aws_iam_role")).toContain("sample-node");
});

test("what Terraform names itself has no name, and what is no resource of AWS is left out", () => {
  const resources = awsResources(env);
  expect(resources.filter(({ type }) => type === "aws_vpc")).toEqual([{ type: "aws_vpc", name: null, adopted: false }]);
  expect(resources.every(({ type }) => type.startsWith("aws_"))).toBe(true);
  expect(namedResources(env, "aws_vpc")).toEqual([]);
  expect(names("aws_s3_bucket_versioning")).toEqual([]);
});

test("an environment is synthesized once", () => {
  expect(awsResources(env)).toBe(awsResources(env));
});

test("a state that is a folder has no bucket", () =>
  expect(
    names("aws_s3_bucket", sample({ state: { kind: "local", directory: "state" }, checkpoints: null }).env),
  ).toEqual([]));

test("what is adopted is told apart by its import block", () => {
  const adopt = { cluster: { name: "old" } };
  const found = namedResources(sample({ adopt }).env, "aws_eks_cluster");
  expect(found).toEqual([{ type: "aws_eks_cluster", name: "old", adopted: true }]);
  expect(namedResources(env, "aws_eks_cluster")[0]?.adopted).toBe(false);
});
