#!/usr/bin/env bash
# shellcheck disable=SC2004,SC2154,SC2317,SC2329
# values:
__poll_seconds=600 # After which this is started again.
__warn_seconds=68400 # Before nodes go: from then on jobs that run end with them.
__margin_seconds=120 # Before nodes go: time limits end.
__drain_seconds=600 # Before nodes go: nothing starts there any more.
__requeue_seconds=200 # Before nodes go: what still runs goes back to the queue.
__reason="railyard: the Capacity Block ends" # Why nodes are drained.
# end of values
# Ends jobs with the Capacity Blocks of their nodes: Slurm sends a job the signal that it asked for (--signal) before its end, and
# knows by its time limit alone when that is. Safe to run again.
set -euo pipefail
# moments below are of UTC
export TZ=UTC
now=$(date +%s)
failed=0
run() {
  local text
  if text=$(scontrol "$@" 2>&1); then return; fi
  # the job has ended meanwhile
  [[ $text != *"Invalid job id"* && $text != *"already finished"* ]] || return 0
  echo "scontrol $*: $text" >&2
  failed=1
}

# Lines "node state reason" of the nodes of a group.
nodes() { # group
  local name features state reason
  sinfo -h -N -o '%N|%f|%T|%E' | sort -u | while IFS='|' read -r name features state reason; do
    [[ ,$features, != *",$1,"* ]] || echo "$name $state $reason"
  done
}
# What stands at the end of the administrator's comment of a job whose limit was shortened: the limit that it had. It is given back
# when the job waits for its next run.
mark="railyard: its time limit was "
comment_of() { squeue -h --all -j "$1" -O admin_comment:400 2>/dev/null | sed -n '1{s/ *$//; s/^(null)$//; p}'; }

# Jobs that are back in the queue, by us or by themselves, get the limit that they had.
give_back() {
  local list job comment
  list=$(squeue -h --all -t PENDING -O jobid:20,admin_comment:400) || return 0
  while read -r job comment; do
    comment=${comment%"${comment##*[! ]}"}
    [[ $comment =~ ^(.*)"$mark"([0-9:-]+|UNLIMITED)$ ]] || continue
    echo "job $job has its time limit of ${BASH_REMATCH[2]} again"
    run update "JobId=$job" "TimeLimit=${BASH_REMATCH[2]}" "AdminComment=${BASH_REMATCH[1]}"
  done <<<"$list"
}

# Lines "job start end" of what runs on a node of a group.
jobs() { # group
  local list
  list=$(nodes "$1" | cut -d' ' -f1 | paste -sd, -)
  [ -z "$list" ] || squeue -h --all -t RUNNING -w "$list" -o '%A %S %e'
}

shorten() { # group, seconds since 1970 at which its nodes go
  local list job start end minutes had comment limit=$(($2 - $__margin_seconds))
  list=$(jobs "$1")
  while read -r job start end; do
    [ -n "$job" ] || continue
    # without a limit it has no end
    if end=$(date -d "$end" +%s 2>/dev/null) && [ "$end" -le "$limit" ]; then continue; fi
    start=$(date -d "$start" +%s)
    # Slurm counts in minutes, and none would be no limit
    minutes=$(((limit - start) / 60))
    [ "$minutes" -ge 1 ] || continue
    had=$(squeue -h --all -j "$job" -o %l 2>/dev/null | head -n 1)
    comment=$(comment_of "$job")
    echo "job $job ends with the Capacity Block of $1: its time limit is now $minutes minutes"
    if [[ $comment == *"$mark"* ]] || [ -z "$had" ]; then run update "JobId=$job" "TimeLimit=$minutes"
    else run update "JobId=$job" "TimeLimit=$minutes" "AdminComment=$comment$mark$had"; fi
  done <<<"$list"
}
drain() { # group, seconds
  local list name state reason
  list=$(nodes "$1")
  while read -r name state reason; do
    case $name:$state in :* | *drain* | *down* | *fail*) continue ;; esac
    run update "NodeName=$name" State=DRAIN "Reason=${__reason}"
  done <<<"$list"
  shorten "$1" "$2"
}
requeue() { # group
  local list job text _
  list=$(jobs "$1")
  while read -r job _; do
    [ -n "$job" ] || continue
    # one that may not be queued again, or that nobody could start again, ends at its limit
    if text=$(scontrol requeue "$job" 2>&1); then text="goes back to the queue"; fi
    echo "job $job, as the Capacity Block of $1 ends: $text"
  done <<<"$list"
  give_back
}
# A block that is longer now, or the next one: what was drained for the end of one takes jobs.
open() { # group
  local list name state reason
  list=$(nodes "$1")
  while read -r name state reason; do
    [ -z "$name" ] || [ "$reason" != "${__reason}" ] || run update "NodeName=$name" State=UNDRAIN
  done <<<"$list"
}

steps=()
block() { # group, seconds since 1970 at which its nodes go
  local left=$(($2 - now))
  if [ "$left" -le 0 ]; then
    echo "the Capacity Block of $1 is over"
    return
  fi
  if [ "$left" -gt "$__drain_seconds" ]; then
    open "$1"
    [ "$left" -gt "$__warn_seconds" ] || shorten "$1" "$2"
  fi
  # what comes before this is started again is waited for
  [ $((left - $__drain_seconds)) -lt "$__poll_seconds" ] || return 0
  steps+=("$(($2 - $__drain_seconds)) drain $1 $2" "$(($2 - $__requeue_seconds)) requeue $1 $2")
}

give_back
# insert: blocks
[ ${#steps[@]} -gt 0 ] || exit "$failed"
while read -r moment step group end; do
  now=$(date +%s)
  [ "$moment" -le "$now" ] || sleep $((moment - now))
  "$step" "$group" "$end"
done < <(printf '%s\n' "${steps[@]}" | sort -n)
exit "$failed"
