# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
# end of values
# Where the job tells of its steps, unless it says itself.
telemetry=${RAILYARD_TELEMETRY_ROOT:-$__folder}/${SLURM_JOB_ID:-}
[ -n "${RAILYARD_TELEMETRY:-}" ] || [ ! -w "$telemetry" ] || echo "export RAILYARD_TELEMETRY=$telemetry"
