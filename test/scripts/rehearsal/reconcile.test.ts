import { join } from "node:path";
import { Cloud } from "../../../scripts/rehearsal/cloud/cloud";
import type { StackRecords } from "../../../scripts/rehearsal/drift";
import { forgetOrphans, problemsOf, reconcile } from "../../../scripts/rehearsal/reconcile";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

function cloudWith(...ids: string[]): Cloud {
  const cloud = new Cloud(join(temporary(), "cloud.jsonl"));
  for (const id of ids) cloud.put({ type: "aws_vpc", id, attributes: { id } }, [{ type: "part", id, attributes: {} }]);
  return cloud;
}
const vpc = (name: string, id: string | null, inCloud = true) => ({
  address: `aws_vpc.${name}`,
  type: "aws_vpc",
  id,
  inCloud,
});
const records = (...stacks: [string, ReturnType<typeof vpc>[]][]): StackRecords => new Map(stacks);

test("states and cloud that agree have no problem", () => {
  const found = reconcile(records(["a", [vpc("v", "vpc-1")]], ["b", [vpc("w", "vpc-2")]]), cloudWith("vpc-1", "vpc-2"));
  expect(problemsOf(found)).toEqual([]);
});

test("what no state has is told, and can be forgotten", () => {
  const cloud = cloudWith("vpc-1", "vpc-2");
  const states = records(["a", [vpc("v", "vpc-1")]]);
  expect(problemsOf(reconcile(states, cloud))).toEqual(["aws_vpc vpc-2 is there, and no state has it"]);
  expect(forgetOrphans(states, cloud)).toMatchObject([{ type: "aws_vpc", id: "vpc-2" }]);
  expect(problemsOf(reconcile(states, cloud))).toEqual([]);
});

test("what is lost is told", () => {
  expect(problemsOf(reconcile(records(["a", [vpc("v", "vpc-1")]]), cloudWith()))).toEqual([
    "a.aws_vpc.v is in its state, and there is no such object",
  ]);
});

test("what is doubled is told", () => {
  const states = records(["a", [vpc("v", "vpc-1")]], ["b", [vpc("w", "vpc-1")]]);
  expect(problemsOf(reconcile(states, cloudWith("vpc-1")))).toEqual([
    "one object is in the states of a.aws_vpc.v and b.aws_vpc.w",
  ]);
});

test("Terraform's own resources, and those that were not finished, are in no cloud", () => {
  const states = records(["a", [vpc("data", "x", false), vpc("half", null)]]);
  expect(problemsOf(reconcile(states, cloudWith()))).toEqual([]);
});
