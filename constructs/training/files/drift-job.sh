#!/bin/bash
# shellcheck disable=SC2154
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__name=events # Of the dataset.
__file=drift-events.sbatch # This file.
__every=day # Until the next run.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Submit it in the folder that it was written to: it compares the data, and asks for its next run. DRIFT_ONCE=1 sbatch --job-name=once
# FILE runs once, and does not wait for that run; scancel --me --name=NAME ends it. The first run keeps the data as the reference.
name=$__name
file=$__file
every=$__every
# insert: check
state=${DRIFT_STATE:-$HOME/railyard-drift/$name}
next() {
  local each account=${SLURM_JOB_ACCOUNT:-}
  # what Slurm says of this job is not that of the next one
  for each in ${!SLURM_@}; do [ "$each" = SLURM_CONF ] || unset "$each"; done
  # whose time this run takes pays for the next one, too
  sbatch --begin="now+1$every" ${account:+--account="$account"} "$file"
}
# Whether the next run is in the queue, or was asked for now. A job that was queued anew has asked already.
asked() {
  local waiting
  [ -z "${DRIFT_ONCE:-}" ] || return 0
  waiting=$(squeue --me --noheader --states=PENDING --name="$SLURM_JOB_NAME") || return 1
  [ -n "$waiting" ] || (next)
}
later=0
asked || later=1
code=0
"${check[@]}" --state "$state" || code=$?
# a controller that starts anew does not answer for a while
for ((tries = 0; later && tries < 20; tries++)); do
  sleep 30
  ! asked || later=0
done
# drift is told, and is no failure of the job
[ "$code" -ne 10 ] || code=0
if ((later)); then
  echo "the next run could not be asked for: submit $file again, or nothing is compared any more" >&2
  [ "$code" -ne 0 ] || code=3
fi
exit "$code"
