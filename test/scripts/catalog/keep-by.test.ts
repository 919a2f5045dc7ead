import { catalogType } from "../../../scripts/catalog/catalog";

const configFix = (type: string, attribute: string, there: unknown) =>
  catalogType(type)?.adopted?.keepBy?.[attribute]?.(there);

test.each([
  ["aws_vpc", "cidr_block", "10.0.0.0/16", 'network.cidr: "10.0.0.0/16"'],
  ["aws_s3_bucket", "object_lock_enabled", true, "checkpoints.objectLock: { … }"],
  ["aws_s3_bucket", "object_lock_enabled", false, "no checkpoints.objectLock: it can only be had from the beginning"],
  ["aws_eks_cluster", "version", "1.33", 'cluster.version: "1.33"'],
  [
    "aws_eks_cluster",
    "access_config.authentication_mode",
    "API_AND_CONFIG_MAP",
    'cluster.authenticationMode: "api-and-config-map"',
  ],
  ["aws_eks_cluster", "vpc_config.endpoint_public_access", false, 'cluster.endpoint: { kind: "private" }'],
  [
    "aws_eks_cluster",
    "vpc_config.endpoint_public_access",
    true,
    'cluster.endpoint: { kind: "public-and-private", allowedCidrs: […] }',
  ],
  ["aws_fsx_lustre_file_system", "storage_capacity", 4800, "lustre.capacityGiB: 4800"],
  ["aws_fsx_lustre_file_system", "data_compression_type", "NONE", 'lustre.compression: "none"'],
  ["aws_fsx_lustre_file_system", "deployment_type", "SCRATCH_2", 'lustre.deployment: "scratch-2"'],
  ["aws_fsx_lustre_file_system", "storage_type", "HDD", 'lustre.deployment: "persistent-1-hdd"'],
  ["aws_fsx_lustre_file_system", "storage_type", "SSD", "a lustre.deployment that ends with -ssd"],
  [
    "aws_fsx_lustre_file_system",
    "storage_type",
    "INTELLIGENT_TIERING",
    'lustre.deployment: "persistent-2-intelligent-tiering"',
  ],
  ["aws_fsx_lustre_file_system", "drive_cache_type", "READ", "lustre.readCache: true"],
  [
    "aws_fsx_lustre_file_system",
    "metadata_configuration.iops",
    6000,
    'lustre.metadata: { mode: "user-provisioned", iops: 6000 }',
  ],
])("%s.%s as it is there (%j) is %s", (type, attribute, there, fix) =>
  expect(configFix(type, attribute, there)).toBe(fix),
);

test("an old Lustre is brought up in AWS first", () =>
  expect(configFix("aws_fsx_lustre_file_system", "file_system_type_version", "2.12")).toContain("update-file-system"));

test("the name of a cluster follows from what is adopted: no key says it", () => {
  expect(configFix("aws_eks_cluster", "name", "x")).toBeUndefined();
  expect(configFix("aws_route", "gateway_id", "x")).toBeUndefined();
});
