import { slurmAlerts } from "../../../constructs/alerts/slurm";
import { describeAlerts } from "../../helpers/alert-cases";

const train = (name: string): string => `slurm_partition_${name}{partition="train"}`;

const ofCronJob = (metric: string) => (cronjob: string) =>
  `kube_cronjob_${metric}{namespace="slurm",cronjob="${cronjob}"}`;
const success = ofCronJob("status_last_successful_time");
const created = ofCronJob("created");

describeAlerts(slurmAlerts({ nodes: 64, copied: ["queue", "database", "changes"], scales: true }), {
  PoolScalingFails: {
    fires: { 'keda_scaler_detail_errors_total{scaledObject="slurm-worker-cpu",scaler="prometheus"}': "0+2x40" },
    before: "15m",
    after: "17m",
    labels: { scaledObject: "slurm-worker-cpu" },
    value: "2",
    // it failed for some minutes, and then no more
    silent: { 'keda_scaler_detail_errors_total{scaledObject="slurm-worker-cpu",scaler="prometheus"}': "0+2x5 10x40" },
  },
  SlurmControllerSilent: {
    fires: { slurm_nodes: "64x5 stale _x30" },
    before: "15m",
    after: "17m",
    labels: {},
    value: "1",
    silent: { slurm_nodes: "64x40" },
  },
  SlurmNodesMissing: {
    fires: { slurm_nodes: "60x40" },
    before: "29m",
    after: "31m",
    labels: {},
    value: "60",
    silent: { slurm_nodes: "60x20 64x20" },
  },
  SlurmNodesRefused: {
    fires: { slurm_nodes_invalid_reg: "2x20" },
    before: "9m",
    after: "11m",
    labels: {},
    value: "2",
    silent: { slurm_nodes_invalid_reg: "0x20" },
  },
  SlurmCapacityDrained: {
    fires: { slurm_nodes: "64x40", slurm_nodes_drain: "8x40", slurm_nodes_down: "8x40" },
    before: "29m",
    after: "31m",
    labels: {},
    value: "25%",
    silent: { slurm_nodes: "64x40", slurm_nodes_drain: "6x40", slurm_nodes_down: "0x40" },
  },
  SlurmNodeOutLong: {
    fires: {
      'railyard_slurm_node_out_since_seconds{node="n-1",cause="hardware",check="gpu-count",instance="a"}': "600x1500",
      'railyard_slurm_node_state{node="n-1",state="drain"}': "1x1500",
    },
    before: "1464m",
    after: "1466m",
    labels: { node: "n-1", cause: "hardware", check: "gpu-count" },
    value: "1d 0h 16m 0s",
    silent: {
      // in maintenance, and one that somebody has drained anew
      'railyard_slurm_node_out_since_seconds{node="n-1",cause="person",check="none"}': "600x1500",
      'railyard_slurm_node_state{node="n-1",state="maint"}': "1x1500",
      'railyard_slurm_node_out_since_seconds{node="n-2",cause="person",check="none"}': "600x700 42000x800",
      'railyard_slurm_node_state{node="n-2",state="drain"}': "1x1500",
    },
  },
  SlurmMetricsMissing: {
    fires: { slurm_nodes: "64x40", railyard_slurm_answers: "1x3 0x40" },
    before: "33m",
    after: "35m",
    labels: {},
    value: "64",
    // without slurmctld another alert tells
    silent: { slurm_nodes: "64x3 stale _x40", railyard_slurm_answers: "1x3 0x40" },
  },
  SlurmJobsWaitBesideFreeGpus: {
    fires: {
      [train("jobs_pending")]: "5x130",
      [train("jobs_hold")]: "1x130",
      [train("jobs_gpus_alloc")]: "256x130",
      [train("gpus")]: "512x130",
    },
    before: "119m",
    after: "121m",
    labels: { partition: "train" },
    value: "4",
    // those that wait are held
    silent: {
      [train("jobs_pending")]: "5x130",
      [train("jobs_hold")]: "5x130",
      [train("jobs_gpus_alloc")]: "256x130",
      [train("gpus")]: "512x130",
    },
  },
  SlurmDatabaseBehind: {
    fires: { slurm_slurmdbd_queue_size: "2000x20" },
    before: "14m",
    after: "16m",
    labels: {},
    value: "2000",
    silent: { slurm_slurmdbd_queue_size: "900x20" },
  },
  SlurmQueueCopyLate: {
    fires: { [success("slurm-state-backup")]: "0x90" },
    before: "69m",
    after: "71m",
    labels: { cronjob: "slurm-state-backup" },
    value: "1h 11m 0s",
    // the time itself, and another job that has not succeeded
    silent: { [success("slurm-state-backup")]: "0+60x90", [success("checkpoint-pruner")]: "0x90" },
  },
  SlurmDatabaseChangesLate: {
    fires: { [success("slurm-database-changes")]: "0x150" },
    before: "129m",
    after: "131m",
    labels: { cronjob: "slurm-database-changes" },
    value: "2h 11m 0s",
    silent: { [success("slurm-database-changes")]: "0+60x150", [success("slurm-database-backup")]: "0x150" },
  },
  SlurmDatabaseDumpLate: {
    // it never has succeeded
    fires: { [created("slurm-database-backup")]: "0x2300" },
    before: "2219m",
    after: "2221m",
    labels: { cronjob: "slurm-database-backup" },
    value: "1d 13h 1m 0s",
    // it is old, and has succeeded
    silent: { [created("slurm-database-backup")]: "0x2300", [success("slurm-database-backup")]: "0+60x2300" },
  },
});

test("nodes that come and go are not missed", () => {
  const names = slurmAlerts({ nodes: null, copied: [], scales: false }).flatMap(({ rules }) =>
    rules.map(({ alert }) => alert),
  );
  expect(names).not.toContain("SlurmNodesMissing");
  expect(names).toContain("SlurmControllerSilent");
});

test("copies are late only where there are any", () => {
  const late = (copied: Parameters<typeof slurmAlerts>[0]["copied"]) =>
    slurmAlerts({ nodes: 64, copied, scales: false }).flatMap(({ rules }) =>
      rules.flatMap(({ alert }) => (alert.endsWith("Late") ? [alert] : [])),
    );
  expect(late(["queue"])).toEqual(["SlurmQueueCopyLate"]);
  expect(late([])).toEqual([]);
});
