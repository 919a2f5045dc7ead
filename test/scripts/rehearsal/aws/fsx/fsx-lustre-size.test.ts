import { refuseSize } from "../../../../../scripts/rehearsal/aws/fsx/fsx-lustre-size";
import { lustreShape } from "../../../../../scripts/rehearsal/aws/fsx/fsx-lustre-shape";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { HDD, PERSISTENT_2, SCRATCH_2, TIERING, WITH_EFA } from "../lustre-objects";

const refused = (object: Attributes, first = true) => [...refuseSize(lustreShape(object)!, object, first)];
const codes = (object: Attributes, first = true) => refused(object, first).map(({ code }) => code);
const BAD = ["BadRequest"];
const NO_METADATA = { ...PERSISTENT_2, metadata_configuration: [] };

test("a file system that fits is not refused", () => {
  for (const object of [PERSISTENT_2, SCRATCH_2, HDD, TIERING, WITH_EFA, NO_METADATA])
    expect(codes(object)).toEqual([]);
});

describe("capacity", () => {
  const of = (object: Attributes, storage_capacity: number | null) => ({ ...object, storage_capacity });

  test.each<[string, Attributes, number, string[]]>([
    ["SSD", PERSISTENT_2, 1200, []],
    ["SSD", PERSISTENT_2, 2400, []],
    ["SSD", PERSISTENT_2, 3600, BAD],
    ["SSD", SCRATCH_2, 1200, []],
    ["SSD", SCRATCH_2, 5000, BAD],
    ["SCRATCH_1", { ...SCRATCH_2, deployment_type: "SCRATCH_1" }, 3600, []],
    ["SCRATCH_1", { ...SCRATCH_2, deployment_type: "SCRATCH_1" }, 4800, BAD],
    ["HDD at 12", HDD, 6000, []],
    ["HDD at 12", HDD, 1800, BAD],
    ["HDD at 40", { ...HDD, per_unit_storage_throughput: 40 }, 1800, []],
    ["HDD at 40", { ...HDD, per_unit_storage_throughput: 40 }, 6000, BAD],
    ["EFA at 250", WITH_EFA, 19_200, []],
    ["EFA at 250", WITH_EFA, 5000, BAD],
    ["EFA at 250", WITH_EFA, 4800, BAD],
    ["EFA at 125", { ...WITH_EFA, per_unit_storage_throughput: 125 }, 38_400, []],
    ["EFA at 125", { ...WITH_EFA, per_unit_storage_throughput: 125 }, 19_200, BAD],
    ["EFA at 1000", { ...WITH_EFA, per_unit_storage_throughput: 1000 }, 4800, []],
    ["EFA at 1000", { ...WITH_EFA, per_unit_storage_throughput: 1000 }, 2400, BAD],
  ])("on %s comes in steps", (_, object, capacity, expected) => {
    expect(codes(of(object, capacity))).toEqual(expected);
  });

  test("says what would be legal", () => {
    expect(refused(of(WITH_EFA, 5000))[0]!.message).toBe(
      "storage_capacity is 5000 GiB; persistent-2-ssd at 250 MB/s/TiB with EFA takes multiples of 19200",
    );
    expect(refused(of(SCRATCH_2, 5000))[0]!.message).toBe(
      "storage_capacity is 5000 GiB; scratch-2 takes 1200, multiples of 2400",
    );
  });

  test("grows in multiples alone", () => {
    expect(codes(of(PERSISTENT_2, 1200), false)).toEqual(BAD);
    expect(codes(of(PERSISTENT_2, 2400), false)).toEqual([]);
  });

  test("must be given, but for a backup", () => {
    expect(codes(of(PERSISTENT_2, null))).toEqual(BAD);
    expect(codes(of(PERSISTENT_2, 0))).toEqual(BAD);
    expect(codes({ ...of(PERSISTENT_2, null), backup_id: "backup-1" })).toEqual([]);
  });

  test("of Intelligent-Tiering follows use", () => {
    expect(codes(of(TIERING, 4800))).toEqual(BAD);
    expect(codes(of(TIERING, null))).toEqual([]);
  });
});

