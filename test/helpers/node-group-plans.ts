import { type Planned } from "./plan";
import { type Reviewed } from "./reviewed";

export const H100 = {
  node_group_name: "sample-h100",
  labels: { "railyard.dev/node-group": "h100" },
  instance_types: ["p5.48xlarge"],
  scaling_config: [{ min_size: 4, desired_size: 4, max_size: 4 }],
  launch_template: [{ id: "lt-1", name: "sample-h100", version: "3" }],
  update_config: [{ max_unavailable: 1, max_unavailable_percentage: null }],
  force_update_version: false,
  release_version: "1.34.2-20251112",
  timeouts: { create: "60m", update: "6h", delete: "90m" },
};

export const CPU = {
  ...H100,
  node_group_name: "sample-cpu",
  labels: { "railyard.dev/node-group": "cpu" },
  scaling_config: [{ min_size: 0, desired_size: 0, max_size: 3 }],
};

export const SYSTEM = {
  ...H100,
  node_group_name: "sample-system",
  labels: { "railyard.dev/role": "system" },
  instance_types: null,
};

export const h100 = "aws_eks_node_group.h100";

export const nodes = (...resources: Planned[]): Reviewed => ({ plans: { nodes: resources } });
