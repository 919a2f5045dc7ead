#!/bin/bash
# shellcheck disable=SC2154
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__every=60 # Seconds between two rounds.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Submit it in the folder that it was written to. It sees the file system and the bucket; disks of a node are seen there alone:
# beside a training that saves to them, its job starts the same program on each of its nodes:
#   srun --overlap --ntasks-per-node=1 python3 tiers.py checkpoint-tiers.json --every ${__every} &
# Near its end it goes back to the queue; what it was at goes on where it was.
trap 'scontrol requeue "$SLURM_JOB_ID"' USR1
srun python3 tiers.py checkpoint-tiers.json --every ${__every} --metrics "$PWD/checkpoint-tiers.prom" &
step=$!
# a trap ends the wait, and not the step
while kill -0 "$step" 2>/dev/null; do wait "$step" || true; done
wait "$step"
