import { groupsThatGo } from "../../../../scripts/lib/terraform/rolling-nodes";
import type { Action, PlanJson, ResourceChange } from "../../../../scripts/lib/terraform/plan-json";

const GROUP = {
  labels: { "railyard.dev/node-group": "h100" },
  launch_template: [{ id: "lt-1", version: "3" }],
  scaling_config: [{ max_size: 4 }],
  release_version: "1.36.1-20261101",
};

function plan(
  actions: Action[],
  after: object | null,
  more: Partial<ResourceChange> & { unknown?: object } = {},
): PlanJson {
  const { unknown = {}, ...rest } = more;
  const change = { actions, before: GROUP, after, after_unknown: unknown };
  return {
    resource_changes: [
      {
        address: "aws_eks_node_group.h100",
        mode: "managed",
        type: "aws_eks_node_group",
        name: "h100",
        change,
        ...rest,
      },
    ],
  };
}

test.each<[string, PlanJson]>([
  ["another version of the template", plan(["update"], { ...GROUP, launch_template: [{ id: "lt-1", version: "4" }] })],
  [
    "one that is known after apply",
    plan(
      ["update"],
      { ...GROUP, launch_template: [{ id: "lt-1" }] },
      { unknown: { launch_template: [{ version: true }] } },
    ),
  ],
  ["another image", plan(["update"], { ...GROUP, release_version: "1.36.2-20261120" })],
  ["a group that goes", plan(["delete"], null)],
  ["a group that is made anew", plan(["delete", "create"], GROUP)],
])("takes nodes: %s", (_, json) => {
  expect(groupsThatGo(json)).toEqual(["h100"]);
});

test.each<[string, PlanJson]>([
  ["nothing", {}],
  ["another size", plan(["update"], { ...GROUP, scaling_config: [{ max_size: 8 }] })],
  ["other labels", plan(["update"], { ...GROUP, labels: { "railyard.dev/node-group": "h100", a: "b" } })],
  ["a group that is there", plan(["no-op"], GROUP)],
  ["the read of one", plan(["delete"], null, { mode: "data" })],
  ["something else that goes", plan(["delete"], null, { type: "aws_launch_template" })],
])("takes no nodes: %s", (_, json) => {
  expect(groupsThatGo(json)).toEqual([]);
});

test("the group of controllers has no nodes of Slurm", () => {
  const [resource] = plan(["delete"], null).resource_changes!;
  const change = { ...resource!.change, before: { labels: { "railyard.dev/role": "system" } } };
  expect(groupsThatGo({ resource_changes: [{ ...resource!, change }] })).toEqual([]);
});

test("a group that is made is nothing to drain", () => {
  const [resource] = plan(["create"], GROUP).resource_changes!;
  expect(groupsThatGo({ resource_changes: [{ ...resource!, change: { ...resource!.change, before: null } }] })).toEqual(
    [],
  );
});
