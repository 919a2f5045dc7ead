import { FSX_LUSTRE_KINDS } from "../../../../../scripts/rehearsal/aws/fsx/fsx-lustre";
import { UNKNOWN, type Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { AROUND, HDD, PERSISTENT_2, SCRATCH_2, SUBNET, TIERING, WITH_EFA } from "../lustre-objects";
import { codes } from "../refusal-codes";

const kind = FSX_LUSTRE_KINDS["aws_fsx_lustre_file_system"]!;
const made = (object: Attributes, api = fakeCloud({ objects: [SUBNET] })) => kind.create(object, api);
const SCRATCH_1 = { ...SCRATCH_2, deployment_type: "SCRATCH_1" };

describe("a plan of a file system", () => {
  test("replaces for what FSx cannot change", () => {
    expect(kind.forcesNew).toEqual([
      "backup_id",
      "copy_tags_to_backups",
      "deployment_type",
      "drive_cache_type",
      "efa_enabled",
      "export_path",
      "file_system_type_version",
      "import_path",
      "imported_file_chunk_size",
      "kms_key_id",
      "security_group_ids",
      "storage_type",
      "subnet_ids",
    ]);
  });

  test("keeps the file system while throughput changes", () => {
    for (const name of [
      "per_unit_storage_throughput",
      "throughput_capacity",
      "data_compression_type",
      "log_configuration",
    ])
      expect(kind.forcesNew).not.toContain(name);
  });

  test.each<[Attributes, number | null, number | null, string[]]>([
    [PERSISTENT_2, 4800, 2400, ["storage_capacity"]],
    [PERSISTENT_2, 4800, 7200, []],
    [PERSISTENT_2, 4800, 4800, []],
    [PERSISTENT_2, 4800, null, ["storage_capacity"]],
    [SCRATCH_1, 1200, 2400, ["storage_capacity"]],
    [SCRATCH_1, 1200, 1200, []],
    [SCRATCH_2, 1200, 2400, []],
  ])("replaces when storage shrinks, or cannot grow", (object, before, after, expected) => {
    const of = (storage_capacity: number | null) => ({ ...object, storage_capacity });
    expect(kind.forcesNewWhen!(of(before), of(after))).toEqual(expected);
  });

  test.each<[string, number | null, string, number | null, string[]]>([
    ["USER_PROVISIONED", 12_000, "USER_PROVISIONED", 6000, ["metadata_configuration.iops"]],
    ["AUTOMATIC", 12_000, "USER_PROVISIONED", 6000, ["metadata_configuration.iops"]],
    ["USER_PROVISIONED", 6000, "USER_PROVISIONED", 12_000, []],
    ["USER_PROVISIONED", 6000, "USER_PROVISIONED", 6000, []],
    ["USER_PROVISIONED", 12_000, "AUTOMATIC", null, []],
  ])("replaces when bought metadata shrinks: %s %d to %s %d", (before, had, after, has, expected) => {
    const of = (mode: string, iops: number | null) => ({ ...PERSISTENT_2, metadata_configuration: [{ mode, iops }] });
    expect(kind.forcesNewWhen!(of(before, had), of(after, has))).toEqual(expected);
  });

  test("copes with values that only apply brings", () => {
    expect(
      kind.forcesNewWhen!(PERSISTENT_2, { ...PERSISTENT_2, kms_key_id: UNKNOWN, metadata_configuration: UNKNOWN }),
    ).toEqual([]);
  });

  test("has what the provider fills in", () => {
    expect(kind.defaults).toEqual({
      copy_tags_to_backups: false,
      data_compression_type: "NONE",
      deployment_type: "SCRATCH_1",
      skip_final_backup: true,
      storage_type: "SSD",
    });
  });

  test("keeps its subnet and its security groups from being deleted", () => {
    expect(kind.references!.map(({ path, missing, holds }) => [path, missing, holds])).toEqual([
      ["subnet_ids", "InvalidNetworkSettings", "DependencyViolation"],
      ["security_group_ids", "InvalidNetworkSettings", "DependencyViolation"],
    ]);
    expect(kind.references![1]!.to).toEqual(["aws_security_group", "aws_default_security_group"]);
  });
});

describe("a new file system", () => {
  test("has an address, and a name to mount", () => {
    const object = made(PERSISTENT_2);
    const id = object["id"] as string;
    expect(id).toMatch(/^fs-[0-9a-f]{17}$/);
    expect(object).toMatchObject({
      arn: `arn:aws:fsx:us-west-2:123456789012:file-system/${id}`,
      dns_name: `${id}.fsx.us-west-2.amazonaws.com`,
      mount_name: expect.stringMatching(/^[a-z0-9]{8}$/),
      owner_id: "123456789012",
      vpc_id: "vpc-1",
      automatic_backup_retention_days: 0,
      daily_automatic_backup_start_time: "",
      weekly_maintenance_start_time: expect.stringMatching(/^[1-7]:([01]\d|2[0-3]):[0-5]\d$/),
      efa_enabled: false,
    });
  });

  test("has the address of its partition, and no VPC that is not known", () => {
    const china = fakeCloud({ region: "cn-north-1", partition: "aws-cn" });
    expect(made(PERSISTENT_2, china)["dns_name"]).toMatch(/\.fsx\.cn-north-1\.amazonaws\.com\.cn$/);
    expect(made(PERSISTENT_2, china)["vpc_id"]).toBeNull();
  });

  test("of the oldest type is mounted as fsx", () => {
    expect(made(SCRATCH_1)["mount_name"]).toBe("fsx");
    expect(made(SCRATCH_2)["mount_name"]).not.toBe("fsx");
  });

  test.each<[string, Attributes, number]>([
    ["two object servers and a metadata server", PERSISTENT_2, 3],
    ["one larger server with EFA, and a metadata server", WITH_EFA, 2],
    ["a server for each 4000 MB/s, and a metadata server", TIERING, 2],
    [
      "a metadata server more for each 12000 operations",
      { ...PERSISTENT_2, metadata_configuration: [{ mode: "USER_PROVISIONED", iops: 24_000 }] },
      4,
    ],
    ["as much metadata as AWS gives a large one", { ...PERSISTENT_2, storage_capacity: 48_000 }, 22],
  ])("has %s", (_, object, count) => {
    const interfaces = made(object)["network_interface_ids"] as string[];
    expect(interfaces).toHaveLength(count);
    expect(new Set(interfaces).size).toBe(count);
    for (const id of interfaces) expect(id).toMatch(/^eni-[0-9a-f]{17}$/);
  });

  test("is encrypted with the key of AWS when it is there to stay, the same one each time", () => {
    const key = made(PERSISTENT_2)["kms_key_id"];
    expect(key).toMatch(/^arn:aws:kms:us-west-2:123456789012:key\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(made(HDD)["kms_key_id"]).toBe(key);
    expect(made(SCRATCH_2)["kms_key_id"]).toBeNull();
    expect(made(PERSISTENT_2, fakeCloud({ region: "us-east-1" }))["kms_key_id"]).not.toContain(
      (key as string).slice(-36),
    );
  });

  test.each<[Attributes, string]>([
    [PERSISTENT_2, "2.15"],
    [{ ...PERSISTENT_2, metadata_configuration: [] }, "2.12"],
    [TIERING, "2.15"],
    [SCRATCH_2, "2.10"],
    [HDD, "2.10"],
  ])("has the Lustre version of its type", (object, version) => {
    expect(made(object)["file_system_type_version"]).toBe(version);
  });

  test("has the metadata that goes with its size, where that is left to AWS", () => {
    expect(made(PERSISTENT_2)["metadata_configuration"]).toEqual([{ mode: "AUTOMATIC", iops: 6000 }]);
    expect(
      made({ ...PERSISTENT_2, metadata_configuration: [{ mode: null, iops: null }], storage_capacity: 1200 }),
    ).toMatchObject({
      metadata_configuration: [{ mode: "AUTOMATIC", iops: 1500 }],
    });
    expect(made(TIERING)["metadata_configuration"]).toEqual([{ mode: "USER_PROVISIONED", iops: 6000 }]);
  });

  test("writes its log where FSx does when nothing else is said", () => {
    const log = (block: Attributes) => made({ ...PERSISTENT_2, log_configuration: [block] })["log_configuration"];
    const group = "arn:aws:logs:us-west-2:123456789012:log-group:/aws/fsx/lustre";
    expect(log({ level: "WARN_ERROR", destination: null })).toEqual([{ level: "WARN_ERROR", destination: group }]);
    expect(log({ level: "WARN_ERROR", destination: `${group}-mine` })).toEqual([
      { level: "WARN_ERROR", destination: `${group}-mine` },
    ]);
    expect(log({ level: "DISABLED", destination: null })).toEqual([{ level: "DISABLED", destination: null }]);
    expect(log({ level: null, destination: null })).toEqual([{ level: null, destination: null }]);
  });

  test("is backed up at some time when it is backed up", () => {
    expect(made({ ...PERSISTENT_2, automatic_backup_retention_days: 7 })["daily_automatic_backup_start_time"]).toMatch(
      /^([01]\d|2[0-3]):[0-5]\d$/,
    );
  });

  test("exports to the bucket that it imports from", () => {
    expect(made(SCRATCH_2)).toMatchObject({ export_path: "", auto_import_policy: "", imported_file_chunk_size: 0 });
    expect(made({ ...SCRATCH_2, import_path: "s3://data/raw" })).toMatchObject({
      export_path: "s3://data/FSxLustre20260101T000000Z",
      auto_import_policy: "NONE",
      imported_file_chunk_size: 1024,
    });
  });
});

describe("FSx refuses", () => {
  const api = fakeCloud({ objects: AROUND });

  test("a new file system that cannot be", () => {
    expect(codes(kind, { ...PERSISTENT_2, storage_capacity: 5000 }, api)).toEqual(["BadRequest"]);
    for (const object of [PERSISTENT_2, WITH_EFA, SCRATCH_2, HDD, TIERING])
      expect(codes(kind, object, api)).toEqual([]);
  });

  test("a change that cannot be", () => {
    const grown = (capacity: number) =>
      kind.refuse!({ ...PERSISTENT_2, storage_capacity: capacity }, api, PERSISTENT_2);
    expect(grown(6000).map(({ code }) => code)).toEqual(["BadRequest"]);
    expect(grown(7200)).toEqual([]);
  });

  test("no change of a file system whose security group has lost its rules: those count when it is made", () => {
    const bare = fakeCloud({ objects: [cloudObject("aws_security_group", "sg-lustre", { name: "lustre" })] });
    expect(codes(kind, PERSISTENT_2, bare)).not.toEqual([]);
    expect(kind.refuse!({ ...PERSISTENT_2, storage_capacity: 7200 }, bare, PERSISTENT_2)).toEqual([]);
  });
});
