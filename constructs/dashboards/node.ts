import { EACH_GPU, TO_GPU_OF_NODE, TO_JOB } from "./cells";
import { type Dashboard, over, type Row, type Words } from "./dashboard";
import { logLines, type LogsOnDashboard } from "./log-lines";
import { sxidTable, xidTable } from "./xid-table";

export interface NodeProps {
  /** Whether the DCGM exporter runs on nodes with GPUs. */
  readonly gpus: boolean;
  /** Whether the exporter knows the Slurm job of each GPU. */
  readonly jobs: boolean;
  /** Whether XIDs of the kernel's log are counted. */
  readonly xids: boolean;
  /** Whether what Lustre's client says is. */
  readonly lustre: boolean;
  /** Whether local disks are asked how worn they are. */
  readonly disks: boolean;
  /** Null: nobody keeps any, or Grafana knows no way there. */
  readonly logs: LogsOnDashboard | null;
}

const HOST = 'node="$node"';
const RATE = "[$__rate_interval]";
const YES_OR_NO: Words = { 0: "no", 1: "yes" };

/** One node: its GPUs and whose they are, its processors, memory, network and disks. */
export const node = ({ gpus, jobs, xids, lustre, disks, logs }: NodeProps): Dashboard => {
  const { rows, links } = logLines(logs, "kernel");
  return {
    name: "node",
    title: "Node",
    description: "One node: its GPUs and whose they are, its processors, memory, network and disks.",
    variables: [{ name: "node", title: "Node", label: "node", of: "kube_node_info" }],
    links,
    rows: [
      NOW,
      ...(gpus ? [gpuRow(jobs)] : []),
      ...(xids ? [XIDS] : []),
      HOST_ROW,
      ...(disks ? [DISKS] : []),
      ...(lustre ? [LUSTRE] : []),
      ...rows,
    ],
  };
};

const NOW: Row = {
  title: "Now",
  panels: [
    {
      kind: "number",
      title: "Ready",
      description: "Whether Kubernetes says so.",
      unit: "short",
      queries: [{ expr: `max(kube_node_status_condition{${HOST},condition="Ready",status="true"})` }],
      words: { 0: { text: "no", color: "red" }, 1: "yes" },
    },
    {
      kind: "number",
      title: "Takes no new pods",
      description: "Somebody, or something that repairs nodes, has cordoned it.",
      unit: "short",
      queries: [{ expr: `max(kube_node_spec_unschedulable{${HOST}})` }],
      words: YES_OR_NO,
      thresholds: [{ from: 1, color: "orange" }],
    },
    {
      kind: "number",
      title: "Up for",
      description: "Since its last start.",
      unit: "dtdhms",
      queries: [{ expr: `time() - max(node_boot_time_seconds{${HOST}})` }],
    },
    {
      kind: "number",
      title: "Killed for memory",
      description: "Processes, by the kernel, in the time that is shown.",
      unit: "short",
      queries: [{ expr: `sum(increase(node_vmstat_oom_kill{${HOST}}[$__range]))` }],
      thresholds: [{ from: 1, color: "orange" }],
    },
    {
      kind: "table",
      title: "Conditions",
      description: "What Kubernetes and the agents on the node say is wrong, Ready aside.",
      unit: "short",
      width: 8,
      height: 4,
      queries: [{ expr: `kube_node_status_condition{${HOST},condition!="Ready",status="true"} == 1`, legend: "holds" }],
      words: YES_OR_NO,
      columns: { condition: "condition" },
    },
  ],
};

const gpuRow = (jobs: boolean): Row => ({
  title: "GPUs",
  panels: [
    {
      kind: "table",
      title: "GPUs",
      description: "Newest values. The number leads to the GPU.",
      unit: "short",
      queries: [
        { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_GPU_TEMP{hostname="$node"})`, legend: "temperature, °C" },
        { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_POWER_USAGE{hostname="$node"})`, legend: "power, W" },
        { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_SM_CLOCK{hostname="$node"})`, legend: "SM clock, MHz" },
        { expr: `max by (${EACH_GPU}) (DCGM_FI_PROF_GR_ENGINE_ACTIVE{hostname="$node"}) * 100`, legend: "active, %" },
        {
          expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_ECC_DBE_VOL_TOTAL{hostname="$node"})`,
          legend: "uncorrected errors",
        },
        { expr: `max by (${EACH_GPU}) (DCGM_FI_DEV_ROW_REMAP_FAILURE{hostname="$node"})`, legend: "remapping failed" },
      ],
      columns: { gpu: "GPU", UUID: "UUID" },
      links: [TO_GPU_OF_NODE],
    },
    ...(jobs
      ? ([
          {
            kind: "table",
            title: "Jobs",
            description: "Slurm jobs that hold GPUs of the node. The number leads to the job.",
            unit: "short",
            height: 5,
            queries: [
              {
                expr: 'count by (hpc_job) (count by (hpc_job, UUID) (DCGM_FI_DEV_GPU_TEMP{hostname="$node",hpc_job!=""}))',
                legend: "GPUs",
              },
            ],
            columns: { hpc_job: "job" },
            links: [TO_JOB],
          },
        ] as const)
      : []),
    {
      kind: "lines",
      title: "Compute engine active",
      description: "Share of the time with something on each GPU.",
      unit: "percentunit",
      max: 1,
      queries: [{ expr: 'max by (gpu) (DCGM_FI_PROF_GR_ENGINE_ACTIVE{hostname="$node"})', legend: "GPU {{gpu}}" }],
    },
    {
      kind: "lines",
      title: "Temperature",
      description: "Of each GPU.",
      unit: "celsius",
      min: "auto",
      queries: [{ expr: 'max by (gpu) (DCGM_FI_DEV_GPU_TEMP{hostname="$node"})', legend: "GPU {{gpu}}" }],
    },
  ],
});

