import { EFS_FILE_SYSTEM_KINDS } from "../../../../../scripts/rehearsal/aws/efs/efs-file-system";
import { EFS_MOUNT_TARGET_KINDS } from "../../../../../scripts/rehearsal/aws/efs/efs-mount-target";
import { EFS_SETTING_KINDS } from "../../../../../scripts/rehearsal/aws/efs/efs-settings";
import { KINDS } from "../../../../../scripts/rehearsal/kinds";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const fileSystem = EFS_FILE_SYSTEM_KINDS["aws_efs_file_system"]!;
const mountTarget = EFS_MOUNT_TARGET_KINDS["aws_efs_mount_target"]!;

const SYSTEM: Attributes = {
  availability_zone_name: null,
  creation_token: "x",
  encrypted: true,
  kms_key_id: "arn:aws:kms:us-west-2:123456789012:key/1",
  performance_mode: "generalPurpose",
  throughput_mode: "elastic",
  provisioned_throughput_in_mibps: null,
  lifecycle_policy: [],
};
const refused = (change: Attributes) => codes(fileSystem, { ...SYSTEM, ...change }, fakeCloud());
const policy = (name: string, value: string): Attributes => ({
  transition_to_ia: null,
  transition_to_archive: null,
  transition_to_primary_storage_class: null,
  [name]: value,
});
const IA = policy("transition_to_ia", "AFTER_30_DAYS");
const archive = (days: number) => policy("transition_to_archive", `AFTER_${days}_DAYS`);

test("all types of EFS are known to the stand-ins", () => {
  for (const type of ["file_system", "mount_target", "access_point", "backup_policy", "file_system_policy"])
    expect(KINDS[`aws_efs_${type}`]).toBeDefined();
});

describe("a file system", () => {
  test("is made anew for what EFS cannot change, and for nothing else", () => {
    expect([...fileSystem.forcesNew].sort()).toEqual([
      "availability_zone_name",
      "creation_token",
      "encrypted",
      "kms_key_id",
      "performance_mode",
    ]);
  });

  test("is taken as it should be", () => {
    expect(refused({})).toEqual([]);
    expect(refused({ lifecycle_policy: [IA, archive(90)] })).toEqual([]);
    expect(refused({ throughput_mode: "provisioned", provisioned_throughput_in_mibps: 3414 })).toEqual([]);
  });

  test.each<[string, Attributes]>([
    ["provisioned throughput without a number", { throughput_mode: "provisioned" }],
    ["a number with elastic throughput", { provisioned_throughput_in_mibps: 100 }],
    ["maxIO with elastic throughput", { performance_mode: "maxIO" }],
    ["a key without encryption", { encrypted: false }],
    ["two moves in one policy", { lifecycle_policy: [{ ...IA, ...archive(90), transition_to_ia: "AFTER_7_DAYS" }] }],
    ["Archive that is not later", { lifecycle_policy: [IA, archive(30)] }],
    ["Archive without Infrequent Access", { lifecycle_policy: [archive(90)] }],
    ["Archive with bursting throughput", { throughput_mode: "bursting", lifecycle_policy: [IA, archive(90)] }],
  ])("is refused with %s", (_, change) => expect(refused(change)).toEqual(["BadRequest"]));

  test("is refused with more throughput than the Region gives, and One Zone gives less", () => {
    const provisioned = { throughput_mode: "provisioned", provisioned_throughput_in_mibps: 3000 };
    expect(refused({ ...provisioned, provisioned_throughput_in_mibps: 3415 })).toEqual(["ThroughputLimitExceeded"]);
    expect(refused({ ...provisioned, availability_zone_name: "us-west-2a" })).toEqual(["ThroughputLimitExceeded"]);
  });
});

describe("a mount target", () => {
  const subnet = (id: string, zone: string, vpc = "vpc-1") =>
    cloudObject("aws_subnet", id, { id, availability_zone: zone, vpc_id: vpc });
  const system = (zone: string | null = null) =>
    cloudObject("aws_efs_file_system", "fs-1", { ...SYSTEM, id: "fs-1", availability_zone_name: zone });
  const target = (id: string, subnetId: string) =>
    cloudObject("aws_efs_mount_target", id, { id, file_system_id: "fs-1", subnet_id: subnetId, security_groups: [] });
  const at = (subnetId: string, objects: CloudObject[], groups: string[] = []) =>
    codes(
      mountTarget,
      { file_system_id: "fs-1", subnet_id: subnetId, security_groups: groups },
      fakeCloud({ objects }),
    );
  const subnets = [subnet("a", "us-west-2a"), subnet("b", "us-west-2b"), subnet("a2", "us-west-2a")];

  test("stands once in each zone of one VPC", () => {
    expect(at("b", [system(), ...subnets, target("t", "a")])).toEqual([]);
    expect(at("a2", [system(), ...subnets, target("t", "a")])).toEqual(["MountTargetConflict"]);
    expect(at("o", [system(), subnet("o", "us-west-2c", "vpc-2"), ...subnets, target("t", "a")])).toEqual([
      "MountTargetConflict",
    ]);
  });

  test("of a One Zone file system stands in its zone", () => {
    expect(at("a", [system("us-west-2a"), ...subnets])).toEqual([]);
    expect(at("b", [system("us-west-2a"), ...subnets])).toEqual(["AvailabilityZonesMismatch"]);
  });

  test("has groups of its VPC", () => {
    const group = (vpc: string) => cloudObject("aws_security_group", "sg-1", { id: "sg-1", vpc_id: vpc });
    expect(at("a", [system(), ...subnets, group("vpc-1")], ["sg-1"])).toEqual([]);
    expect(at("a", [system(), ...subnets, group("vpc-2")], ["sg-1"])).toEqual(["SecurityGroupNotFound"]);
  });

  test("keeps its file system, its subnet and its groups", () => {
    expect(mountTarget.references?.map(({ path, holds }) => [path, holds])).toEqual([
      ["file_system_id", "FileSystemInUse"],
      ["subnet_id", "DependencyViolation"],
      ["security_groups", "DependencyViolation"],
    ]);
  });
});

describe("what belongs to a file system", () => {
  const kind = (type: string) => EFS_SETTING_KINDS[type]!;

  test("an access point is made anew for another folder or user, and takes no folder that EFS does not", () => {
    expect([...kind("aws_efs_access_point").forcesNew].sort()).toEqual([
      "file_system_id",
      "posix_user",
      "root_directory",
    ]);
    const root = (path: string) =>
      codes(kind("aws_efs_access_point"), { file_system_id: "fs-1", root_directory: [{ path }] }, fakeCloud());
    expect(root("/homes")).toEqual([]);
    for (const path of ["homes", "/a/b/c/d/e", `/${"a".repeat(100)}`]) expect(root(path)).toEqual(["BadRequest"]);
  });

  test("a policy is one that IAM reads, and not too long", () => {
    const of = (text: string) =>
      codes(kind("aws_efs_file_system_policy"), { file_system_id: "fs-1", policy: text }, fakeCloud());
    const legal = {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "A",
          Effect: "Allow",
          Principal: "*",
          Action: "elasticfilesystem:ClientMount",
          Resource: "arn:aws:elasticfilesystem:us-west-2:123456789012:file-system/fs-1",
        },
      ],
    };
    expect(of(JSON.stringify(legal))).toEqual([]);
    expect(of("{")).toEqual(["InvalidPolicyException"]);
    expect(of(JSON.stringify({ ...legal, Id: "x".repeat(20_001) }))).toContain("InvalidPolicyException");
  });
});
