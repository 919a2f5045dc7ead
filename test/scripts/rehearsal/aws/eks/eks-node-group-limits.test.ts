import { refuseNodeGroupLimits } from "../../../../../scripts/rehearsal/aws/eks/eks-node-group-limits";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { refusalText } from "../refusal-text";

const GROUP = {
  node_group_name: "gpu-1_a",
  ami_type: "AL2023_x86_64_NVIDIA",
  capacity_type: "ON_DEMAND",
  instance_types: ["p5.48xlarge"],
  scaling_config: [{ min_size: 0, desired_size: 1, max_size: 2 }],
  labels: { "railyard.dev/role": "gpu", fabric: "efa" },
  taint: [{ key: "nvidia.com/gpu", value: "present", effect: "NO_SCHEDULE" }],
  update_config: [{ max_unavailable: 1, max_unavailable_percentage: null }],
  node_repair_config: [{ enabled: true, max_unhealthy_node_threshold_count: 2 }],
};
const refused = (change: Attributes = {}) => refusalText(refuseNodeGroupLimits({ ...GROUP, ...change }));
const sizes = (min_size: number, desired_size: number, max_size: number) =>
  refused({ scaling_config: [{ min_size, desired_size, max_size }] });

test("takes a node group where all is right, and one that says little", () => {
  expect(refused()).toBe("");
  expect(refused({ node_group_name: null, labels: null, taint: [], update_config: [], node_repair_config: [] })).toBe(
    "",
  );
});

test("names have up to 63 characters and begin with a letter or digit", () => {
  for (const name of ["a".repeat(63), "0", "a0", "g-1"]) expect(refused({ node_group_name: name })).toBe("");
  for (const name of ["a".repeat(64), "-a", "", "a.b"])
    expect(refused({ node_group_name: name })).toMatch(/^InvalidParameterException: node_group_name/);
});

test.each([
  "CUSTOM",
  "AL2_x86_64_GPU",
  "AL2023_ARM_64_NVIDIA",
  "AL2_ARM_64",
  "AL2023_x86_64_NEURON",
  "BOTTLEROCKET_x86_64_NVIDIA_FIPS",
  "BOTTLEROCKET_ARM_64",
  "WINDOWS_CORE_2019_x86_64",
  "WINDOWS_FULL_2022_x86_64",
  "WINDOWS_CORE_2025_x86_64",
])("knows the AMI type %s", (ami_type) => expect(refused({ ami_type })).toBe(""));

test.each(["AL2023_x86_64", "AL2023_x86_64_GPU", "UBUNTU", ""])("does not know the AMI type %p", (ami_type) => {
  expect(refused({ ami_type })).toMatch(/^InvalidParameterException: ami_type is/);
});

test("knows three types of capacity", () => {
  for (const capacity_type of ["SPOT", "CAPACITY_BLOCK"]) expect(refused({ capacity_type })).toBe("");
  expect(refused({ capacity_type: "RESERVED" })).toMatch(/^InvalidParameterException: capacity_type is RESERVED/);
});

test("takes up to 20 instance types", () => {
  const types = (count: number) => ({ instance_types: Array.from({ length: count }, (_, index) => `m7i.${index}`) });
  expect(refused(types(20))).toBe("");
  expect(refused(types(21))).toMatch(/^InvalidParameterException: 21 instance_types/);
});

