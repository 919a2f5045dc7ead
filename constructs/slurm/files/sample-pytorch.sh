#!/bin/bash
# shellcheck disable=SC2016
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__srun=/opt/railyard/railyard-srun # Where it is.
__gpus=8 # Of a node.
__seconds=300 # Before its end, when Slurm tells the job.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# The folder has the name of the job and not its number: one that is submitted again goes on, too.
# insert: checkpoints
mkdir -p "$CHECKPOINTS"

# Slurm sends USR1 ${__seconds} seconds before the time of the job is over, and when it is preempted. The job goes back to the
# queue under its number, and starts from its last checkpoint.
# insert: again

# railyard-srun numbers tasks leaf by leaf, and nodes have the rank of their task: what looks for its neighbours in the order of
# ranks finds them at its leaf. The first one is where all meet.
launch=${RAILYARD_SRUN:-$__srun}
first=$("$launch" --hosts | sed -n 1p)
# One torchrun for each node, and one process for each GPU. The port follows from the job, below those of
# NodePorts and of connections that go out: two jobs never share a node here, and one that ends does not keep the next from starting.
"$launch" --ntasks-per-node=1 bash -c 'exec torchrun --nnodes="$SLURM_JOB_NUM_NODES" --node-rank="$SLURM_PROCID" \
  --nproc-per-node="$1" --master-addr="$2" --master-port="$3" train.py' \
  - $__gpus "$first" "$((20000 + SLURM_JOB_ID % 10000))" &
# insert: wait
