import { WORKLOAD_COST_RULES } from "../../../config/workloads/cost-rules";
import type { Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const training = (more: Change = {}, beside: Change = {}): Change => ({
  workloads: { pretrain: { params: "8B", tokens: "1T", ...more } },
  ...beside,
});
const nodes = (count: number): Change => ({
  nodeGroups: {
    h100: {
      nodes: count,
      capacity: { kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1a", count },
    },
  },
});

ruleCases(WORKLOAD_COST_RULES, {
  "workloads/layout-divides": {
    severity: "error",
    trips: [
      {
        when: "stages that do not divide layers",
        change: training({ parallel: { pipeline: 3 } }),
        at: ["workloads", "pretrain", "parallel", "pipeline"],
        message: ["pipeline 3 does not divide", "32 layers"],
        fix: ["pipeline: 1, 2, 4, 8, 16 or 32"],
      },
      {
        when: "a batch with too few sequences",
        change: training({ batch: "8192", parallel: { tensor: 1, pipeline: 1 } }),
        at: ["workloads", "pretrain", "batch"],
        message: ["1 sequences", "32 ranks"],
      },
    ],
    passes: [
      { when: "a layout that divides", change: training({ parallel: { tensor: 2, pipeline: 4 } }) },
      { when: "none, which is chosen", change: training() },
    ],
  },
  "workloads/memory": {
    severity: "warning",
    trips: [
      {
        when: "a model that is too large",
        change: training({ params: "2T" }),
        at: ["workloads", "pretrain"],
        message: ["2,000B parameters do not fit"],
        fix: ["more nodes"],
      },
    ],
    passes: [{ when: "one that fits", change: training() }],
  },
  "workloads/checkpoint-stall": {
    severity: "warning",
    trips: [
      {
        when: "a large model that is saved often on slow Lustre",
        change: training({ params: "70B", checkpoint: { everyMinutes: 20 } }),
        at: ["workloads", "pretrain", "checkpoint"],
        message: ["stalls training 8 % of the time"],
        fix: ["async: true", "fewer checkpoints", "1,000 MB/s/TiB would make it 2.1 % for $14,976 more a month"],
      },
      {
        when: "a long stall that was measured, beside the training",
        change: training({ checkpoint: { async: true, stallSeconds: 86_400 } }),
        at: ["workloads", "pretrain", "checkpoint"],
        message: ["stalls training 8.5 % of the time"],
        fix: ["a shorter stall than the 86400 seconds that are written"],
      },
    ],
    passes: [
      { when: "the best interval", change: training({ params: "70B" }) },
      { when: "a model that cannot run at all", change: training({ params: "2T", checkpoint: { everyMinutes: 20 } }) },
      { when: "a stall that was measured and is short", change: training({ checkpoint: { stallSeconds: 5 } }) },
      {
        when: "checkpoints that are written beside it",
        change: training({ params: "70B", checkpoint: { everyMinutes: 20, async: true } }),
      },
    ],
  },
  "workloads/spare-nodes": {
    severity: "warning",
    trips: [
      {
        when: "all of many nodes",
        change: training({}, nodes(32)),
        at: ["workloads", "pretrain", "nodes"],
        message: ["32 nodes need a spare, so that all are there in 95 % of the time, and h100 has none"],
        fix: ["nodes: 31"],
      },
    ],
    passes: [
      { when: "a node that is left free", change: training({ nodes: 31 }, nodes(32)) },
      { when: "nodes that are back in an hour", change: training({ repairMinutes: 60 }, nodes(32)) },
      { when: "few nodes", change: training() },
    ],
  },
  "workloads/ends": {
    severity: "warning",
    trips: [
      {
        when: "a restart that takes a year",
        change: training({ restartMinutes: 525_600 }, nodes(32)),
        at: ["workloads", "pretrain", "restartMinutes"],
        message: ["never ends", "less than 1 %"],
        fix: ["shorten restartMinutes"],
      },
      {
        when: "checkpoints two months apart, whether or not tokens are told",
        change: training({ tokens: undefined, checkpoint: { everyMinutes: 525_600 } }, nodes(64)),
        at: ["workloads", "pretrain", "checkpoint", "everyMinutes"],
        message: ["never ends"],
        fix: ["checkpoint.everyMinutes"],
      },
      {
        when: "checkpoints that hold it up for a day",
        change: training({ checkpoint: { everyMinutes: 10, stallSeconds: 86_400 } }, nodes(64)),
        at: ["workloads", "pretrain", "checkpoint"],
        message: ["never ends"],
        fix: ["checkpoint.stallSeconds"],
      },
    ],
    passes: [{ when: "a restart of ten minutes", change: training({}, nodes(32)) }],
  },
  "workloads/goodput": {
    severity: "warning",
    trips: [
      {
        when: "a checkpoint a week",
        change: training({ checkpoint: { everyMinutes: 10_080 } }, nodes(32)),
        at: ["workloads", "pretrain", "checkpoint", "everyMinutes"],
        message: ["every 10080 minutes", "of its time"],
        fix: ["leave it out"],
      },
    ],
    passes: [{ when: "one every two hours", change: training({ checkpoint: { everyMinutes: 120 } }, nodes(32)) }],
  },
});
