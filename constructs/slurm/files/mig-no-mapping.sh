#!/usr/bin/env bash
# values:
__uuids=/tmp/gres/uuids # Instances of the node.
__mapping=/tmp/job-mapping # Where the DCGM exporter reads which job has which GPU.
# end of values
# On a node with instances, the number of one was taken for that of a GPU.
set -u
[ -s "${RAILYARD_UUIDS:-$__uuids}" ] || exit 0
for number in ${SLURM_JOB_GPUS//,/ }; do
  rm -f "${RAILYARD_MAPPING:-$__mapping}/$number"
done
exit 0
