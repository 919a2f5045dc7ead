import {
  groupNames,
  reasonOf,
  scaledGroups,
  writtenValues,
  type PlanFile,
  type PlannedResource,
} from "../../../../scripts/review/changes/planned";
import { created, deleted, planOf, replaced, unchanged, updated } from "../../../helpers/plan";

const one = (resource: object) => resource as PlannedResource;

test("reasons are words", () => {
  expect(reasonOf(one(replaced("aws_vpc.a", {}, {}, { reason: "replace_because_tainted" })))).toContain("tainted");
  expect(reasonOf(one(deleted("aws_vpc.a", {})))).toBe("it is no longer in the configuration");
  expect(reasonOf(one(deleted("aws_vpc.a", {}, { deposed: "0123abcd" })))).toContain("left it behind");
  expect(reasonOf(one(replaced("aws_vpc.a", {}, {})))).toBeNull();
  expect(reasonOf(one(updated("aws_vpc.a", {}, {})))).toBeNull();
});

test("what the configuration writes is told from what it leaves to the provider", () => {
  const plan: PlanFile = {
    configuration: {
      root_module: {
        resources: [
          {
            address: "aws_eks_node_group.a",
            expressions: { labels: { constant_value: {} }, launch_template: [{ version: { references: ["x"] } }] },
          },
        ],
      },
    },
  };
  const isWritten = writtenValues(plan);
  expect(isWritten("aws_eks_node_group.a", ["labels", "a"])).toBe(true);
  expect(isWritten("aws_eks_node_group.a[0]", ["launch_template", 0, "version"])).toBe(true);
  expect(isWritten("aws_eks_node_group.a", ["launch_template", 0, "name"])).toBe(false);
  expect(isWritten("aws_eks_node_group.a", ["release_version"])).toBe(false);
  expect(isWritten("aws_eks_node_group.b", ["labels"])).toBeNull();
  expect(writtenValues({})("aws_eks_node_group.a", ["labels"])).toBeNull();
});

test("groups with a schedule or a policy of their own are scaled, unless it goes", () => {
  const schedule = (name: string) => ({ autoscaling_group_name: name });
  const { plan } = planOf(
    "a-nodes",
    unchanged("aws_autoscaling_schedule.a", schedule("one")),
    created("aws_autoscaling_policy.b", schedule("two")),
    deleted("aws_autoscaling_schedule.c", schedule("three")),
    unchanged("aws_autoscaling_group.d", schedule("four")),
  );
  expect([...scaledGroups(plan)]).toEqual(["one", "two"]);
});

test("a node group has the groups that it made", () => {
  const nodes = { resources: [{ autoscaling_groups: [{ name: "one" }, { name: "two" }] }] };
  expect(groupNames(one(updated("aws_eks_node_group.a", nodes, {})))).toEqual(["one", "two"]);
  expect(groupNames(one(updated("aws_autoscaling_group.a", { name: "three" }, {})))).toEqual(["three"]);
  expect(groupNames(one(created("aws_eks_node_group.a", nodes)))).toEqual([]);
});
