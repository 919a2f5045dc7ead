import { trainingAlerts, trainingRecordings } from "../../../constructs/alerts/training";
import { describeAlerts } from "../../helpers/alert-cases";

const LABELS = 'hpc_job="7",team="red"';
const of = (name: string, more = ""): string => `railyard_${name}{${LABELS}${more}}`;
/** Four processes, each with seconds of computing in a minute of six steps. */
const ranks = (...seconds: readonly number[]): Record<string, string> =>
  Object.fromEntries(
    seconds.flatMap((each, rank) => {
      const place = `,node="n${rank}",rank="${rank}"`;
      return [
        [of("training_rank_compute_seconds_total", place), `0+${each}x60`],
        [of("training_rank_steps_total", place), "0+6x60"],
      ];
    }),
  );
const steps = (seconds: string, stalls = "0x200"): Record<string, string> => ({
  [of("training_step_seconds_total")]: seconds,
  [of("training_checkpoint_stall_seconds_total")]: stalls,
  [of("training_steps_total")]: "0+10x200",
  [of("training_first_hour_step_seconds")]: "_x60 4x140",
});

describeAlerts(
  trainingAlerts(),
  {
    TrainingRankSlow: {
      fires: ranks(40, 40, 50, 40),
      before: "10m",
      after: "13m",
      labels: { hpc_job: "7", team: "red", node: "n2", rank: "2" },
      value: "25%",
      // one in ten is no news; of two nobody knows which is slow
      silent: {
        ...ranks(40, 40, 43, 40),
        'railyard_training_rank_compute_seconds_total{hpc_job="8",rank="0"}': "0+9x60",
      },
    },
    TrainingSlower: {
      fires: steps("0+40x100 4050+50x100"),
      before: "100m",
      after: "150m",
      labels: { hpc_job: "7", team: "red" },
      value: "25%",
      // it is checkpoints for which it stands still
      silent: steps("0+40x100 4050+50x100", "0x100 10+10x100"),
    },
    TrainingStandsStill: {
      fires: { [of("training_steps_total")]: "0+6x20 120x40", [of("training_step")]: "5x60" },
      before: "38m",
      after: "42m",
      labels: { hpc_job: "7", team: "red" },
      value: "0",
      silent: { [of("training_steps_total")]: "0+6x20 120x10 stale", [of("training_step")]: "5x30 stale" },
    },
    TrainingLossNotFinite: {
      // 1.7e308 twice is infinite; promtool writes no NaN, which a real Prometheus is asked for where a slow process is planted
      fires: { [of("training_loss")]: "2x5 1.7e308+1.7e308x20" },
      before: "10m",
      after: "13m",
      labels: { hpc_job: "7", team: "red" },
      value: "+Inf",
      silent: { [of("training_loss")]: "2x25" },
    },
    CheckpointOld: {
      fires: { [of("training_step")]: "1+1x200", [of("checkpoint_last_success_timestamp_seconds")]: "600x200" },
      before: "2h15m",
      after: "2h22m",
      labels: { hpc_job: "7", team: "red" },
      value: "2h 12m 0s",
      // it writes them; and one that has ended
      silent: { [of("training_step")]: "1+1x100", [of("checkpoint_last_success_timestamp_seconds")]: "600x100" },
    },
    CheckpointFailed: {
      fires: { [of("checkpoint_failures_total")]: "0x20 1x60" },
      before: "20m",
      after: "25m",
      labels: { hpc_job: "7", team: "red" },
      value: "1",
      silent: { [of("checkpoint_failures_total")]: "1x80" },
    },
  },
  trainingRecordings(),
);
