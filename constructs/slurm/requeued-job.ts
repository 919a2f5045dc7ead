import { scriptFile, type ScriptParts } from "../core/script-file";
import { sbatchOption } from "../core/shell-word";
import { SCRIPTS_PATH } from "./scripts-path";

/** How tasks are asked for their checkpoint by a signal: where none is left, nothing is asked. */
export const ASK_BY_SIGNAL = '  scancel --signal=TERM "$SLURM_JOB_ID" || true';

/** What drift starts is to learn of data: one that goes on where all steps are made would end well without a step. */
const NEW_RUN = `# a training that drift of data starts begins anew; queued again, it goes on with its own
if [ -n "\${RAILYARD_NEW_RUN:-}" ] && [ "\${SLURM_RESTART_COUNT:-0}" = 0 ] && [ -n "$(ls -A "$CHECKPOINTS" 2>/dev/null)" ]; then
  echo "$CHECKPOINTS has files of another run, and a training for new data begins anew: say another --job-name" >&2
  exit 1
fi`;

export interface RequeuedJobProps {
  readonly written: string;
  /** What it asks of Slurm, a line each, without what follows from its way back to the queue. */
  readonly options: readonly string[];
  /** Where its checkpoints lie, as bash reads it. */
  readonly checkpoints: string;
  /** Before its end, when Slurm tells it; a minute of them is for the way back to the queue. */
  readonly signalSeconds: number;
  /** Commands that ask the tasks for their checkpoint. */
  readonly ask: string;
}

/** What scripts of jobs share that go back to the queue near their end and on from their last checkpoint. */
export function requeuedJobParts({ written, options, checkpoints, signalSeconds, ask }: RequeuedJobProps): {
  readonly values: NonNullable<ScriptParts["values"]>;
  readonly insert: NonNullable<ScriptParts["insert"]>;
} {
  const again = scriptFile("slurm/files/back-to-queue.sh", {
    values: { patience: signalSeconds - 60 },
    insert: { ask },
  });
  return {
    values: { written, srun: `${SCRIPTS_PATH}/railyard-srun`, seconds: signalSeconds },
    insert: {
      options: [
        ...options,
        "#SBATCH --requeue",
        sbatchOption("open-mode", "append"),
        sbatchOption("signal", `B:USR1@${signalSeconds}`),
      ].join("\n"),
      // of a store that speaks S3 the variable names a bucket, and programs save to folders
      checkpoints: [
        `export CHECKPOINTS="\${RAILYARD_CHECKPOINTS:-${checkpoints}}/$SLURM_JOB_NAME"`,
        `case "$CHECKPOINTS" in s3://*) CHECKPOINTS="${checkpoints}/$SLURM_JOB_NAME" ;; esac`,
        NEW_RUN,
      ].join("\n"),
      again: again.trimEnd(),
      wait: scriptFile("slurm/files/wait-for-step.sh").trimEnd(),
    },
  };
}
