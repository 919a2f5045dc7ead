#!/usr/bin/env bash
# shellcheck disable=SC2154
# values:
__prefix=railyard-plan- # What names of reservations of config begin with.
# end of values
# Brings the reservations of config into Slurm, and ends those that config no longer has. Safe to run again.
set -euo pipefail
# moments below are of UTC
export TZ=UTC
failed=0
now=$(date +%s)

field() { scontrol show reservation "$1" -o 2>/dev/null | sed -nE "s/.*(^| )$2=([^ ]*).*/\2/p"; }
moment() { date -d "@$1" +%Y-%m-%dT%H:%M:%S; }
run() {
  local text
  if text=$(scontrol "$@" 2>&1); then return; fi
  echo "scontrol $*: $text" >&2
  failed=1
}
reserve() { # name, start and end in seconds since 1970, partition or none, who may use it, flags
  local name=${__prefix}$1 start=$2 end=$3 partition=$4 nodes=("Nodes=ALL")
  shift 4
  if [ "$end" -le "$now" ]; then
    echo "$name is over"
    return
  fi
  [ -z "$partition" ] || nodes+=("PartitionName=$partition")
  if [ -n "$(field "$name" StartTime)" ]; then
    local has
    has=$(field "$name" PartitionName)
    if [ "${has//(null)/}" = "$partition" ]; then
      # of one that has begun, the start is what it was
      local times=("EndTime=$(moment "$end")")
      [ "$start" -le "$now" ] || [ "$(field "$name" State)" = ACTIVE ] || times+=("StartTime=$(moment "$start")")
      # flags are given once: a new list of them is added to the old one
      run update ReservationName="$name" "${times[@]}" "$1"
      return
    fi
    run delete ReservationName="$name"
  fi
  # a time that has begun cannot be asked for
  if [ "$start" -le "$now" ]; then start=now; else start=$(moment "$start"); fi
  run create reservation ReservationName="$name" StartTime="$start" EndTime="$(moment "$end")" "${nodes[@]}" "$@"
}
end_others() { # names of config …
  local name
  while read -r name; do
    [[ " $* " == *" ${name#"${__prefix}"} "* ]] || run delete ReservationName="$name"
  done < <(scontrol show reservation -o 2>/dev/null | sed -nE 's/^ReservationName=(${__prefix}[^ ]*) .*/\1/p')
}

# insert: reservations
[ "$failed" -eq 0 ] || exit 1
