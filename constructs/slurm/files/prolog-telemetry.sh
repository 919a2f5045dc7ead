# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
__readers=65534 # Group of the containers that read there.
# end of values
# Where the job tells of its steps. What is not the user's to write there nobody takes over; without the folder a job runs, too. Others do
# not come in, whatever a program lets them do with its files: who writes there speaks for the job.
telemetry=${RAILYARD_TELEMETRY_ROOT:-$__folder}
if [ -n "${SLURM_JOB_UID:-}" ] && [ -n "${SLURM_JOB_ID:-}" ] && [ -d "$telemetry" ]; then
  # left by nodes that were lost, and not by a job that tells of itself in the same files for weeks: its user has processes here
  find "$telemetry" -mindepth 1 -maxdepth 1 -mtime +7 2>/dev/null | while read -r left; do
    owner=$(stat -c %u "$left") || continue
    [ -n "$(find "${RAILYARD_PROC:-/proc}" -mindepth 1 -maxdepth 1 -uid "$owner" -print -quit 2>/dev/null)" ] || rm -rf "$left"
  done
  rm -rf "${telemetry:?}/$SLURM_JOB_ID"
  mkdir -m 0750 "$telemetry/$SLURM_JOB_ID" && chown "$SLURM_JOB_UID:$__readers" "$telemetry/$SLURM_JOB_ID"
fi
