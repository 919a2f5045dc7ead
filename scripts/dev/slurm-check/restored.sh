# Sourced by harness.sh: slurmctld loses its volume, and goes on with the copy of its state.

in_state() { # script, variables
  local script=$1; shift
  WHY=$(inside env STATE="$W/state" DUMP="$W/state.tar.gz" CLUSTER="$(sed -n 's/^ClusterName=//p' "$RW/etc/slurm.conf")" "$@" \
    bash "$W/etc/$script" 2>&1)
}
refused_of_another() { ! in_state state-restore.sh CLUSTER=another && [ "$(ls -A "$RW/state")" = "" ]; }
waits() { [[ $(query squeue -h -j "$1" -o %T 2>/dev/null | sort -u) == PENDING ]]; }
is_unknown() { [ -z "$(query squeue -h -j "$1" 2>/dev/null)" ]; }
same_script() { inside scontrol write batch_script "$1" - 2>/dev/null | grep -qx 'echo kept'; }
elements() { [ "$(query squeue -h -r -j "$1" -o %i 2>/dev/null | wc -l)" -eq "$2" ]; }

# What was started in the background is a shell, and slurmctld its child.
kill_controller() { # signal
  local all
  all=$(pgrep -P "$controller")
  # shellcheck disable=SC2086
  kill "-$1" ${all:-"$controller"}
  wait "$controller" 2>/dev/null
  within 60 eval '! pgrep -x slurmctld >/dev/null' || fail "restore: slurmctld is gone"
}

check_restored() {
  local PROMISE=restore
  local group runs held array later last lost next
  group=$(cut -f2 "$RW/etc/nodes" | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')
  [ -n "$group" ] || { note "restore: there are no nodes"; return; }
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group")
  # usage is written down every five minutes, and when slurmctld ends as it should
  kill_controller TERM
  start_controller || { fail "restore: slurmctld starts again: $(log_errors | grep ^fatal | head -n 3 | paste -sd';')"; return; }
  runs=$(submit "$@" --wrap 'sleep 2400')
  within 120 runs "${runs:-0}" || fail "restore: a job runs before: $(state_of "${runs:-0}")"
  held=$(submit "$@" --hold --wrap 'echo kept')
  array=$(submit "$@" --hold --array=1-3 --wrap true)
  later=$(submit "$@" --dependency="afterok:$runs" --wrap true)
  last=$(submit "$@" --begin=now+2days --wrap true)
  touch "$RW/submitted"
  within 60 test "$RW/state/job_state" -nt "$RW/submitted" || fail "restore: slurmctld writes its state down"

  try "restore: the state of a slurmctld that runs is copied" in_state state-save.sh
  lost=$(submit "$@" --hold --wrap true)
  kill_controller KILL
  find "$RW/state" -mindepth 1 -delete
  try "restore: the state of another cluster is refused, and changes nothing" refused_of_another
  try "restore: the copy is put back" in_state state-restore.sh
  start_controller || { fail "restore: slurmctld starts with the copy: $(log_errors | grep ^fatal | head -n 3 | paste -sd';')"; return; }

  try "restore: jobs that waited wait: held, after another, until a time" every waits "$(printf '%s\n' "$held" "$later" "$last")"
  try "restore: an array has all its tasks" elements "$array" 3
  try "restore: what a job was to run is what was submitted" same_script "$held"
  try "restore: a job that ran goes on" within 60 runs "$runs"
  try "restore: a job that came after the copy is gone" is_unknown "$lost"
  next=$(submit "$@" --hold --wrap true)
  if [ "${next:-0}" -gt "$last" ]; then pass "restore: numbers of jobs go on after the last of the copy"; else fail "restore: number ${next:-none} comes after $last"; fi
  cancel_all
}
