#!/bin/bash
# shellcheck disable=SC2086,SC2016,SC2163
# values:
__log=fabric-gpu # Log of the run, without the number of the job.
__nodes=2 # Nodes of the job.
__sysfs=class/infiniband # Folder with a file for each device of the fabric.
__devices=32 # Devices of the fabric that a node has.
__title=EFA # What people call the fabric.
__srun=railyard-srun # Where it is.
__image=image # Image with nccl-tests, as enroot writes it.
__program=all_reduce_perf # Where the image has nccl-tests.
__arguments="-b 1G -e 1G" # Of all_reduce_perf.
__written="Written by railyard fabric-job" # By this line a later run knows its own files.
# end of values
# insert: options
# ${__written}
set -euo pipefail
log=$__log-$SLURM_JOB_ID.log

# Every node must have all its devices before a figure means anything.
srun --ntasks-per-node=1 --ntasks=$__nodes bash -c '
  found=$(find "${RAILYARD_SYSFS:-/sys}/${__sysfs}" -mindepth 1 -maxdepth 1 | wc -l)
  [ "$found" -ge ${__devices} ] || { echo "FABRIC FAILED: $(hostname) has $found ${__title} devices, not ${__devices}"; exit 1; }'

# insert: environment
"${RAILYARD_SRUN:-${__srun}}" --mpi=pmix --container-image=$__image \
  $__program ${__arguments} | tee "$log"

# insert: verdict