# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
# end of values
# Where the job tells of its steps, unless it says itself. A folder that is told already is that of the job which started this one.
telemetry_root=${RAILYARD_TELEMETRY_ROOT:-$__folder}
if [ -w "$telemetry_root/${SLURM_JOB_ID:-}" ]; then
  case ${RAILYARD_TELEMETRY:-} in
    '' | "$telemetry_root"/*) echo "export RAILYARD_TELEMETRY=$telemetry_root/${SLURM_JOB_ID:-}" ;;
  esac
fi