test("sizes rise from the least to the most", () => {
  expect(sizes(0, 0, 1)).toBe("");
  expect(sizes(3, 3, 3)).toBe("");
  expect(sizes(2, 1, 3)).toMatch(/^InvalidParameterException: min_size 2 can't be greater than desired_size 1$/);
  expect(sizes(1, 4, 3)).toMatch(/^InvalidParameterException: desired_size 4 can't be greater than max_size 3$/);
  expect(sizes(0, 0, 0)).toMatch(/max is 1 or more/);
  expect(sizes(-1, 0, 1)).toMatch(/min and desired are 0 or more/);
});

test("taints have a key, a short value and a known effect", () => {
  const taint = (change: Attributes) => refused({ taint: [{ ...GROUP.taint[0], ...change }] });
  expect(taint({ value: null, effect: "NO_EXECUTE" })).toBe("");
  expect(taint({ key: "a".repeat(63), value: "a".repeat(63), effect: "PREFER_NO_SCHEDULE" })).toBe("");
  expect(taint({ key: "" })).toMatch(/key has 1 to 63/);
  expect(taint({ key: "a".repeat(64) })).toMatch(/key has 1 to 63/);
  expect(taint({ value: "a".repeat(64) })).toMatch(/value up to 63/);
  expect(taint({ effect: "NoSchedule" })).toMatch(/effect of taint nvidia\.com\/gpu is NoSchedule/);
});

test("takes up to 50 taints", () => {
  const taint = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `k${index}`, effect: "NO_EXECUTE" }));
  expect(refused({ taint: taint(50) })).toBe("");
  expect(refused({ taint: taint(51) })).toMatch(/^InvalidParameterException: 51 taints/);
});

test("labels have keys and values of 1 to 63 characters", () => {
  expect(refused({ labels: { ["a".repeat(63)]: "b".repeat(63) } })).toBe("");
  expect(refused({ labels: { ["a".repeat(64)]: "b" } })).toMatch(/1 to 63 characters/);
  expect(refused({ labels: { a: "" } })).toMatch(/1 to 63 characters/);
});

test.each(["kubernetes.io/role", "node-role.kubernetes.io/gpu", "k8s.io/a", "eks.amazonaws.com/nodegroup"])(
  "leaves the label %s to those whose domain it is",
  (key) => expect(refused({ labels: { [key]: "a" } })).toMatch(/reserved prefix/),
);

test.each(["kubernetes.io", "mykubernetes.io/role", "vpc.amazonaws.com/efa"])("takes the label %s", (key) => {
  expect(refused({ labels: { [key]: "a" } })).toBe("");
});

test("updates nodes by number or by share", () => {
  const update = (max_unavailable: number | null, max_unavailable_percentage: number | null) =>
    refused({ update_config: [{ max_unavailable, max_unavailable_percentage }] });
  expect(update(100, null)).toBe("");
  expect(update(null, 33)).toBe("");
  for (const [count, share] of [
    [1, 33],
    [null, null],
    [101, null],
    [null, 101],
  ] as const)
    expect(update(count, share)).toMatch(/^InvalidParameterException: update_config has one of/);
});

test("repairs nodes by number or by share", () => {
  const repair = (change: Attributes) => refused({ node_repair_config: [{ enabled: true, ...change }] });
  expect(repair({ max_unhealthy_node_threshold_percentage: 20, max_parallel_nodes_repaired_count: 1 })).toBe("");
  expect(repair({ max_unhealthy_node_threshold_count: 1, max_unhealthy_node_threshold_percentage: 20 })).toMatch(
    /max_unhealthy_node_threshold_count and max_unhealthy_node_threshold_percentage; give one/,
  );
  expect(repair({ max_parallel_nodes_repaired_count: 1, max_parallel_nodes_repaired_percentage: 20 })).toMatch(
    /max_parallel_nodes_repaired_count/,
  );
});

test("repairs nodes in three ways", () => {
  const action = (repair_action: string) =>
    refused({ node_repair_config: [{ node_repair_config_overrides: [{ repair_action }] }] });
  for (const each of ["Replace", "Reboot", "NoAction"]) expect(action(each)).toBe("");
  expect(action("Terminate")).toMatch(/^InvalidParameterException: repair_action is Terminate/);
});

test("says nothing of sizes that are not given", () => {
  expect(refused({ scaling_config: [] })).toBe("");
  expect(refused({ scaling_config: [{ max_size: 1 }] })).toBe("");
});
