import { COLLECTIVE_SERIES } from "../alerts/collectives";
import { toNode, TO_JOB } from "./cells";
import type { Query, Row } from "./dashboard";

const BANDWIDTH = "railyard_nccl_bus_bandwidth_bytes_per_second";
const { bandwidth, ofUsual } = COLLECTIVE_SERIES;

const ofJob = (name: string, reach: string): string => `${name}{hpc_job="$job",reach="${reach}"}`;
const between = ofJob(BANDWIDTH, "nodes");

/** What NCCL tells of the collectives of one job: empty where it does not load the plugin. */
export const COLLECTIVES_OF_JOB: Row = {
  title: "Collectives (NCCL Inspector)",
  panels: [
    {
      kind: "lines",
      title: "Bus bandwidth between nodes",
      description:
        "Of the largest messages, and of the rank that waits least: a kernel that waits for others counts the wait as its own time. What the fabric carries for this job.",
      unit: "Bps",
      queries: [{ expr: `max by (collective) (${between})`, legend: "{{collective}}" }],
    },
    {
      kind: "lines",
      title: "Bus bandwidth within nodes",
      description: "Of communicators on one node: NVLink or PCIe.",
      unit: "Bps",
      queries: [{ expr: `max by (collective) (${ofJob(BANDWIDTH, "node")})`, legend: "{{collective}}" }],
    },
    {
      kind: "lines",
      title: "Largest messages",
      description:
        "Of AllGather and ReduceScatter the part of one rank. Where they become smaller bandwidth falls, without any fault.",
      unit: "bytes",
      queries: [
        {
          expr: 'max by (collective, reach) (railyard_nccl_message_bytes{hpc_job="$job"})',
          legend: "{{collective}}, reach {{reach}}",
        },
      ],
    },
    {
      kind: "table",
      title: "Nodes that others wait for",
      description:
        "Bandwidth between nodes, as a multiple of the median of the job. A node far above the others comes last to each collective, and waits least. With stages of a pipeline, whose messages differ, it says nothing.",
      unit: "short",
      queries: [
        {
          expr: `topk(10, max by (node, collective) (${between} / on (collective) group_left () quantile by (collective) (0.5, ${between})))`,
          legend: "times the median",
        },
      ],
      columns: { node: "node", collective: "collective" },
      links: [toNode("node")],
    },
  ],
};

/** What tests of an empty fabric should reach. */
export interface CollectiveFloor {
  /** Such as `p5, 4 nodes, 16 GiB`. */
  readonly title: string;
  readonly bytesPerSecond: number;
}

/** Jobs beside each other, with what tests of the same fabric should reach. @param jobs whether there are dashboards of jobs */
export const collectivesOfFabric = ({
  floors,
  jobs,
}: {
  readonly floors: readonly CollectiveFloor[];
  readonly jobs: boolean;
}): Row => {
  const expected = floors.map(({ title, bytesPerSecond }): Query => ({
    expr: `vector(${bytesPerSecond})`,
    legend: `nccl-tests: ${title}`,
  }));
  return {
    title: "Collectives of jobs (NCCL Inspector)",
    panels: [
      {
        kind: "lines",
        title: "Bus bandwidth of jobs between nodes",
        description: `The ten slowest, of the rank of each that waits least. Messages of trainings are smaller than those of nccl-tests, and run beside computing: less is no fault by itself.${floors.length > 0 ? " Lines of nccl-tests are what an all-reduce of an empty fabric should reach." : ""}`,
        unit: "Bps",
        queries: [{ expr: `bottomk(10, ${bandwidth})`, legend: "{{hpc_job}} {{collective}}" }, ...expected],
      },
      {
        kind: "table",
        title: "Jobs by what is left of their usual bandwidth",
        description:
          "A quarter of an hour, as a share of the median of six hours; jobs that have run for an hour. Several jobs at once: the fabric.",
        unit: "percentunit",
        queries: [{ expr: `bottomk(20, ${ofUsual})`, legend: "of usual" }],
        columns: { hpc_job: "job", collective: "collective" },
        ...(jobs && { links: [TO_JOB] }),
      },
    ],
  };
};
