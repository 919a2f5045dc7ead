# Sourced by harness.sh: what the hours of nodes do to a running Slurm. Nodes run for an hour, jobs for 45 minutes of it.

RESERVATION=railyard-off-hours
REASON="railyard: off hours"

# The script as the pod of a Job would run it, with the time of the Job in its name.
off_hours() {
  inside env RAILYARD_POLL=1 RAILYARD_JOB="off-hours-$1-$(($(date +%s) / 60))" bash "$W/etc/off-hours.sh" "$1" \
    >>"$RW/off-hours.out" 2>&1
}
watch_hours() {
  off_hours start &
  watcher=$!
}
# The script itself is told to end, as Kubernetes would tell it, not the shell that waits for it.
end_watch() {
  kill "$(ps -o pid= --ppid "$watcher" | head -n 1)" 2>/dev/null
  wait "$watcher" 2>/dev/null
}
is_watching() { kill -0 "$watcher" 2>/dev/null; }

hours_nodes() {
  local groups name group
  groups=$(sed -nE 's/^groups="(.*)"/\1/p' "$RW/etc/off-hours.sh")
  cut -f1,2 "$RW/etc/nodes" | while read -r name group; do case $groups in *",$group,"*) echo "$name" ;; esac; done | sort
}
reserved() {
  local list
  list=$(query scontrol show reservation "$RESERVATION" -o 2>/dev/null | sed -nE 's/.* Nodes=([^ ]*).*/\1/p')
  [ -z "$list" ] || inside scontrol show hostnames "$list" | sort
}
is_reserved() { [ -n "$1" ] && [ "$(reserved)" = "$1" ]; }
is_free() { [ -z "$(reserved)" ]; }
is_drained() { [[ $(of_node "$1" State) == *DRAIN* ]] && [[ $(reason_of "$1") == "$REASON"* ]]; }
all_are() { local name; for name in $2; do "$1" "$name" || return 1; done; }
stays_pending() { sleep 4 && [[ $(state_of "$1") == PENDING* ]]; }
messages() { echo "$(tail -n 2 "$RW/off-hours.out" 2>/dev/null | paste -sd';' | head -c 300)"; }
# words condition …: machines of CI have much to do
expect() { local words=$1; shift; if within 180 "$@"; then pass "hours: $words"; else fail "hours: $words: $(echo $(reserved)) $(messages)"; fi; }

check_off_hours() {
  local PROMISE=hours
  local all first second rest short long group node
  all=$(hours_nodes)
  node=$(head -n 1 <<<"$all")
  [ -n "$node" ] || { note "hours: no nodes follow them"; return; }
  group=$(awk -F'\t' -v node="$node" '$1 == node { print $2 }' "$RW/etc/nodes")
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group")
  # the partition may allow no job as long as the hours of this check are
  update partitionname="$2" maxtime=60
  : >"$RW/off-hours.out"

  watch_hours
  expect "nodes that answer are reserved from the drain on" is_reserved "$all"
  long=$(submit "$@" -t 50 --wrap 'sleep 2400')
  short=$(submit "$@" -t 40 --wrap 'sleep 2400')
  expect "a job that would be done starts" runs "${short:-0}"
  expect "a job that would not be done waits" stays_pending "${long:-0}"
  query scancel --quiet "${long:-0}" 2>/dev/null

  # not the node of the job: that would end it
  rest=$(grep -vxF "$(query squeue -h -j "${short:-0}" -o %N)" <<<"$all")
  if [ -n "$rest" ] && runs "${short:-0}"; then
    second=$(head -n 1 <<<"$rest")
    update nodename="$second" state=down reason=check
    expect "a node that is down leaves the reservation" is_reserved "$(grep -vx "$second" <<<"$all")"
    update nodename="$second" state=resume
    expect "it joins again when it is back" is_reserved "$all"
  fi

  kill "$controller"
  wait "$controller" 2>/dev/null
  sleep 3
  if start_controller && is_watching && within 180 is_reserved "$all"; then
    pass "hours: a controller that is away for a while changes nothing"
  else
    fail "hours: a controller that was away: $(echo $(reserved)) $(messages)"
  fi

  off_hours drain || fail "hours: the drain fails: $(messages)"
  expect "all nodes take no more jobs at the drain" all_are is_drained "$all"
  expect "no reservation is left that would keep their records" is_free
  if runs "$short"; then pass "hours: a job that still runs is left to its end"; else fail "hours: the drain ends a job: $(state_of "$short")"; fi
  end_watch
  if off_hours drain && all_are is_drained "$all"; then pass "hours: a second drain changes nothing"; else fail "hours: a second drain: $(messages)"; fi
  cancel_all

  first=$(tail -n 1 <<<"$all")
  update nodename="$first" state=drain reason="by hand"
  watch_hours
  by_hand() { [[ $(reason_of "$first") == "by hand"* ]]; }
  others=$(grep -vx "$first" <<<"$all")
  [ -z "$others" ] || expect "nodes take jobs again at the next start" all_are is_idle "$others"
  expect "a node that somebody drained stays so" by_hand
  update nodename="$first" state=resume
  expect "and they are reserved again" is_reserved "$all"
  end_watch
  expect "a run that is ended gives the reservation back" is_free
  watch_hours
  expect "a second start ends as the first" is_reserved "$all"

  echo $(($(date +%s) + 86400)) >"$RW/etc/paused-until"
  expect "a pause takes the reservation back while it runs" is_free
  if off_hours drain && all_are is_idle "$all"; then pass "hours: a pause keeps nodes at the drain"; else fail "hours: a pause: $(messages)"; fi
  end_watch
  echo 0 >"$RW/etc/paused-until"
  inside scontrol delete ReservationName="$RESERVATION" 2>/dev/null
}
