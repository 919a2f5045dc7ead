import { refuseCreate } from "../../../../../scripts/rehearsal/aws/fsx/fsx-lustre-create";
import type { CloudApi } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { AROUND, GROUP, HDD, PERSISTENT_2, SCRATCH_2, SUBNET, TIERING, WITH_EFA } from "../lustre-objects";

const HERE = fakeCloud({ objects: AROUND });
const BAD = ["BadRequest"];

function codes(object: Attributes, api: CloudApi = HERE): string[] {
  const refusals = refuseCreate(object, api);
  for (const { source } of refusals) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\//);
  return refusals.map(({ code }) => code);
}

test("FSx makes every type", () => {
  for (const object of [PERSISTENT_2, WITH_EFA, SCRATCH_2, HDD, TIERING]) expect(codes(object)).toEqual([]);
});

test("type and storage must go together", () => {
  expect(codes({ ...SCRATCH_2, storage_type: "HDD" })).toEqual(BAD);
  expect(codes({ ...PERSISTENT_2, storage_type: "HDD", per_unit_storage_throughput: 12 })).toEqual(BAD);
});

test("sizes are looked at, those of a first file system", () => {
  expect(codes({ ...PERSISTENT_2, storage_capacity: 1200 })).toEqual([]);
  expect(codes({ ...WITH_EFA, storage_capacity: 5000 })).toEqual(BAD);
});

describe("EFA", () => {
  test("goes with persistent file systems of the second generation", () => {
    expect(codes({ ...SCRATCH_2, efa_enabled: true })).toEqual(BAD);
    expect(codes({ ...HDD, efa_enabled: true })).toEqual(BAD);
    expect(codes({ ...SCRATCH_2, efa_enabled: false })).toEqual([]);
  });

  test("needs a metadata configuration", () => {
    expect(codes({ ...WITH_EFA, metadata_configuration: [] })).toEqual(BAD);
  });

  test("needs all traffic within the security group", () => {
    const ports = fakeCloud({ objects: AROUND.filter(({ id }) => id !== "sgr-in" && id !== "sgr-out") });
    expect(codes(WITH_EFA, ports)).toEqual(["InvalidNetworkSettings", "InvalidNetworkSettings"]);
    expect(codes(PERSISTENT_2, ports)).toEqual([]);
  });
});

describe("metadata", () => {
  const of = (block: Attributes) => codes({ ...PERSISTENT_2, metadata_configuration: [block] });

  test("that AWS sizes takes no number", () => {
    expect(of({ mode: "AUTOMATIC", iops: 6000 })).toEqual(BAD);
    expect(of({ mode: "USER_PROVISIONED", iops: 6000 })).toEqual([]);
  });

  test("with a number and no mode is not judged", () => {
    expect(of({ mode: null, iops: 6000 })).toEqual([]);
  });
});

describe("the Lustre version", () => {
  const of = (object: Attributes, version: string | null) => codes({ ...object, file_system_type_version: version });

  test.each<[string, Attributes, string | null, string[]]>([
    ["scratch", SCRATCH_2, "2.10", []],
    ["scratch", SCRATCH_2, "2.14", BAD],
    ["the second generation", PERSISTENT_2, "2.10", BAD],
    ["the second generation with metadata", PERSISTENT_2, "2.12", BAD],
    ["the second generation without metadata", { ...PERSISTENT_2, metadata_configuration: [] }, "2.12", []],
    ["the second generation", PERSISTENT_2, null, []],
  ])("of %s is one that it takes", (_, object, version, expected) => {
    expect(of(object, version)).toEqual(expected);
  });
});

test("scratch has no backups", () => {
  expect(codes({ ...SCRATCH_2, automatic_backup_retention_days: 7 })).toEqual(BAD);
  expect(codes({ ...SCRATCH_2, automatic_backup_retention_days: 0 })).toEqual([]);
  expect(codes({ ...PERSISTENT_2, automatic_backup_retention_days: 7 })).toEqual([]);
});

test("disks say whether they have a cache", () => {
  expect(codes({ ...HDD, drive_cache_type: null })).toEqual(BAD);
  expect(codes({ ...HDD, drive_cache_type: "READ" })).toEqual([]);
});

describe("the network", () => {
  test("is one subnet", () => {
    expect(codes({ ...PERSISTENT_2, subnet_ids: ["subnet-1", "subnet-2"] })).toEqual(["InvalidNetworkSettings"]);
    expect(codes({ ...PERSISTENT_2, subnet_ids: [] })).toEqual(["InvalidNetworkSettings"]);
  });

  test("is one VPC", () => {
    const rest = AROUND.filter((object) => object !== GROUP && object !== SUBNET);
    const group = (vpc: string | null) =>
      cloudObject("aws_security_group", "sg-lustre", { name: "lustre", vpc_id: vpc });
    expect(codes(PERSISTENT_2, fakeCloud({ objects: [...rest, SUBNET, group("vpc-2")] }))).toEqual([
      "InvalidNetworkSettings",
    ]);
    expect(codes(PERSISTENT_2, fakeCloud({ objects: [...rest, SUBNET, group(null)] }))).toEqual([]);
    expect(codes(PERSISTENT_2, fakeCloud({ objects: [...rest, group("vpc-2")] }))).toEqual([]);
  });
});

describe("the log", () => {
  const of = (level: string | null, destination: string | null) =>
    codes({ ...PERSISTENT_2, log_configuration: [{ level, destination }] });
  const arn = (group: string, region = "us-west-2", account = "123456789012") =>
    `arn:aws:logs:${region}:${account}:log-group:${group}`;

  test("goes to a group of this account and Region that is named for FSx", () => {
    expect(of("WARN_ERROR", arn("/aws/fsx/lustre"))).toEqual([]);
    expect(of("WARN_ERROR", `${arn("/aws/fsx/lustre")}:*`)).toEqual([]);
    expect(of("WARN_ERROR", arn("/lustre"))).toEqual(BAD);
    expect(of("WARN_ERROR", arn("/aws/fsx/lustre", "us-east-1"))).toEqual(BAD);
    expect(of("WARN_ERROR", arn("/aws/fsx/lustre", "us-west-2", "999999999999"))).toEqual(BAD);
    expect(of("WARN_ERROR", "arn:aws:firehose:us-west-2:123456789012:deliverystream/aws-fsx")).toEqual(BAD);
    expect(of("WARN_ERROR", null)).toEqual([]);
  });

  test("goes nowhere when it is off", () => {
    expect(of("DISABLED", arn("/aws/fsx/lustre"))).toEqual(BAD);
    expect(of(null, arn("/aws/fsx/lustre"))).toEqual(BAD);
    expect(of("DISABLED", "")).toEqual([]);
  });
});

test("what is imported is exported to the same bucket", () => {
  const of = (import_path: string | null, export_path: string | null) =>
    codes({ ...SCRATCH_2, import_path, export_path });
  expect(of("s3://data/raw", "s3://results/raw")).toEqual(["InvalidExportPath"]);
  expect(of("s3://data/raw", "s3://data/results")).toEqual([]);
  expect(of("s3://data", null)).toEqual([]);
});
