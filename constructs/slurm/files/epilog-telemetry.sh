# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
# end of values
# What the job told of itself: its series end with it.
telemetry=${RAILYARD_TELEMETRY_ROOT:-$__folder}
[ -z "${SLURM_JOB_ID:-}" ] || rm -rf "${telemetry:?}/$SLURM_JOB_ID"
