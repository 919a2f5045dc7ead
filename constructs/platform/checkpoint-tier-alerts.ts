import { alertRule } from "../alerts/alert";
import type { RuleGroup } from "./prometheus-rules";

/** A round that copies a large checkpoint takes its time; one that takes longer than this hangs, or there is no pod. */
const LONGEST_ROUND_SECONDS = 6 * 3600;

/** Of the agent's pod: what a job of Slurm says of its own checkpoints has its number, and silences nothing. */
const OF_AGENT = '{hpc_job=""}';
const STARTED = `railyard_checkpoint_started_timestamp_seconds${OF_AGENT}`;
/** Of a pod that has just begun its start counts: its first round may have much to do. */
const LAST = `max(railyard_checkpoint_round_timestamp_seconds${OF_AGENT} or ${STARTED})`;
/** The least that waited in three hours: between two checkpoints nothing need wait. */
const WAITING = `sum by (run, tier) (min_over_time(railyard_checkpoint_waiting_bytes${OF_AGENT}[3h]))`;

/** @param everySeconds time between two rounds */
export function checkpointTierAlerts(everySeconds: number): RuleGroup[] {
  return [
    {
      name: "railyard-checkpoint-tiers",
      rules: [
        alertRule({
          name: "CheckpointTiersFail",
          expr: `max(railyard_checkpoint_round_success${OF_AGENT}) == 0`,
          for: "1h",
          summary: "Something has not gone from tier to tier for an hour",
          description: "Some checkpoint, at least, was not copied: the log of the agent says which, and why.",
        }),
        alertRule({
          name: "CheckpointTiersSilent",
          expr: `time() - ${LAST} > ${LONGEST_ROUND_SECONDS + everySeconds} or absent(${STARTED})`,
          for: "30m",
          summary: "No round of the agent of tiers has ended",
          description:
            "Nothing goes from tier to tier: it hangs, it is at a checkpoint that takes for hours, or it does not run.",
        }),
        alertRule({
          name: "CheckpointsWait",
          expr: `${WAITING} > 0`,
          for: "15m",
          summary:
            "For three hours checkpoints of {{ $labels.run }} have waited for the {{ $labels.tier }} tier all the time",
          description: "{{ $value | humanize1024 }}B at the least: more is written than is copied.",
        }),
      ],
    },
  ];
}
