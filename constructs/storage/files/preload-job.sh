#!/bin/bash
# shellcheck disable=SC2154
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__folder=/fsx/checkpoints # The folder that is linked to a bucket.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Submit it in the folder that it was written to: sbatch preload.sbatch [FOLDER]. The servers of Lustre fetch the files, so that one task
# asks for all of them. Near its end it goes back to the queue and does what is left.
folder=$__folder
trap 'scontrol requeue "$SLURM_JOB_ID"' USR1
srun python3 preload.py restore -- "${1:-$folder}" &
step=$!
# a trap ends the wait, and not the step
while kill -0 "$step" 2>/dev/null; do wait "$step" || true; done
wait "$step"
