#!/usr/bin/env bash
# Has a link gone down, or a peer been out of reach, since the last look? The first look only remembers what it sees.
set -u
shopt -s nullglob
seen=${RAILYARD_STATE:-/run/railyard}/counters
now=
for file in "${RAILYARD_SYSFS:-/sys}/$FABRIC_SYSFS"/*/ports/*/{counters/link_downed,hw_counters/unresponsive_remote_events,hw_counters/retrans_timeout_events}; do
  count=$(cat "$file" 2>/dev/null)
  [[ $count =~ ^[0-9]+$ ]] || continue
  device=${file%/ports/*}
  now+="${device##*/} ${file##*/} $count"$'\n'
done
[ -n "$now" ] || exit 0
before=$(cat "$seen" 2>/dev/null)
mkdir -p "${seen%/*}" && printf '%s' "$now" >"$seen" || exit 2
[ -n "$before" ] || exit 0
awk 'NR == FNR { before[$1 " " $2] = $3; next }
  ($1 " " $2) in before && $3 > before[$1 " " $2] { print $2 " of " $1 " rose by " $3 - before[$1 " " $2]; found = 1; exit }
  END { exit found }' <(printf '%s\n' "$before") <(printf '%s' "$now")
