#!/bin/bash
# shellcheck disable=SC2034,SC2154
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__srun=/opt/railyard/railyard-srun # Where it is.
__seconds=600 # Before its end, when Slurm tells the job.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Submit it in the folder that it was written to. The folder of checkpoints has the name of the job and not its number: a job that
# is submitted again goes on, too.
# insert: checkpoints
mkdir -p "$CHECKPOINTS"
CHECKPOINTS=$(cd "$CHECKPOINTS" && pwd)
case "$CHECKPOINTS$PWD" in
*[:,]*)
  echo "containers take no folder with a comma or a colon in its name: $CHECKPOINTS, $PWD" >&2
  exit 1
  ;;
esac
rm -f "$CHECKPOINTS/stop"

# Slurm sends USR1 ${__seconds} seconds before the time of the job is over, and when it is preempted. The job goes back to the
# queue under its number, and starts from its last checkpoint. A file asks it, and no signal: torchrun kills its processes 30
# seconds after SIGTERM.
# insert: again

# How tasks get their image.
# insert: container
# Numbers tasks leaf by leaf: what looks for its neighbours in the order of ranks finds them at its leaf.
launch=${RAILYARD_SRUN:-$__srun}
# The first task is where all meet. The port follows from the job, below those of NodePorts and of connections that go out: two jobs
# never share a node here.
MASTER_ADDR=$("$launch" --hosts | sed -n 1p)
MASTER_PORT=$((20000 + SLURM_JOB_ID % 10000))
export MASTER_ADDR MASTER_PORT

# insert: start
# insert: wait
