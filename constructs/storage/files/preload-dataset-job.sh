#!/bin/bash
# shellcheck disable=SC2154
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__source=s3://bucket/imagenet/ # Where the dataset lies.
__folder=/fsx/datasets/imagenet # Where it is copied to.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Submit it in the folder that it was written to: one node copies, and all that mount the volume read it. Near its end it goes back to the
# queue and does what is left.
source=$__source
folder=$__folder
trap 'scontrol requeue "$SLURM_JOB_ID"' USR1
srun python3 preload.py copy -- "$source" "$folder" &
step=$!
# a trap ends the wait, and not the step
while kill -0 "$step" 2>/dev/null; do wait "$step" || true; done
wait "$step"