const XIDS: Row = {
  title: "What the driver says",
  panels: [
    { ...xidTable(`{${HOST}}`), height: 6 },
    { ...sxidTable(`{${HOST}}`), height: 6 },
    {
      ...over(
        "XIDs of the log in an hour",
        "By number. An XID that comes for the first time is in the table alone: nobody has seen it grow.",
        "short",
        {
          expr: `sum by (xid) (increase(railyard_xid_errors_total{${HOST}}[1h])) > 0`,
          legend: "XID {{xid}}",
        },
      ),
      stacked: true,
    },
  ],
};

const HOST_ROW: Row = {
  title: "Host",
  panels: [
    {
      kind: "lines",
      title: "Processors",
      description: "Share of the time in which they work, by what they do.",
      unit: "percentunit",
      stacked: true,
      max: 1,
      queries: [
        {
          expr: `sum by (mode) (rate(node_cpu_seconds_total{${HOST},mode!="idle"}${RATE})) / scalar(count(node_cpu_seconds_total{${HOST},mode="idle"}))`,
          legend: "{{mode}}",
        },
      ],
    },
    {
      kind: "lines",
      title: "Memory",
      description: "What is taken, and all of it.",
      unit: "bytes",
      queries: [
        { expr: `sum(node_memory_MemTotal_bytes{${HOST}} - node_memory_MemAvailable_bytes{${HOST}})`, legend: "taken" },
        { expr: `sum(node_memory_MemTotal_bytes{${HOST}})`, legend: "all" },
      ],
    },
    {
      kind: "lines",
      title: "Network",
      description: "By interface, of the IP network; what the fabric carries is on its own dashboard.",
      unit: "Bps",
      queries: [
        {
          expr: `sum by (device) (rate(node_network_receive_bytes_total{${HOST},device!="lo"}${RATE})) > 0`,
          legend: "{{device}} in",
        },
        {
          expr: `sum by (device) (rate(node_network_transmit_bytes_total{${HOST},device!="lo"}${RATE})) > 0`,
          legend: "{{device}} out",
        },
      ],
    },
    {
      kind: "lines",
      title: "Disks",
      description: "By device.",
      unit: "Bps",
      queries: [
        { expr: `sum by (device) (rate(node_disk_read_bytes_total{${HOST}}${RATE})) > 0`, legend: "{{device}} read" },
        {
          expr: `sum by (device) (rate(node_disk_written_bytes_total{${HOST}}${RATE})) > 0`,
          legend: "{{device}} written",
        },
      ],
    },
    {
      kind: "table",
      title: "File systems",
      description: "Room that is left.",
      unit: "bytes",
      height: 6,
      queries: [
        {
          expr: `min by (device, mountpoint) (node_filesystem_avail_bytes{${HOST},fstype!~"tmpfs|ramfs"})`,
          legend: "left",
        },
        {
          expr: `max by (device, mountpoint) (node_filesystem_size_bytes{${HOST},fstype!~"tmpfs|ramfs"})`,
          legend: "all",
        },
      ],
      columns: { mountpoint: "mounted at", device: "device" },
    },
  ],
};

const LUSTRE: Row = {
  title: "Lustre",
  panels: [
    over(
      "What its client has lost in an hour",
      "Evictions, after which what was open has failed, and connections that were lost, for which programs wait. What comes for the first time is on Lustre alone: nobody has seen it grow.",
      "short",
      {
        expr: `sum by (file_system) (increase(railyard_lustre_evictions_total{${HOST}}[1h])) > 0`,
        legend: "{{file_system}} evictions",
      },
      {
        expr: `sum by (file_system) (increase(railyard_lustre_lost_connections_total{${HOST}}[1h])) > 0`,
        legend: "{{file_system}} connections lost",
      },
    ),
  ],
};

const ofDisk = (metric: string): string => `max by (device) (railyard_nvme_${metric}{${HOST}})`;

const DISKS: Row = {
  title: "Local disks",
  panels: [
    {
      kind: "table",
      title: "What NVMe disks say of themselves",
      description:
        "Of the writes that the maker promises, and of spare blocks. What a disk does not answer is left empty; 0 below answers: it says nothing at all.",
      unit: "short",
      width: 24,
      queries: [
        { expr: ofDisk("smart_readable"), legend: "answers" },
        { expr: `${ofDisk("used_ratio")} * 100`, legend: "used, %" },
        { expr: `${ofDisk("spare_ratio")} * 100`, legend: "spare, %" },
        { expr: ofDisk("temperature_celsius"), legend: "temperature, °C" },
        { expr: ofDisk("media_errors_total"), legend: "errors of the medium" },
        { expr: ofDisk("critical_warning"), legend: "critical" },
      ],
      columns: { device: "disk" },
    },
  ],
};
