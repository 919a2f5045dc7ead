import { refuseCapacity } from "../../../../../scripts/rehearsal/aws/eks/eks-node-group-capacity";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { subnet } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const TARGET = {
  capacity_reservation_specification: [{ capacity_reservation_target: [{ capacity_reservation_id: "cr-1" }] }],
};
const BLOCK = {
  instance_type: "p5.48xlarge",
  instance_market_options: [{ market_type: "capacity-block" }],
  ...TARGET,
};
const group = (capacity_type: string | null, subnet_ids = ["subnet-a"], version = "2") => ({
  capacity_type,
  subnet_ids,
  launch_template: [{ id: "lt-1", version }],
});
const refused = (template: Attributes, object: Attributes, reservation = "aws_ec2_capacity_block_reservation") =>
  refusalText(
    refuseCapacity(
      object,
      fakeCloud({
        objects: [
          cloudObject("aws_launch_template", "lt-1", { latest_version: 2, default_version: 1, ...template }),
          cloudObject(reservation, "cr-1", { availability_zone: "us-west-2a" }),
          subnet("subnet-a", "us-west-2a"),
          subnet("subnet-b", "us-west-2b"),
        ],
      }),
    ),
  );

test("takes nodes on demand and as Spot", () => {
  expect(refused({}, group("ON_DEMAND"))).toBe("");
  expect(refused({}, group("SPOT", ["subnet-a", "subnet-b"]))).toBe("");
  expect(refused({}, { capacity_type: null, subnet_ids: ["subnet-a"], launch_template: [] })).toBe("");
});

test("refuses Spot in the template", () => {
  expect(refused({ instance_market_options: [{ market_type: "spot" }] }, group("SPOT"))).toMatch(
    /^InvalidParameterException: Instance market options are not supported with the launch template/,
  );
});

describe("a Capacity Block", () => {
  test("is taken with type, market and reservation in the template", () => {
    expect(refused(BLOCK, group("CAPACITY_BLOCK"))).toBe("");
  });

  test.each<[string, Attributes, RegExp]>([
    ["type", { instance_type: null }, /with instance_type$/],
    ["market", { instance_market_options: [] }, /with instance_market_options\.market_type capacity-block$/],
    ["reservation", { capacity_reservation_specification: [] }, /with capacity_reservation_target/],
  ])("is refused without a %s", (_, change, message) => {
    expect(refused({ ...BLOCK, ...change }, group("CAPACITY_BLOCK"))).toMatch(message);
  });

  test("is refused without a template", () => {
    const alone = { ...group("CAPACITY_BLOCK"), launch_template: [] };
    expect(refused({}, alone)).toMatch(
      /CAPACITY_BLOCK needs a launch template with .*reservation.*market.*instance_type/,
    );
  });

  test("is refused for nodes on demand", () => {
    expect(refused(BLOCK, group("ON_DEMAND"))).toMatch(
      /capacity_type is ON_DEMAND with a launch template for a Capacity Block/,
    );
    expect(refused(BLOCK, group(null))).toMatch(/capacity_type is ON_DEMAND/);
  });

  test("is in the zone of all subnets", () => {
    expect(refused(BLOCK, group("CAPACITY_BLOCK", ["subnet-b"]))).toMatch(
      /in us-west-2b, and reservation cr-1 is in us-west-2a/,
    );
    expect(refused(BLOCK, group("CAPACITY_BLOCK", ["subnet-a", "subnet-b"]))).toMatch(/reservation cr-1/);
    expect(refused(BLOCK, group("CAPACITY_BLOCK", ["subnet-unknown"]))).toBe("");
  });

  test("is not looked at in a version of the template that is not the newest", () => {
    expect(refused({}, group("CAPACITY_BLOCK", ["subnet-b"], "1"))).toBe("");
  });
});

describe("another reservation", () => {
  const reserved = (subnets: string[], reservation?: string) =>
    refused(TARGET, group("ON_DEMAND", subnets), reservation);

  test("is in the zone of some subnet", () => {
    expect(reserved(["subnet-a"], "aws_ec2_capacity_reservation")).toBe("");
    expect(reserved(["subnet-a", "subnet-b"], "aws_ec2_capacity_reservation")).toBe("");
    expect(reserved(["subnet-unknown"], "aws_ec2_capacity_reservation")).toBe("");
    expect(reserved(["subnet-b"], "aws_ec2_capacity_reservation")).toMatch(
      /^InvalidParameterException: .*reservation cr-1/,
    );
  });

  test("says nothing when it was made elsewhere", () => {
    expect(reserved(["subnet-b"], "aws_other")).toBe("");
  });
});
