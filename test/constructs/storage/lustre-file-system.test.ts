import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { FsxLustreFileSystem } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Testing, TerraformOutput, TerraformStack } from "cdktf";
import { type LustreDeployment } from "../../../constructs/storage/lustre-deployment";
import {
  LustreFileSystem,
  type LustreFileSystemProps,
  lustreLogGroupName,
} from "../../../constructs/storage/lustre-file-system";
import { LustreSecurityGroup } from "../../../constructs/storage/lustre-security-group";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const efa: LustreDeployment = {
  type: "persistent-2-ssd",
  capacityGiB: 38400,
  throughputMBpsPerTiB: 125,
  efa: true,
  metadata: { mode: "user-provisioned", iops: 12000 },
  kmsKeyArn: "arn:aws:kms:us-east-1:123456789012:key/k",
  backups: { policy: "linked-to-s3" },
};
const base: LustreFileSystemProps = {
  name: "dev-lustre",
  logicalId: "lustre",
  deployment: efa,
  subnetId: "subnet-gpu",
  securityGroupId: "sg-lustre",
  logging: { level: "warn-error", retentionDays: 30 },
};

const synth = (props: Partial<LustreFileSystemProps> = {}): Json =>
  synthStack((stack) => new LustreFileSystem(stack, "lustre", { ...base, ...props }));
const fileSystem = (props: Partial<LustreFileSystemProps> = {}): Json => only(synth(props), FsxLustreFileSystem);