describe("throughput", () => {
  const WRONG = ["InvalidPerUnitStorageThroughput"];

  test.each<[Attributes, number | null, string[]]>([
    [PERSISTENT_2, 125, []],
    [PERSISTENT_2, 1000, []],
    [PERSISTENT_2, 200, WRONG],
    [PERSISTENT_2, null, WRONG],
    [{ ...SCRATCH_2, deployment_type: "PERSISTENT_1" }, 200, []],
    [{ ...SCRATCH_2, deployment_type: "PERSISTENT_1" }, 125, WRONG],
    [HDD, 200, WRONG],
    [SCRATCH_2, null, []],
    [SCRATCH_2, 200, WRONG],
    [TIERING, 250, WRONG],
  ])("is one of its type", (object, tier, expected) => {
    expect(codes({ ...object, per_unit_storage_throughput: tier })).toEqual(expected);
  });

  test("says what would be legal", () => {
    const message = (object: Attributes, tier: number | null) =>
      refused({ ...object, per_unit_storage_throughput: tier })[0]!.message;
    expect(message(PERSISTENT_2, 200)).toBe(
      "per_unit_storage_throughput is 200; persistent-2-ssd takes 125, 250, 500, 1000",
    );
    expect(message(SCRATCH_2, 200)).toBe("per_unit_storage_throughput is 200, and scratch-2 has none");
  });

  test("of the whole comes in steps, with Intelligent-Tiering alone", () => {
    const of = (object: Attributes, throughput_capacity: number | null) => codes({ ...object, throughput_capacity });
    expect(of(TIERING, 8000)).toEqual([]);
    expect(of(TIERING, 2_000_000)).toEqual([]);
    expect(of(TIERING, 6000)).toEqual(BAD);
    expect(of(TIERING, 2_004_000)).toEqual(BAD);
    expect(of(TIERING, null)).toEqual(BAD);
    expect(of(PERSISTENT_2, 4000)).toEqual(BAD);
  });
});

describe("a read cache", () => {
  const of = (object: Attributes, ...blocks: Attributes[]) =>
    codes({ ...object, data_read_cache_configuration: blocks });
  const sized = (size: number | null) => ({ sizing_mode: "USER_PROVISIONED", size });

  test("goes with Intelligent-Tiering, always", () => {
    expect(of(TIERING)).toEqual(BAD);
    expect(of(PERSISTENT_2, { sizing_mode: "NO_CACHE", size: null })).toEqual(BAD);
    expect(of(TIERING, { sizing_mode: "NO_CACHE", size: null })).toEqual([]);
  });

  test.each([
    [32, 4000, []],
    [31, 4000, BAD],
    [131_072, 4000, []],
    [131_073, 4000, BAD],
    [63, 8000, BAD],
    [262_144, 8000, []],
    [null, 4000, BAD],
  ])("of %d GiB fits %d MB/s, or is refused: %j", (size, throughput_capacity, expected) => {
    expect(of({ ...TIERING, throughput_capacity }, sized(size))).toEqual(expected);
  });
});

describe("metadata", () => {
  const of = (object: Attributes, block: Attributes) => codes({ ...object, metadata_configuration: [block] });

  test("goes with persistent file systems of the second generation", () => {
    expect(of(SCRATCH_2, { mode: "AUTOMATIC", iops: null })).toEqual(BAD);
    expect(of(HDD, { mode: "AUTOMATIC", iops: null })).toEqual(BAD);
    expect(of(PERSISTENT_2, { mode: "AUTOMATIC", iops: null })).toEqual([]);
  });

  test("is required with Intelligent-Tiering, and bought", () => {
    expect(codes({ ...TIERING, metadata_configuration: [] })).toEqual(BAD);
    expect(of(TIERING, { mode: "AUTOMATIC", iops: null })).toEqual(BAD);
    expect(of(TIERING, { mode: "USER_PROVISIONED", iops: 12_000 })).toEqual([]);
    expect(of(TIERING, { mode: "USER_PROVISIONED", iops: 1500 })).toEqual(BAD);
    expect(of(TIERING, { mode: "USER_PROVISIONED", iops: 24_000 })).toEqual(BAD);
  });

  test("that AWS sizes is not looked at", () => {
    expect(of(PERSISTENT_2, { mode: "AUTOMATIC", iops: 9000 })).toEqual([]);
    expect(of(PERSISTENT_2, { mode: null, iops: 9000 })).toEqual([]);
  });

  test.each([
    [1500, []],
    [6000, []],
    [9000, BAD],
    [12_000, []],
    [18_000, BAD],
    [192_000, []],
    [204_000, BAD],
    [null, []],
  ])("on SSD is bought in steps: %d", (iops, expected) => {
    expect(of(PERSISTENT_2, { mode: "USER_PROVISIONED", iops })).toEqual(expected);
  });
});

test("each refusal has a document", () => {
  const wrong = [
    { ...WITH_EFA, storage_capacity: 5000 },
    { ...PERSISTENT_2, per_unit_storage_throughput: 1, throughput_capacity: 1, data_read_cache_configuration: [{}] },
    { ...TIERING, metadata_configuration: [], data_read_cache_configuration: [], throughput_capacity: 1 },
  ];
  const refusals = wrong.flatMap((object) => refused(object));
  expect(refusals).toHaveLength(7);
  for (const { source } of refusals) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\//);
});
