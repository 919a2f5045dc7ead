# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
# end of values
# Where the job tells of its steps. What is not the user's to write there nobody takes over; without the folder a job runs, too.
telemetry=${RAILYARD_TELEMETRY_ROOT:-$__folder}
if [ -n "${SLURM_JOB_UID:-}" ] && [ -n "${SLURM_JOB_ID:-}" ] && [ -d "$telemetry" ]; then
  # left by nodes that were lost
  find "$telemetry" -mindepth 1 -maxdepth 1 -mtime +7 -exec rm -rf {} + 2>/dev/null
  rm -rf "${telemetry:?}/$SLURM_JOB_ID"
  mkdir -m 0755 "$telemetry/$SLURM_JOB_ID" && chown "$SLURM_JOB_UID" "$telemetry/$SLURM_JOB_ID"
fi
