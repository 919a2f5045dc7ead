import {
  countChanges,
  isEmpty,
  kindOf,
  pathText,
  type PlanJson,
  type ResourceChange,
} from "../../../../scripts/lib/terraform/plan-json";

const resource = (
  actions: ResourceChange["change"]["actions"],
  more: Partial<ResourceChange> = {},
): ResourceChange => ({
  address: "aws_vpc.vpc",
  mode: "managed",
  type: "aws_vpc",
  name: "vpc",
  change: { actions, before: {}, after: {} },
  ...more,
});
const plan = (...resources: ResourceChange[]): PlanJson => ({ resource_changes: resources });

describe("a plan is empty", () => {
  test("when nothing changes, and when there is nothing", () => {
    expect(isEmpty({})).toBe(true);
    expect(isEmpty(plan(resource(["no-op"])))).toBe(true);
  });

  test("but not when an output changes", () => {
    const outputs = { vpc: { actions: ["update"], before: "a", after: "b" } };
    expect(isEmpty({ ...plan(resource(["no-op"])), output_changes: outputs } as PlanJson)).toBe(false);
  });

  test("but not when an address moves in the state, or something is imported", () => {
    expect(isEmpty(plan(resource(["no-op"], { previous_address: "aws_vpc.old" })))).toBe(false);
    const imported = { actions: ["no-op"], before: {}, after: {}, importing: { id: "vpc-1" } } as const;
    expect(isEmpty(plan(resource(["no-op"], { change: imported })))).toBe(false);
  });
});

test("changes of managed resources are counted, by what happens to them", () => {
  const counted = countChanges(
    plan(
      resource(["create"]),
      resource(["update"]),
      resource(["delete", "create"]),
      resource(["create", "delete"]),
      resource(["delete"]),
      resource(["no-op"]),
      resource(["read"], { mode: "data" }),
    ),
  );
  expect(counted).toEqual({ create: 1, update: 1, replace: 2, delete: 1 });
  expect(kindOf(resource(["no-op"]).change)).toBeNull();
});

test("paths are told as Terraform writes them", () => {
  expect(pathText(["vpc_config", 0, "subnet_ids"])).toBe("vpc_config[0].subnet_ids");
  expect(pathText(["tags", "a.b"])).toBe('tags["a.b"]');
});
