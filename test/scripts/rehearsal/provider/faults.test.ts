import { Faults } from "../../../../scripts/rehearsal/provider/faults";
import type { Fault } from "../../../../scripts/rehearsal/fault";
import { UNKNOWN } from "../../../../scripts/rehearsal/value";

const FAULT: Fault = {
  kind: "api-error",
  address: "dev-network.aws_subnet.a",
  type: "aws_subnet",
  known: { cidr_block: "10.0.0.0/24", tags: { Name: "a" }, ids: ["x", "y"], blocks: [{ a: 1 }], vpc_id: null },
  deletes: false,
};
const OBJECT = {
  cidr_block: "10.0.0.0/24",
  tags: { Name: "a" },
  ids: ["y", "x"],
  blocks: [{ a: 1, b: "said at apply" }],
  vpc_id: "vpc-1",
  id: UNKNOWN,
};

function faults(): Faults {
  const some = new Faults();
  some.add(FAULT);
  return some;
}

test("meets the resource that the plan knows, once", () => {
  const some = faults();
  expect(some.take("aws_subnet", OBJECT, false)).toBe(FAULT);
  expect(some.take("aws_subnet", OBJECT, false)).toBeNull();
  expect(some.happened).toEqual([FAULT]);
});

test.each([
  ["another type", "aws_vpc", OBJECT, false],
  ["a deletion", "aws_subnet", OBJECT, true],
  ["another value", "aws_subnet", { ...OBJECT, cidr_block: "10.0.1.0/24" }, false],
  ["another tag", "aws_subnet", { ...OBJECT, tags: { Name: "b" } }, false],
  ["a set without one of its values", "aws_subnet", { ...OBJECT, ids: ["x"] }, false],
  ["another block", "aws_subnet", { ...OBJECT, blocks: [{ a: 2 }] }, false],
  ["no block", "aws_subnet", { ...OBJECT, blocks: null }, false],
])("does not meet %s", (_, type, object, deletes) => {
  const some = faults();
  expect(some.take(type, object, deletes)).toBeNull();
  expect(some.happened).toEqual([]);
});
