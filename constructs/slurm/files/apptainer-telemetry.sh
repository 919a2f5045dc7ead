# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
# end of values
# Containers see it as well.
bound=${RAILYARD_TELEMETRY_ROOT:-$__folder}
[ ! -w "$bound/${SLURM_JOB_ID:-}" ] || echo "export APPTAINER_BIND=${APPTAINER_BIND:+$APPTAINER_BIND,}$bound"
