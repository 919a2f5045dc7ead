#!/bin/bash
# shellcheck disable=SC2086
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__program="nvidia-smi -L" # What it runs.
# end of values
# ${__written}
# insert: options
set -euo pipefail
echo "job $SLURM_JOB_ID on $(hostname), CPUs $SLURM_CPUS_ON_NODE, GPUs ${CUDA_VISIBLE_DEVICES:-none}"
# Put your program here.
srun ${__program}
