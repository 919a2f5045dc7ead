import { scriptFile, type ScriptParts } from "../core/script-file";
import { sbatchOption } from "../core/shell-word";
import { SCRIPTS_PATH } from "./scripts-path";

/** How tasks are asked for their checkpoint by a signal: where none is left, nothing is asked. */
export const ASK_BY_SIGNAL = '  scancel --signal=TERM "$SLURM_JOB_ID" || true';

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
      ].join("\n"),
      again: again.trimEnd(),
      wait: scriptFile("slurm/files/wait-for-step.sh").trimEnd(),
    },
  };
}
