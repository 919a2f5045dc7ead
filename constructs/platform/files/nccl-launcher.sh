# shellcheck shell=bash
# shellcheck disable=SC2086
# values:
__ranks=16 # Ranks in all.
__gpus=8 # GPUs of a node.
__program=all_reduce_perf # Where the image has nccl-tests.
__arguments="-b 1G -e 1G" # Of all_reduce_perf.
# end of values
set -euo pipefail
log=/tmp/fabric.log
mpirun --allow-run-as-root --tag-output -n $__ranks -N $__gpus --bind-to none \
  --mca plm_rsh_args "-p 2222 -o StrictHostKeyChecking=no" --mca pml ob1 --mca btl tcp,self \
  # insert: environment
  $__program ${__arguments} | sed -E 's/^\[[0-9,]+\]<std(out|err)>: ?//' | tee "$log"

# insert: verdict