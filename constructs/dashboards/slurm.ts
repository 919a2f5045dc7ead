import { TO_JOB, toNode } from "./cells";
import { type Dashboard, type NumberPanel, over, type Row, type Threshold } from "./dashboard";

const number = (title: string, description: string, expr: string, ...thresholds: Threshold[]): NumberPanel => ({
  kind: "number",
  title,
  description,
  unit: "short",
  queries: [{ expr }],
  ...(thresholds.length > 0 && { thresholds }),
});

const ORANGE: Threshold = { from: 1, color: "orange" };

export interface SlurmProps {
  /** Whether the DCGM exporter knows the job of each GPU. */
  readonly jobs: boolean;
}

/** How long jobs wait, as Railyard's own exporter counts it. */
const WAITS: Row = {
  title: "Waits",
  panels: [
    over(
      "Nine of ten jobs had started after",
      "By QOS, of those that started in six hours. A wait begins when a job may start; time in which a limit, its user or other jobs held it back is none.",
      "s",
      {
        expr: "histogram_quantile(0.9, sum by (qos, le) (increase(railyard_slurm_job_wait_seconds_bucket[6h])))",
        legend: "{{qos}}",
      },
    ),
    over("Longest wait now", "Of the job that has waited longest for nodes, by QOS and partition.", "s", {
      expr: "max by (qos, partition) (railyard_slurm_longest_wait_seconds)",
      legend: "{{qos}}, {{partition}}",
    }),
    {
      ...over(
        "Why jobs wait",
        "For nodes; at limits of their team, QOS or user; or themselves: held, for other jobs, for their begin. A job that names two partitions counts in both.",
        "short",
        { expr: "sum by (why) (railyard_slurm_jobs_waiting)", legend: "{{why}}" },
      ),
      stacked: true,
    },
  ],
};

/** Slurm as its controller tells of it: nodes by state, the queue, GPUs by partition and account, and the scheduler. */
export const slurm = ({ jobs }: SlurmProps): Dashboard => ({
  name: "slurm",
  title: "Slurm",
  description:
    "Slurm as its controller tells of it: nodes by state, the queue, GPUs by partition and account, the scheduler.",
  rows: [
    {
      title: "Now",
      panels: [
        number("Jobs that run", "All partitions.", "max(slurm_jobs_running)"),
        number("Jobs that wait", "All partitions, those that are held among them.", "max(slurm_jobs_pending)"),
        number("GPUs that jobs hold", "Of all nodes.", "max(slurm_jobs_gpus_alloc)"),
        number("Nodes that are down", "Or have failed.", "max(slurm_nodes_down) + max(slurm_nodes_fail)", ORANGE),
        number("Nodes drained", "Somebody, or a health check, has taken them out.", "max(slurm_nodes_drain)", ORANGE),
        number(
          "Nodes refused",
          "What they say of themselves is less than slurm.conf promises: a GPU is gone, or memory.",
          "max(slurm_nodes_invalid_reg)",
          { from: 1, color: "red" },
        ),
      ],
    },
    {
      title: "Queue",
      panels: [
        {
          kind: "lines",
          title: "Jobs that wait, by partition",
          description: "Those that are held are left out.",
          unit: "short",
          stacked: true,
          queries: [
            {
              expr: "max by (partition) (slurm_partition_jobs_pending) - max by (partition) (slurm_partition_jobs_hold)",
              legend: "{{partition}}",
            },
          ],
        },
        {
          kind: "lines",
          title: "GPUs that jobs hold, by partition",
          description: "A node in two partitions counts in both.",
          unit: "short",
          queries: [
            { expr: "max by (partition) (slurm_partition_jobs_gpus_alloc)", legend: "{{partition}}" },
            { expr: "max by (partition) (slurm_partition_gpus)", legend: "{{partition}}, all" },
          ],
        },
        {
          kind: "lines",
          title: "GPUs that jobs hold, by account",
          description: "Accounts are teams.",
          unit: "short",
          stacked: true,
          queries: [{ expr: "max by (account) (slurm_account_jobs_gpus_alloc) > 0", legend: "{{account}}" }],
        },
        {
          kind: "lines",
          title: "Jobs that ended badly",
          description: "That the controller still remembers, by how they ended.",
          unit: "short",
          queries: [
            { expr: "max(slurm_jobs_failed)", legend: "failed" },
            { expr: "max(slurm_jobs_node_failed)", legend: "node failed" },
            { expr: "max(slurm_jobs_outofmemory)", legend: "out of memory" },
            { expr: "max(slurm_jobs_timeout)", legend: "time limit" },
          ],
        },
      ],
    },
    WAITS,
    {
      title: "Nodes",
      panels: [
        {
          kind: "lines",
          title: "Nodes by state",
          description: "A node that is drained while a job runs there is draining.",
          unit: "short",
          stacked: true,
          queries: [
            { expr: "max(slurm_nodes_alloc)", legend: "allocated" },
            { expr: "max(slurm_nodes_mixed)", legend: "in part" },
            { expr: "max(slurm_nodes_idle)", legend: "idle" },
            { expr: "max(slurm_nodes_down)", legend: "down" },
          ],
        },
        {
          kind: "table",
          title: "Nodes that take no jobs",
          description: "Whose fault it is, what found it, and for how long. sinfo -R has the reasons in full.",
          unit: "dtdhms",
          queries: [
            {
              expr: "time() - max by (node, cause, check) (railyard_slurm_node_out_since_seconds)",
              legend: "for",
            },
          ],
          columns: { node: "node", cause: "cause", check: "found by" },
        },
        ...(jobs
          ? ([
              {
                kind: "table",
                title: "Jobs and their GPUs",
                description: "The number of a job leads to it, and the name of a node to the node.",
                unit: "short",
                width: 12,
                queries: [
                  {
                    expr: 'count by (hpc_job, hostname) (count by (hpc_job, hostname, UUID) (DCGM_FI_DEV_GPU_TEMP{hpc_job!=""}))',
                    legend: "GPUs",
                  },
                ],
                columns: { hpc_job: "job", hostname: "node" },
                links: [TO_JOB, toNode("hostname")],
              },
            ] as const)
          : []),
      ],
    },
    {
      title: "Controller",
      panels: [
        {
          kind: "lines",
          title: "One round of the scheduler",
          description: "The newest; the controller answers nobody while it lasts.",
          unit: "short",
          queries: [
            { expr: "max(slurm_schedule_cycle_last) / 1e6", legend: "main, seconds" },
            { expr: "max(slurm_bf_cycle_last) / 1e6", legend: "backfill, seconds" },
          ],
        },
        {
          kind: "lines",
          title: "Accounts that wait for the database",
          description:
            "Messages to slurmdbd that it has not taken. When there are too many the controller throws them away.",
          unit: "short",
          queries: [{ expr: "max(slurm_slurmdbd_queue_size)", legend: "messages" }],
        },
        {
          kind: "lines",
          title: "Threads of the controller",
          description: "Near 256 it refuses new ones: something asks it too often.",
          unit: "short",
          queries: [
            { expr: "max(slurm_server_thread_cnt)", legend: "threads" },
            { expr: "max(slurm_agent_queue_size)", legend: "messages to nodes that wait" },
          ],
        },
      ],
    },
  ],
});
