import { refuseUpdate } from "../../../../../scripts/rehearsal/aws/fsx/fsx-lustre-update";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { HDD, PERSISTENT_2, SCRATCH_2, TIERING, WITH_EFA } from "../lustre-objects";

const BAD = ["BadRequest"];

function codes(prior: Attributes, change: Attributes, ...objects: CloudObject[]): string[] {
  const refusals = refuseUpdate({ ...prior, ...change }, prior, fakeCloud({ objects }));
  for (const { source } of refusals) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\//);
  return refusals.map(({ code }) => code);
}

const provisioned = (iops: number) => ({ metadata_configuration: [{ mode: "USER_PROVISIONED", iops }] });
const automatic = (iops: number) => ({ metadata_configuration: [{ mode: "AUTOMATIC", iops }] });

test("what stays as it is is not refused", () => {
  for (const object of [PERSISTENT_2, SCRATCH_2, HDD, TIERING, WITH_EFA])
    expect(codes(object, { tags: { a: "b" } })).toEqual([]);
  expect(codes({ ...SCRATCH_2, storage_capacity: 1200 }, { data_compression_type: "LZ4" })).toEqual([]);
});

test("what is of no known type is not judged", () => {
  expect(codes({ ...PERSISTENT_2, deployment_type: "PERSISTENT_3" }, { storage_capacity: 1 })).toEqual([]);
});

describe("storage", () => {
  test.each<[string, Attributes, number, string[]]>([
    ["SSD", PERSISTENT_2, 7200, []],
    ["SSD", PERSISTENT_2, 6000, BAD],
    ["scratch", SCRATCH_2, 7200, []],
    ["scratch", SCRATCH_2, 5000, BAD],
    ["disks", HDD, 12_000, []],
    ["disks", HDD, 7800, BAD],
    ["SSD with EFA", WITH_EFA, 38_400, []],
    ["SSD with EFA", WITH_EFA, 21_600, BAD],
  ])("on %s grows in multiples", (_, prior, storage_capacity, expected) => {
    expect(codes(prior, { storage_capacity })).toEqual(expected);
  });

  test("and metadata may grow at once", () => {
    expect(
      codes({ ...PERSISTENT_2, ...provisioned(6000) }, { storage_capacity: 12_000, ...provisioned(12_000) }),
    ).toEqual([]);
  });
});

describe("throughput", () => {
  const tier = (per_unit_storage_throughput: number) => ({ per_unit_storage_throughput });
  const FIRST = {
    ...SCRATCH_2,
    deployment_type: "PERSISTENT_1",
    per_unit_storage_throughput: 100,
    storage_capacity: 1200,
  };

  test("on SSD goes up and down", () => {
    expect(codes(PERSISTENT_2, tier(500))).toEqual([]);
    expect(codes(PERSISTENT_2, tier(125))).toEqual([]);
    expect(codes(FIRST, tier(200))).toEqual([]);
  });

  test("is one of the type", () => {
    expect(codes(PERSISTENT_2, tier(200))).toEqual(["InvalidPerUnitStorageThroughput"]);
    expect(codes(FIRST, tier(250))).toEqual(["InvalidPerUnitStorageThroughput"]);
  });

  test("on disks, and with EFA, stays", () => {
    expect(codes({ ...HDD, storage_capacity: 18_000 }, tier(40))).toEqual(BAD);
    expect(codes({ ...WITH_EFA, storage_capacity: 38_400 }, tier(500))).toEqual(BAD);
  });

  test("of the whole only grows", () => {
    expect(codes({ ...TIERING, throughput_capacity: 8000 }, { throughput_capacity: 4000 })).toEqual(BAD);
    expect(codes(TIERING, { throughput_capacity: 8000 })).toEqual([]);
    expect(codes(TIERING, { throughput_capacity: 6000 })).toEqual(BAD);
  });
});

describe("metadata", () => {
  test("cannot be added later", () => {
    expect(codes({ ...PERSISTENT_2, metadata_configuration: [] }, automatic(6000))).toEqual(BAD);
  });

  test("that is bought only grows", () => {
    expect(codes({ ...PERSISTENT_2, ...provisioned(6000) }, provisioned(12_000))).toEqual([]);
    expect(codes({ ...PERSISTENT_2, ...provisioned(12_000) }, provisioned(6000))).toEqual(BAD);
    expect(codes({ ...TIERING }, provisioned(12_000))).toEqual([]);
  });

  test("that is bought begins with what AWS gave", () => {
    // 4800 GiB have 6000 by themselves
    expect(codes({ ...PERSISTENT_2, ...automatic(6000) }, provisioned(6000))).toEqual([]);
    expect(codes({ ...PERSISTENT_2, ...automatic(6000) }, provisioned(3000))).toEqual(BAD);
    // the state still has what a smaller file system had
    expect(codes({ ...PERSISTENT_2, ...automatic(1500) }, provisioned(3000))).toEqual(BAD);
  });

  test("goes back to AWS when that gives no less", () => {
    expect(codes({ ...PERSISTENT_2, ...provisioned(6000) }, automatic(6000))).toEqual([]);
    expect(codes({ ...PERSISTENT_2, ...provisioned(12_000) }, automatic(12_000))).toEqual(BAD);
  });

  test("keeps up with storage that grows", () => {
    // 12000 GiB need 12000
    expect(codes({ ...PERSISTENT_2, ...provisioned(6000) }, { storage_capacity: 12_000 })).toEqual(BAD);
    expect(codes({ ...PERSISTENT_2, ...provisioned(12_000) }, { storage_capacity: 12_000 })).toEqual([]);
    expect(codes({ ...PERSISTENT_2, ...automatic(6000) }, { storage_capacity: 12_000 })).toEqual([]);
  });
});

describe("backups", () => {
  const days = (automatic_backup_retention_days: number) => ({ automatic_backup_retention_days });
  const linked = (file_system_id: string) =>
    cloudObject("aws_fsx_data_repository_association", "dra-1", { file_system_id });
  const prior = { ...PERSISTENT_2, id: "fs-1", ...days(0) };

  test("cannot begin while a data repository is linked", () => {
    expect(codes(prior, days(7), linked("fs-1"))).toEqual(BAD);
    expect(codes(prior, days(7), linked("fs-2"))).toEqual([]);
    expect(codes(prior, days(7))).toEqual([]);
    expect(codes({ ...prior, ...days(7) }, days(14), linked("fs-1"))).toEqual([]);
  });

  test("cannot begin on scratch", () => {
    expect(codes({ ...SCRATCH_2, ...days(0) }, days(7))).toEqual(BAD);
  });
});

describe("the log", () => {
  const log = (level: string, destination: string | null) => ({ log_configuration: [{ level, destination }] });
  const GROUP = "arn:aws:logs:us-west-2:123456789012:log-group:/aws/fsx/lustre";

  test("can be switched off, though the state still says where it went", () => {
    expect(codes({ ...PERSISTENT_2, ...log("WARN_ERROR", GROUP) }, log("DISABLED", GROUP))).toEqual([]);
  });

  test("can go only where FSx may write", () => {
    expect(codes({ ...PERSISTENT_2, ...log("WARN_ERROR", GROUP) }, log("WARN_ERROR", `${GROUP}-2`))).toEqual([]);
    expect(
      codes({ ...PERSISTENT_2, ...log("WARN_ERROR", GROUP) }, log("WARN_ERROR", GROUP.replace("/aws", ""))),
    ).toEqual(BAD);
  });
});
