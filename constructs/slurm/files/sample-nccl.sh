#!/bin/bash
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__srun=/opt/railyard/railyard-srun # Where it is.
__image=image # Image with nccl-tests, as enroot writes it.
__program=all_reduce_perf # Where the image has nccl-tests.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# What NCCL is told of the fabric, nodes say themselves. railyard-srun lays ranks out leaf by leaf.
# railyard fabric-job writes a run that also judges the result.
export NCCL_DEBUG=INFO
"${RAILYARD_SRUN:-$__srun}" --mpi=pmix --container-image=$__image $__program -b 1M -e 8G -f 2 -g 1
