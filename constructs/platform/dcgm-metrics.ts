/** A line of the exporter's metric list. */
interface DcgmMetric {
  readonly field: string;
  readonly type: "gauge" | "counter" | "label";
  readonly help: string;
}

const gauge = (field: string, help: string): DcgmMetric => ({ field, type: "gauge", help });
const counter = (field: string, help: string): DcgmMetric => ({ field, type: "counter", help });

/**
 * What the exporter tells about each GPU. Its own list has no ECC errors, no throttling, no NVLink errors and of XIDs
 * only the last one, for ever: nothing from which a broken GPU could be told. Only names from the exporter's own files:
 * it does not start with a name that it does not know.
 * @see https://github.com/NVIDIA/dcgm-exporter/blob/main/etc/default-counters.csv
 */
const METRICS: readonly DcgmMetric[] = [
  gauge("DCGM_FI_DEV_SM_CLOCK", "SM clock in MHz."),
  gauge("DCGM_FI_DEV_MEM_CLOCK", "Memory clock in MHz."),
  gauge("DCGM_FI_DEV_GPU_TEMP", "Temperature of the GPU in C."),
  gauge("DCGM_FI_DEV_MEMORY_TEMP", "Temperature of the memory in C."),
  gauge("DCGM_FI_DEV_POWER_USAGE", "Power in W."),
  counter("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "Energy since boot in mJ."),
  gauge("DCGM_FI_DEV_FB_FREE", "Free memory in MiB."),
  gauge("DCGM_FI_DEV_FB_USED", "Used memory in MiB."),
  gauge("DCGM_FI_DEV_FB_RESERVED", "Reserved memory in MiB."),
  // utilization is a poor witness, a kernel that waits counts as busy; the profiling metrics tell the work
  gauge("DCGM_FI_DEV_GPU_UTIL", "Share of time with a kernel on the GPU in percent."),
  gauge("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "Share of time with the compute engine active."),
  gauge("DCGM_FI_PROF_SM_ACTIVE", "Share of cycles in which an SM has a warp."),
  gauge("DCGM_FI_PROF_SM_OCCUPANCY", "Share of the warps that fit an SM."),
  gauge("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "Share of cycles in which tensor cores work."),
  gauge("DCGM_FI_PROF_DRAM_ACTIVE", "Share of cycles in which memory is read or written."),
  gauge("DCGM_FI_PROF_PCIE_TX_BYTES", "Bytes sent over PCIe in a second."),
  gauge("DCGM_FI_PROF_PCIE_RX_BYTES", "Bytes received over PCIe in a second."),
  // faults
  gauge("DCGM_FI_DEV_XID_ERRORS", "Last XID error; stays until the next."),
  counter("DCGM_EXP_XID_ERRORS_COUNT", "XID errors in the window by number."),
  counter("DCGM_EXP_GPU_HEALTH_STATUS", "What the health watches of DCGM say."),
  counter("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", "Corrected ECC errors since the driver was loaded."),
  counter("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "Uncorrected ECC errors since the driver was loaded."),
  counter("DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", "Corrected ECC errors in the life of the GPU."),
  counter("DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", "Uncorrected ECC errors in the life of the GPU."),
  counter("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "Rows remapped for uncorrectable errors."),
  counter("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS", "Rows remapped for correctable errors."),
  gauge("DCGM_FI_DEV_ROW_REMAP_FAILURE", "Whether a row could not be remapped."),
  counter("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "PCIe retries."),
  // throttling
  counter("DCGM_EXP_CLOCK_EVENTS_COUNT", "Reasons for lower clocks in the window."),
  counter("DCGM_FI_DEV_POWER_VIOLATION", "Time throttled for power in ns."),
  counter("DCGM_FI_DEV_THERMAL_VIOLATION", "Time throttled for heat in ns."),
  counter("DCGM_FI_DEV_SYNC_BOOST_VIOLATION", "Time throttled for sync boost in ns."),
  counter("DCGM_FI_DEV_BOARD_LIMIT_VIOLATION", "Time throttled for limits of the board in ns."),
  counter("DCGM_FI_DEV_RELIABILITY_VIOLATION", "Time throttled for reliability in ns."),
  // NVLink
  counter("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", "Traffic of all NVLinks."),
  counter("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", "NVLink CRC errors of flow control."),
  counter("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL", "NVLink CRC errors of data."),
  counter("DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL", "NVLink retries."),
  counter("DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", "NVLink recoveries."),
  gauge("DCGM_EXP_P2P_STATUS", "State of peer-to-peer access over NVLink."),
  { field: "DCGM_FI_DRIVER_VERSION", type: "label", help: "Driver version." },
  { field: "DCGM_FI_DEV_SERIAL", type: "label", help: "Serial number of the board." },
  { field: "DCGM_FI_DEV_VBIOS_VERSION", type: "label", help: "VBIOS version." },
];

/** The list as the exporter reads it: comma-separated, so no text has a comma. */
export function dcgmMetricsCsv(): string {
  return METRICS.map(({ field, type, help }) => `${field}, ${type}, ${help}\n`).join("");
}
