import { resourceChanges } from "../../scripts/review/changes/resource-changes";
import { planOf } from "./plan";

export const changesOf = (...resources: Parameters<typeof planOf>[1][]) =>
  resourceChanges(planOf("a-nodes", ...resources));

export const onlyChange = (resource: Parameters<typeof planOf>[1]) => {
  const { changes, noise } = changesOf(resource);
  expect([changes.length, noise]).toEqual([1, 0]);
  return changes[0]!;
};

export const value = (of: unknown) => ({ kind: "value", value: of });

export const GROUP = {
  cluster_name: "a",
  node_group_name: "a-h100",
  subnet_ids: ["subnet-1", "subnet-2"],
  scaling_config: [{ min_size: 4, desired_size: 4, max_size: 4 }],
  launch_template: [{ id: "lt-1", name: "a-h100", version: "3" }],
  resources: [{ autoscaling_groups: [{ name: "eks-a-h100" }] }],
  tags: { Name: "a" },
  tags_all: { Name: "a" },
};
