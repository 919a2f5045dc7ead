import { refuseClusterSettings } from "../../../../../scripts/rehearsal/aws/eks/eks-cluster-settings";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { role, roleArn } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const KEY = "arn:aws:kms:us-west-2:123456789012:key/1";
const ALIAS = "arn:aws:kms:us-west-2:123456789012:alias/eks";
const OBJECTS = [
  role("eks", "eks.amazonaws.com"),
  role("nodes", "ec2.amazonaws.com"),
  cloudObject("aws_kms_key", "1", { arn: KEY }),
  cloudObject("aws_kms_key", "2", { arn: `${KEY}2`, customer_master_key_spec: "RSA_2048" }),
  cloudObject("aws_kms_alias", "alias/eks", { arn: ALIAS, target_key_arn: KEY }),
];
const CLUSTER = {
  name: "research-1_a",
  role_arn: roleArn("eks"),
  version: "1.36",
  enabled_cluster_log_types: ["api", "audit", "authenticator", "controllerManager", "scheduler"],
  access_config: [{ authentication_mode: "API", bootstrap_cluster_creator_admin_permissions: false }],
  control_plane_scaling_config: [{ tier: "tier-xl" }],
  upgrade_policy: [{ support_type: "STANDARD" }],
};
const refused = (change: Attributes = {}) =>
  refusalText(refuseClusterSettings({ ...CLUSTER, ...change }, fakeCloud({ objects: OBJECTS })));
const encrypted = (key_arn: string, resources = ["secrets"]) => ({
  encryption_config: [{ resources, provider: [{ key_arn }] }],
});

test("takes a cluster where all is right, and one where little is said", () => {
  expect(refused()).toBe("");
  expect(refused({ version: null, access_config: [], control_plane_scaling_config: [], upgrade_policy: [] })).toBe("");
  expect(refused({ name: "a".repeat(100) })).toBe("");
});

test.each<[string, Attributes, RegExp]>([
  ["a name with other characters", { name: "re search" }, /name is "re search"/],
  ["a name that begins with a hyphen", { name: "-a" }, /name is "-a"/],
  ["a long name", { name: "a".repeat(101) }, /1 to 100/],
  ["a version that EKS does not have", { version: "1.20" }, /unsupported Kubernetes version 1\.20; EKS has .*1\.36/],
  [
    "a kind of log that is not there",
    { enabled_cluster_log_types: ["kubelet"] },
    /enabled_cluster_log_types is "kubelet"/,
  ],
  ["another size of control plane", { control_plane_scaling_config: [{ tier: "xl" }] }, /tier is "xl"/],
  ["another support", { upgrade_policy: [{ support_type: "NONE" }] }, /support_type is "NONE"/],
  ["another mode", { access_config: [{ authentication_mode: "IAM" }] }, /authentication_mode is "IAM"/],
  ["a role of nodes", { role_arn: roleArn("nodes") }, /Role could not be assumed.*eks\.amazonaws\.com/],
  ["encryption of something else", encrypted(KEY, ["configmaps"]), /resources is "configmaps"/],
])("refuses %s", (_, change, message) => {
  expect(refused(change)).toMatch(/^InvalidParameterException: [^\n]+$/);
  expect(refused(change)).toMatch(message);
});

test("refuses a config map that nobody could write", () => {
  const access = (mode: string | null, creator: boolean | null) => ({
    access_config: [{ authentication_mode: mode, bootstrap_cluster_creator_admin_permissions: creator }],
  });
  expect(refused(access("CONFIG_MAP", false))).toMatch(/bootstrapClusterCreatorAdminPermissions must be true/);
  expect(refused(access(null, false))).toMatch(/bootstrapClusterCreatorAdminPermissions must be true/);
  expect(refused(access("CONFIG_MAP", true))).toBe("");
  expect(refused(access("CONFIG_MAP", null))).toBe("");
  expect(refused(access("API_AND_CONFIG_MAP", false))).toBe("");
});

test("takes a key by its ARN or that of an alias, and keys of other accounts unseen", () => {
  expect(refused(encrypted(KEY))).toBe("");
  expect(refused(encrypted(ALIAS))).toBe("");
  expect(refused(encrypted("arn:aws:kms:us-west-2:210987654321:key/1"))).toBe("");
});

test.each<[string, string, RegExp]>([
  ["that is no ARN", "alias/eks", /not the ARN of a key/],
  ["of another service", "arn:aws:iam::123456789012:role/eks", /not the ARN of a key/],
  ["in another Region", "arn:aws:kms:us-east-1:123456789012:key/1", /not in us-west-2/],
  ["that is not there", `${KEY}3`, /there is no key/],
  ["that is asymmetric", `${KEY}2`, /not a symmetric key/],
])("refuses a key %s", (_, arn, message) => {
  expect(refused(encrypted(arn))).toMatch(message);
});

test.each(["standard", "tier-xl", "tier-2xl", "tier-4xl", "tier-8xl"])(
  "takes a control plane of the size %s",
  (tier) => {
    expect(refused({ control_plane_scaling_config: [{ tier }] })).toBe("");
  },
);

test.each(["STANDARD", "EXTENDED"])("takes the support %s", (support_type) => {
  expect(refused({ upgrade_policy: [{ support_type }] })).toBe("");
});

test("tells all that is wrong at once", () => {
  const wrong = { name: "", version: "1.20", upgrade_policy: [{ support_type: "NONE" }], role_arn: roleArn("nodes") };
  expect(refused(wrong).split("\n")).toHaveLength(4);
});
