# shellcheck shell=bash disable=SC2004,SC2317,SC2329
# values:
__patience=240 # Seconds for the checkpoint; the rest of the time is for the way back to the queue.
# end of values
step=
again() {
  echo "job $SLURM_JOB_ID goes back to the queue; it has been there ${SLURM_RESTART_COUNT:-0} times"
# insert: ask
  for ((i = 0; i < $__patience; i++)); do
    kill -0 "$step" 2>/dev/null || break
    sleep 1
  done
  scontrol requeue "$SLURM_JOB_ID"
}
trap again USR1