describe("LustreFileSystem", () => {
  test("writes an EFA file system in full", () => {
    expect(fileSystem()).toEqual({
      deployment_type: "PERSISTENT_2",
      file_system_type_version: "2.15",
      storage_type: "SSD",
      storage_capacity: 38400,
      per_unit_storage_throughput: 125,
      efa_enabled: true,
      metadata_configuration: { mode: "USER_PROVISIONED", iops: 12000 },
      kms_key_id: "arn:aws:kms:us-east-1:123456789012:key/k",
      automatic_backup_retention_days: 0,
      copy_tags_to_backups: false,
      skip_final_backup: true,
      data_compression_type: "LZ4",
      subnet_ids: ["subnet-gpu"],
      security_group_ids: ["sg-lustre"],
      log_configuration: {
        level: "WARN_ERROR",
        destination: expect.stringMatching(/^\$\{aws_cloudwatch_log_group\..+\.arn\}$/),
      },
      tags: { Name: "dev-lustre" },
      timeouts: { create: "60m", update: "180m", delete: "240m" },
      lifecycle: { prevent_destroy: true, ignore_changes: ["copy_tags_to_backups"] },
    });
  });

  test("writes an Intelligent-Tiering file system with its cache and without a capacity", () => {
    const found = fileSystem({
      deployment: {
        type: "persistent-2-intelligent-tiering",
        throughputMBps: 8000,
        metadataIops: 6000,
        readCache: { mode: "user-provisioned", sizeGiB: 1024 },
        efa: false,
        backups: { policy: "daily", retentionDays: 7, startTime: "02:30", finalBackup: "take" },
      },
    });
    expect(found).toMatchObject({
      storage_type: "INTELLIGENT_TIERING",
      throughput_capacity: 8000,
      efa_enabled: false,
      metadata_configuration: { mode: "USER_PROVISIONED", iops: 6000 },
      data_read_cache_configuration: { sizing_mode: "USER_PROVISIONED", size: 1024 },
      automatic_backup_retention_days: 7,
      daily_automatic_backup_start_time: "02:30",
      skip_final_backup: false,
    });
    expect(found).not.toHaveProperty("storage_capacity");
    expect(found).not.toHaveProperty("per_unit_storage_throughput");
  });

  test("sends nothing to a scratch file system that only persistent ones have", () => {
    const found = fileSystem({ deployment: { type: "scratch-2", capacityGiB: 2400 } });
    expect(found).toMatchObject({ deployment_type: "SCRATCH_2", storage_capacity: 2400, skip_final_backup: true });
    for (const key of ["kms_key_id", "efa_enabled", "metadata_configuration", "automatic_backup_retention_days"]) {
      expect(found).not.toHaveProperty(key);
    }
  });

  test("keeps its Terraform id wherever it moves in the tree", () => {
    expect(Object.keys(resources(synth(), FsxLustreFileSystem))).toEqual(["lustre"]);
    expect(Object.keys(resources(synth(), CloudwatchLogGroup))).toEqual(["lustre_logs"]);
    expect(Object.keys(resources(synth({ logicalId: "scratch" }), FsxLustreFileSystem))).toEqual(["scratch"]);
  });

  test("leaves compression off when told so", () => {
    expect(fileSystem({ compression: "none" }).data_compression_type).toBe("NONE");
  });

  test("squashes root, but not on exempt clients", () => {
    expect(fileSystem()).not.toHaveProperty("root_squash_configuration");
    expect(fileSystem({ rootSquash: { uid: 65534, gid: 0 } }).root_squash_configuration).toEqual({
      root_squash: "65534:0",
    });
    expect(
      fileSystem({ rootSquash: { uid: 1, gid: 2, exemptNids: ["10.0.1.[2-9]@tcp"] } }).root_squash_configuration,
    ).toEqual({ root_squash: "1:2", no_squash_nids: ["10.0.1.[2-9]@tcp"] });
  });

  test("leaves the maintenance window to AWS unless it is said", () => {
    expect(fileSystem()).not.toHaveProperty("weekly_maintenance_start_time");
    expect(fileSystem({ weeklyMaintenanceStartTime: "7:03:00" }).weekly_maintenance_start_time).toBe("7:03:00");
  });

  test.each([
    ["warn", "WARN_ONLY"],
    ["error", "ERROR_ONLY"],
    ["warn-error", "WARN_ERROR"],
  ] as const)("logs at level %s to a group under /aws/fsx/", (level, expected) => {
    const json = synth({ logging: { level, retentionDays: 14 } });
    expect(only(json, CloudwatchLogGroup)).toMatchObject({ name: "/aws/fsx/dev-lustre", retention_in_days: 14 });
    expect(only(json, CloudwatchLogGroup).name).toBe(lustreLogGroupName("dev-lustre"));
    expect(only(json, FsxLustreFileSystem).log_configuration.level).toBe(expected);
  });

  test("encrypts the log group with a customer key when there is one", () => {
    const kmsKeyArn = "arn:aws:kms:us-east-1:123456789012:key/logs";
    const logs = (json: Json) => only(json, CloudwatchLogGroup);
    expect(logs(synth({ logging: { level: "warn", retentionDays: 14, kmsKeyArn } })).kms_key_id).toBe(kmsKeyArn);
    expect(logs(synth())).not.toHaveProperty("kms_key_id");
  });

  test("says that logging is off, since leaving it out would keep it on", () => {
    const json = synth({ logging: { level: "disabled" } });
    expect(only(json, FsxLustreFileSystem).log_configuration).toEqual({ level: "DISABLED" });
    expect(resources(json, CloudwatchLogGroup)).toEqual({});
  });

  test("waits for every rule of its security group", () => {
    const json = synthStack((stack) => {
      const group = new LustreSecurityGroup(stack, "access", {
        name: "dev-lustre",
        logicalId: "lustre_security_group",
        vpcId: "vpc-1",
        clients: [],
        efaClientSecurityGroupId: "sg-efa",
      });
      new LustreFileSystem(stack, "lustre", {
        ...base,
        securityGroupId: group.securityGroupId,
        dependsOn: group.rules,
      });
    });
    const rules = [VpcSecurityGroupIngressRule, VpcSecurityGroupEgressRule].flatMap((type) =>
      Object.keys(resources(json, type)).map((id) => `${type.tfResourceType}.${id}`),
    );
    expect(rules).toHaveLength(10);
    expect([...only(json, FsxLustreFileSystem).depends_on].sort()).toEqual(rules.sort());
  });

  test("exposes what a volume needs to mount it", () => {
    const json = synthStack((stack) => {
      const { fileSystemId, dnsName, mountName, arn, logGroupName } = new LustreFileSystem(stack, "lustre", base);
      new TerraformOutput(stack, "volume", { value: { fileSystemId, dnsName, mountName, arn, logGroupName } });
    });
    expect(json.output.volume.value).toEqual({
      fileSystemId: "${aws_fsx_lustre_file_system.lustre.id}",
      dnsName: "${aws_fsx_lustre_file_system.lustre.dns_name}",
      mountName: "${aws_fsx_lustre_file_system.lustre.mount_name}",
      arn: "${aws_fsx_lustre_file_system.lustre.arn}",
      logGroupName: "/aws/fsx/dev-lustre",
    });
  });

  test("exposes no log group when there is none", () => {
    const stack = new TerraformStack(Testing.app(), "test");
    const lustre = new LustreFileSystem(stack, "lustre", { ...base, logging: { level: "disabled" } });
    expect(lustre.logGroupName).toBeUndefined();
  });

  test("fails on a capacity of 0 before anything is created", () => {
    expect(() => synth({ deployment: { type: "scratch-2", capacityGiB: 0 } })).toThrow(/capacityGiB is 0/);
  });
});
