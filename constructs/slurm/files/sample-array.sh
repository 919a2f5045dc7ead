#!/bin/bash
# shellcheck disable=SC2016
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Each element has a number of its own: a part of the input, a seed, a value to try.
echo "element $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT on $(hostname)"
srun bash -c 'echo "put your program here; its part is $SLURM_ARRAY_TASK_ID"'
