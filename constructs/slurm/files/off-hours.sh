#!/usr/bin/env bash
# shellcheck disable=SC2004
# values:
__groups=,gpu, # Features of the nodes, with commas around each.
__pause_file=paused-until # File beside the script.
__reservation=railyard-off-hours # Reservation of the nodes.
__reason="railyard: off hours" # Why nodes are drained.
__open_seconds=36000 # From the start of nodes until they take no more jobs.
__drain_seconds=1800 # From then until they go.
# end of values
# Tells Slurm that nodes come (start) or are about to go (drain).
set -euo pipefail
groups=$__groups
here=$(dirname "${BASH_SOURCE[0]}")

# When this was meant to begin: Kubernetes ends the name of a CronJob's Job with it, in minutes since 1970.
scheduled() {
  local now minutes=${RAILYARD_JOB:-}
  now=$(date +%s)
  minutes=${minutes##*-}
  if [[ $minutes =~ ^[0-9]{8}$ ]] && [ $((minutes * 60)) -le "$now" ] && [ $((minutes * 60)) -gt $((now - 86400)) ]; then
    echo $((minutes * 60))
  else
    echo "$now"
  fi
}

# Whether nodes stay at their end at $1: read each time, for a pause may come while this runs.
paused() { [ "$1" -lt "$(cat "$here/${__pause_file}" 2> /dev/null || echo 0)" ]; }

# Lines "node state reason" of the groups' nodes, or of all, each once.
nodes() {
  local name features state reason feature
  sinfo -h -N -o '%N|%f|%T|%E' | sort -u | while IFS='|' read -r name features state reason; do
    for feature in ${features//,/ }; do
      case $groups in all | *",$feature,"*) echo "$name $state $reason" && break ;; esac
    done
  done
}

# Names of those that answer: records of nodes that are gone stay for a while.
names() { nodes | while read -r name state reason; do case $state in *'*' | down*) ;; *) echo "$name" ;; esac; done; }

there() { scontrol show reservation ${__reservation} > /dev/null 2>&1; }
release() { scontrol delete ReservationName=${__reservation} 2> /dev/null || true; }

# Reserves the nodes $2 from $1 on.
reserve() {
  if there; then
    scontrol update ReservationName=${__reservation} Nodes="$2"
  else
    scontrol create reservation ReservationName=${__reservation} StartTime=now+$(($1 - $(date +%s))) \
      Duration=UNLIMITED Users=root Flags=MAINT,IGNORE_JOBS Nodes="$2"
  fi
}

start() {
  local begins list known="" failures=0 name state reason
  begins=$(($(scheduled) + ${__open_seconds}))
  # who takes the hours away, takes this away: nothing else would end the reservation
  trap 'release; exit 143' TERM
  # one of the day before begins in the past
  release
  # of all groups, for one may have left the hours since
  groups=all nodes | while read -r name state reason; do
    [ "$reason" != "${__reason}" ] || scontrol update NodeName="$name" State=RESUME || true
  done
  # the rest is the drain's
  while [ "$(date +%s)" -lt $((begins - 60)) ]; do
    if ! list=$(names | paste -sd, -); then
      failures=$((failures + 1))
    elif paused $((begins + ${__drain_seconds})); then
      [ "$known" = paused ] || echo "the schedule is paused: nodes stay tonight"
      release
      known=paused failures=0
    elif [ -z "$list" ] || [ "$list" = "$known" ]; then
      failures=0
    elif reserve "$begins" "$list"; then
      known=$list failures=0
      echo "reserved from the end of the hours on: $list"
    else
      failures=$((failures + 1))
    fi
    # another pod may fare better
    [ "$failures" -lt 10 ] || return 1
    # a signal ends the wait, not the sleep
    sleep "${RAILYARD_POLL:-30}" &
    wait $!
  done
}

drain() {
  if paused $(($(scheduled) + ${__drain_seconds})); then
    echo "the schedule is paused: nodes stay tonight"
    return
  fi
  local name state reason
  nodes | while read -r name state reason; do
    case $state in *drain* | *down*) continue ;; esac
    scontrol update NodeName="$name" State=DRAIN Reason="${__reason}"
    echo "$name takes no more jobs"
  done
  # a record in a reservation cannot go with its node
  release
}

case ${1:-} in
  start | drain) "$1" ;;
  *) echo "usage: off-hours.sh start|drain" >&2 && exit 2 ;;
esac
