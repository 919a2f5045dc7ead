import { dcgmMetricsCsv } from "../../../constructs/platform/dcgm-metrics";

const ROWS = dcgmMetricsCsv()
  .trimEnd()
  .split("\n")
  .map((line) => line.split(",").map((cell) => cell.trim()));
const FIELDS = ROWS.map(([field]) => field!);

test("every line has a field, a type that the exporter knows and a help text", () => {
  for (const row of ROWS) {
    expect(row).toHaveLength(3);
    expect(row[0]).toMatch(/^DCGM_(FI|EXP)_[A-Z0-9_]+$/);
    expect(["gauge", "counter", "label"]).toContain(row[1]);
    expect(row[2]).not.toBe("");
  }
});

test("no field stands twice: the exporter would register a metric twice", () => {
  expect(new Set(FIELDS).size).toBe(FIELDS.length);
});

test.each([
  ["ECC", ["DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL"]],
  ["row remapping", ["DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "DCGM_FI_DEV_ROW_REMAP_FAILURE"]],
  ["throttling", ["DCGM_EXP_CLOCK_EVENTS_COUNT", "DCGM_FI_DEV_POWER_VIOLATION", "DCGM_FI_DEV_THERMAL_VIOLATION"]],
  ["NVLink", ["DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL"]],
  ["XID", ["DCGM_EXP_XID_ERRORS_COUNT"]],
  ["health", ["DCGM_EXP_GPU_HEALTH_STATUS", "DCGM_EXP_P2P_STATUS"]],
  ["work", ["DCGM_FI_PROF_SM_ACTIVE", "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "DCGM_FI_PROF_DRAM_ACTIVE"]],
])("tells of %s", (_, fields) => {
  expect(FIELDS).toEqual(expect.arrayContaining(fields));
});

test("counts of errors are counters", () => {
  const counted = ROWS.filter(([field]) => /(_TOTAL|_VIOLATION|_ERRORS_COUNT|_ROWS)$/.test(field!));
  expect(counted.length).toBeGreaterThan(10);
  for (const [, type] of counted) expect(type).toBe("counter");
});
