# shellcheck shell=bash
# values:
__nodes=2 # Pods of the job.
__tasks=1 # Tasks of a pod.
__name=check # Of the job, and of the Service in which its pods have names.
__script=/railyard/check.sh # What each task runs.
__seconds=300 # How long a pod waits for the others.
# end of values
# Runs tasks that know who they are and where the first one is. A pod waits for the others: images take their time, and a task
# that talks to another one must not be alone.
set -u
nodes=$__nodes
tasks=$__tasks
name=$__name
index=${JOB_COMPLETION_INDEX:-0}
RAILYARD_FIRST=localhost
if [ "$nodes" -gt 1 ]; then
  RAILYARD_FIRST=$name-0.$name
  # from now on its name is there for the others
  : >/tmp/railyard-started
  for ((at = 0; at < nodes; at++)); do
    until getent hosts "$name-$at.$name" >/dev/null; do
      [ "$SECONDS" -lt $__seconds ] || { echo "$name-$at did not start within $__seconds s" >&2; exit 1; }
      sleep 1
    done
  done
fi
export RAILYARD_FIRST
for ((task = 0; task < tasks; task++)); do
  RAILYARD_TASK=$((index * tasks + task)) bash $__script &
done
wait
