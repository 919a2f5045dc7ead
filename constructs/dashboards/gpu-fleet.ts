import { GPU_SERIES, type QUANTILES } from "../alerts/gpu-recordings";
import { EACH_GPU, TO_GPU, toNode } from "./cells";
import type { Dashboard } from "./dashboard";
import { sxidTable, xidTable } from "./xid-table";

export interface GpuFleetProps {
  /** GPUs that the cluster has at most. */
  readonly gpus: number;
  /** Whether the exporter knows the Slurm job of each GPU. */
  readonly jobs: boolean;
}

const engine = (quantile: (typeof QUANTILES)[number]): string => `${GPU_SERIES.engine}{quantile="${quantile}"}`;

/** All GPUs of the cluster: how many there are, what they do, and which are hot, throttled or broken. */
export const gpuFleet = ({ gpus, jobs }: GpuFleetProps): Dashboard => ({
  name: "gpu-fleet",
  title: "GPU fleet",
  description: "All GPUs of the cluster: how many report, what they do, which are hot, slowed down or broken.",
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "number",
          title: "GPUs that report",
          description: `Of ${gpus} at most. Fewer than the nodes have: a GPU has left the bus, or DCGM does not run there.`,
          unit: "short",
          queries: [{ expr: `sum(${GPU_SERIES.perNode})` }],
        },
        ...(jobs
          ? ([
              {
                kind: "number",
                title: "GPUs that jobs hold",
                description: "GPUs that Slurm has given to a job.",
                unit: "short",
                queries: [{ expr: 'count(count by (UUID) (DCGM_FI_DEV_GPU_TEMP{hpc_job!=""})) or vector(0)' }],
              },
              {
                kind: "number",
                title: "Held, but idle",
                description: "GPUs of jobs whose compute engine was active for less than 5 % of the last 30 minutes.",
                unit: "short",
                queries: [{ expr: GPU_SERIES.heldIdle }],
                thresholds: [{ from: 1, color: "orange" }],
              },
            ] as const)
          : []),
        {
          kind: "number",
          title: "Tensor cores at work",
          description:
            "Mean share of cycles in which tensor cores work: the nearest to useful work that a GPU can tell of.",
          unit: "percentunit",
          queries: [{ expr: GPU_SERIES.tensor }],
        },
        {
          kind: "number",
          title: "Power of all GPUs",
          description: "What the boards draw, without the rest of the servers.",
          unit: "watt",
          queries: [{ expr: `sum(max by (${EACH_GPU}) (DCGM_FI_DEV_POWER_USAGE))` }],
        },
        {
          kind: "number",
          title: "GPUs with XID errors",
          description: "In the last five minutes. The number of the error, in the table below, says whose fault it is.",
          unit: "short",
          queries: [{ expr: 'count(count by (UUID) (DCGM_EXP_XID_ERRORS_COUNT{xid!~"0?"} > 0)) or vector(0)' }],
          thresholds: [{ from: 1, color: "red" }],
        },
      ],
    },
    {
      title: "Work",
      panels: [
        {
          kind: "lines",
          title: "Compute engine active",
          description: "Of a tenth of the GPUs less, of half of them less, of nine tenths less than this.",
          unit: "percentunit",
          max: 1,
          queries: [
            { expr: engine("0.1"), legend: "tenth" },
            { expr: engine("0.5"), legend: "median" },
            { expr: engine("0.9"), legend: "nine tenths" },
          ],
        },
        {
          kind: "lines",
          title: "What the work is limited by",
          description:
            "Means. Much memory and few tensor cores: memory bound. Little of both: waiting for data or the network.",
          unit: "percentunit",
          max: 1,
          queries: [
            { expr: GPU_SERIES.tensor, legend: "tensor cores" },
            { expr: GPU_SERIES.sm, legend: "SMs" },
            { expr: GPU_SERIES.memory, legend: "memory" },
          ],
        },
      ],
    },
    {
      title: "Heat and power",
      panels: [
        {
          kind: "lines",
          title: "Hottest GPUs",
          description: "The ten nodes with the hottest GPUs.",
          unit: "celsius",
          min: "auto",
          queries: [{ expr: "topk(10, max by (hostname) (DCGM_FI_DEV_GPU_TEMP))", legend: "{{hostname}}" }],
        },
        {
          kind: "lines",
          title: "Slowed down by heat",
          description: "Share of the time in which heat kept the clocks of a GPU low, of the ten worst nodes.",
          unit: "percentunit",
          queries: [
            {
              expr: "topk(10, max by (hostname) (rate(DCGM_FI_DEV_THERMAL_VIOLATION[$__rate_interval])) / 1e9 > 0)",
              legend: "{{hostname}}",
            },
          ],
        },
      ],
    },
    {
      title: "Faults",
      panels: [
        {
          kind: "table",
          title: "XID errors",
          description: "By node, GPU and number, in the last five minutes.",
          unit: "short",
          queries: [
            {
              expr: 'sum by (hostname, gpu, xid) (DCGM_EXP_XID_ERRORS_COUNT{xid!~"0?"}) > 0',
              legend: "errors in 5 minutes",
            },
          ],
          columns: { hostname: "node", gpu: "GPU", xid: "XID" },
          links: [toNode("hostname"), TO_GPU],
        },
        xidTable(),
        sxidTable(),
        {
          kind: "table",
          title: "Memory that breaks",
          description:
            "GPUs with uncorrected errors, or with rows that were remapped for them. A remapping that failed is the end of the board.",
          unit: "short",
          queries: [
            { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_ECC_DBE_VOL_TOTAL) > 0`, legend: "uncorrected since boot" },
            { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS) > 0`, legend: "rows remapped" },
            { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_ROW_REMAP_FAILURE) > 0`, legend: "remapping failed" },
          ],
          columns: { hostname: "node", gpu: "GPU", UUID: "UUID" },
          links: [toNode("hostname"), TO_GPU],
        },
      ],
    },
  ],
});
