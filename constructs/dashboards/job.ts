import { EACH_GPU, TO_GPU, toNode } from "./cells";
import type { Dashboard, Row } from "./dashboard";
import { COLLECTIVES_OF_JOB } from "./collective-rows";
import { logLines, type LogsOnDashboard } from "./log-lines";
import { jobTraces, type TracesOnDashboard } from "./job-traces";
import { TRAINING_ROWS } from "./training-rows";

export interface JobProps {
  /** Whether what jobs tell of their steps is scraped. */
  readonly tellsSteps: boolean;
  /** Null: nobody keeps any, or Grafana knows no way there. */
  readonly logs: LogsOnDashboard | null;
  /** Whether jobs load NCCL Inspector. */
  readonly tellsCollectives: boolean;
  /** Null: as for logs. */
  readonly traces: TracesOnDashboard | null;
}

const OF_JOB = 'hpc_job="$job"';
const of = (metric: string): string => `${metric}{${OF_JOB}}`;

/** GPUs of one Slurm job: what they do, which one keeps the others waiting, and what broke. */
export const job = ({ tellsSteps, tellsCollectives, logs, traces }: JobProps): Dashboard => {
  const [lines, spans] = [logLines(logs, "job"), jobTraces(traces)];
  return {
    name: "job",
    title: "Slurm job",
    description: "GPUs of one Slurm job: what they do, which one keeps the others waiting, and what broke.",
    variables: [{ name: "job", title: "Job", label: "hpc_job", of: 'DCGM_FI_DEV_GPU_TEMP{hpc_job!=""}' }],
    links: [...lines.links, ...spans.links],
    rows: [
      NOW,
      ...(tellsSteps ? TRAINING_ROWS : []),
      ...(tellsCollectives ? [COLLECTIVES_OF_JOB] : []),
      ...GPU_ROWS,
      ...spans.rows,
      ...lines.rows,
    ],
  };
};

const NOW: Row = {
  title: "Now",
  panels: [
    {
      kind: "number",
      title: "GPUs",
      description: "GPUs that the job has.",
      unit: "short",
      queries: [{ expr: `count(count by (UUID) (${of("DCGM_FI_DEV_GPU_TEMP")}))` }],
    },
    {
      kind: "number",
      title: "Nodes",
      description: "Nodes on which it has them.",
      unit: "short",
      queries: [{ expr: `count(count by (hostname) (${of("DCGM_FI_DEV_GPU_TEMP")}))` }],
    },
    {
      kind: "number",
      title: "Tensor cores at work",
      description: "Mean share of cycles in which tensor cores of its GPUs work.",
      unit: "percentunit",
      queries: [{ expr: `avg(${of("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE")})` }],
    },
    {
      kind: "number",
      title: "Compute engine active",
      description: "Mean share of the time with something on its GPUs. A kernel that waits for others counts as well.",
      unit: "percentunit",
      queries: [{ expr: `avg(${of("DCGM_FI_PROF_GR_ENGINE_ACTIVE")})` }],
    },
    {
      kind: "number",
      title: "Power",
      description: "What the boards of its GPUs draw.",
      unit: "watt",
      queries: [{ expr: `sum(max by (${EACH_GPU}) (${of("DCGM_FI_DEV_POWER_USAGE")}))` }],
    },
    {
      kind: "number",
      title: "GPUs with XID errors",
      description: "In the last five minutes.",
      unit: "short",
      queries: [{ expr: `count(count by (UUID) (DCGM_EXP_XID_ERRORS_COUNT{${OF_JOB},xid!~"0?"} > 0)) or vector(0)` }],
      thresholds: [{ from: 1, color: "red" }],
    },
  ],
};

const GPU_ROWS: readonly Row[] = [
  {
    title: "Work",
    panels: [
      {
        kind: "lines",
        title: "Tensor cores by node",
        description: "All nodes fall together at steps and checkpoints; a node that lies apart is worth a look.",
        unit: "percentunit",
        max: 1,
        queries: [{ expr: `avg by (hostname) (${of("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE")})`, legend: "{{hostname}}" }],
      },
      {
        kind: "lines",
        title: "What the work is limited by",
        description:
          "Means. Much memory and few tensor cores: memory bound. Little of both: waiting for data or the network.",
        unit: "percentunit",
        max: 1,
        queries: [
          { expr: `avg(${of("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE")})`, legend: "tensor cores" },
          { expr: `avg(${of("DCGM_FI_PROF_SM_ACTIVE")})`, legend: "SMs" },
          { expr: `avg(${of("DCGM_FI_PROF_DRAM_ACTIVE")})`, legend: "memory" },
        ],
      },
      {
        kind: "lines",
        title: "Memory used",
        description: "Of the fullest and of the emptiest of its GPUs.",
        unit: "bytes",
        queries: [
          { expr: `max(${of("DCGM_FI_DEV_FB_USED")}) * 1048576`, legend: "most" },
          { expr: `min(${of("DCGM_FI_DEV_FB_USED")}) * 1048576`, legend: "least" },
        ],
      },
    ],
  },
  {
    title: "Nodes and GPUs",
    panels: [
      {
        kind: "table",
        title: "GPUs",
        description: "Those whose clocks are lowest come first: a GPU that is slowed down keeps all others waiting.",
        unit: "short",
        queries: [
          { expr: `max by (${EACH_GPU}) (${of("DCGM_FI_DEV_SM_CLOCK")})`, legend: "SM clock, MHz" },
          { expr: `max by (${EACH_GPU}) (${of("DCGM_FI_DEV_GPU_TEMP")})`, legend: "temperature, °C" },
          { expr: `max by (${EACH_GPU}) (${of("DCGM_FI_DEV_POWER_USAGE")})`, legend: "power, W" },
          {
            expr: `max by (${EACH_GPU}) (${of("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE")}) * 100`,
            legend: "tensor cores, %",
          },
        ],
        columns: { hostname: "node", gpu: "GPU", UUID: "UUID" },
        links: [toNode("hostname"), TO_GPU],
        sortedBy: "SM clock, MHz",
      },
    ],
  },
];
