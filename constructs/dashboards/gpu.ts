import { TO_JOB } from "./cells";
import { over, uidOf, type Dashboard, type DashboardLink, type Query } from "./dashboard";
import { logLines, type LogsOnDashboard } from "./log-lines";
import { xidTable } from "./xid-table";

const SELECTOR = 'hostname="$node",gpu="$gpu"';
const of = (metric: string): string => `max(${metric}{${SELECTOR}})`;

export interface GpuProps {
  /** Whether the exporter knows the Slurm job of each GPU. */
  readonly jobs: boolean;
  /** Null: nobody keeps any, or Grafana knows no way there. */
  readonly logs: LogsOnDashboard | null;
}

/** Time that a GPU is slowed down in, by reason: nanoseconds that the driver counts. */
const SLOWED = ["POWER", "THERMAL", "SYNC_BOOST", "BOARD_LIMIT", "RELIABILITY"] as const;

/** Errors of NVLink that are counted. */
const NVLINK = ["CRC_FLIT", "CRC_DATA", "REPLAY", "RECOVERY"] as const;

/** A GPU of which nobody tells anything any more has no cell that leads there. */
const TO_ITS_NODE: DashboardLink = {
  title: "Node",
  tooltip: "The node of this GPU",
  url: `/d/${uidOf("node")}?var-node=\${node:percentencode}`,
};

/** One GPU: its work, clocks, heat and every fault that it tells of. */
export const gpu = ({ jobs, logs }: GpuProps): Dashboard => ({
  name: "gpu",
  title: "GPU",
  description: "One GPU: its work, clocks, heat and every fault that it tells of.",
  variables: [
    { name: "node", title: "Node", label: "hostname", of: "DCGM_FI_DEV_GPU_TEMP" },
    { name: "gpu", title: "GPU", label: "gpu", of: 'DCGM_FI_DEV_GPU_TEMP{hostname="$node"}' },
  ],
  links: [TO_ITS_NODE, ...logLines(logs, "xids").links],
  rows: [
    ...(jobs
      ? ([
          {
            title: "Whose it is",
            panels: [
              {
                kind: "table",
                title: "Job",
                description: "Slurm job that holds the GPU. The number leads to the job.",
                unit: "short",
                height: 5,
                queries: [
                  {
                    expr: `count by (hpc_job, UUID) (DCGM_FI_DEV_GPU_TEMP{${SELECTOR},hpc_job!=""})`,
                    legend: "series",
                  },
                ],
                columns: { hpc_job: "job", UUID: "UUID" },
                links: [TO_JOB],
              },
            ],
          },
        ] as const)
      : []),
    {
      title: "Work",
      panels: [
        over(
          "Work",
          "Shares of the time, or of its cycles.",
          "percentunit",
          { expr: of("DCGM_FI_PROF_GR_ENGINE_ACTIVE"), legend: "engine" },
          { expr: of("DCGM_FI_PROF_SM_ACTIVE"), legend: "SMs" },
          { expr: of("DCGM_FI_PROF_SM_OCCUPANCY"), legend: "warps" },
          { expr: of("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"), legend: "tensor cores" },
          { expr: of("DCGM_FI_PROF_DRAM_ACTIVE"), legend: "memory" },
        ),
        over(
          "Memory",
          "Framebuffer.",
          "bytes",
          { expr: `${of("DCGM_FI_DEV_FB_USED")} * 1048576`, legend: "used" },
          { expr: `${of("DCGM_FI_DEV_FB_FREE")} * 1048576`, legend: "free" },
          { expr: `${of("DCGM_FI_DEV_FB_RESERVED")} * 1048576`, legend: "reserved" },
        ),
        over(
          "PCIe",
          "Bytes in a second.",
          "Bps",
          { expr: of("DCGM_FI_PROF_PCIE_RX_BYTES"), legend: "received" },
          { expr: of("DCGM_FI_PROF_PCIE_TX_BYTES"), legend: "sent" },
        ),
      ],
    },
    {
      title: "Clocks, heat and power",
      panels: [
        over(
          "Clocks",
          "Of the SMs and of the memory.",
          "hertz",
          { expr: `${of("DCGM_FI_DEV_SM_CLOCK")} * 1e6`, legend: "SM" },
          { expr: `${of("DCGM_FI_DEV_MEM_CLOCK")} * 1e6`, legend: "memory" },
        ),
        over(
          "Temperature",
          "Of the chip and of its memory.",
          "celsius",
          { expr: of("DCGM_FI_DEV_GPU_TEMP"), legend: "chip" },
          { expr: of("DCGM_FI_DEV_MEMORY_TEMP"), legend: "memory" },
        ),
        over("Power", "What the board draws.", "watt", { expr: of("DCGM_FI_DEV_POWER_USAGE"), legend: "power" }),
        over(
          "Slowed down",
          "Share of the time in which clocks are lower than asked, by reason.",
          "percentunit",
          ...(SLOWED.map((reason) => ({
            expr: `max(rate(DCGM_FI_DEV_${reason}_VIOLATION{${SELECTOR}}[$__rate_interval])) / 1e9`,
            legend: reason.toLowerCase().replace("_", " "),
          })) as [Query, ...Query[]]),
        ),
      ],
    },
    {
      title: "Faults",
      panels: [
        {
          ...over("XID errors", "By number, in windows of five minutes.", "short", {
            expr: `sum by (xid) (DCGM_EXP_XID_ERRORS_COUNT{${SELECTOR},xid!~"0?"})`,
            legend: "XID {{xid}}",
          }),
          stacked: true,
        },
        xidTable('{node="$node"}'),
        over(
          "Memory errors",
          "Since the driver was loaded; in the life of the GPU.",
          "short",
          { expr: of("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL"), legend: "corrected, since boot" },
          { expr: of("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL"), legend: "uncorrected, since boot" },
          { expr: of("DCGM_FI_DEV_ECC_DBE_AGG_TOTAL"), legend: "uncorrected, ever" },
          { expr: of("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS"), legend: "rows remapped, corrected" },
          { expr: of("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS"), legend: "rows remapped, uncorrected" },
          { expr: of("DCGM_FI_DEV_ROW_REMAP_FAILURE"), legend: "remapping failed" },
        ),
        over(
          "NVLink and PCIe errors",
          "In a second. Retries of PCIe are usual in small numbers; recoveries of NVLink are not.",
          "short",
          ...(NVLINK.map((error) => ({
            expr: `max(rate(DCGM_FI_DEV_NVLINK_${error}_ERROR_COUNT_TOTAL{${SELECTOR}}[$__rate_interval]))`,
            legend: `NVLink ${error.toLowerCase().replace("_", " ")}`,
          })) as [Query, ...Query[]]),
          { expr: `max(rate(DCGM_FI_DEV_PCIE_REPLAY_COUNTER{${SELECTOR}}[$__rate_interval]))`, legend: "PCIe replay" },
        ),
        over("Health watches", "What DCGM says: 0 is well, 10 a warning, 20 a failure.", "short", {
          expr: `max by (health_watch) (DCGM_EXP_GPU_HEALTH_STATUS{${SELECTOR}})`,
          legend: "{{health_watch}}",
        }),
      ],
    },
    ...logLines(logs, "xids").rows,
  ],
});
