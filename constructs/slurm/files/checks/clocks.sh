#!/usr/bin/env bash
# Does the hardware of a GPU hold its clocks down, for heat or for power?
set -u
# drivers before 535 know the older name alone
for word in clocks_event_reasons clocks_throttle_reasons; do
  told=$(nvidia-smi --query-gpu="index,$word.hw_thermal_slowdown,$word.hw_power_brake_slowdown" --format=csv,noheader 2>/dev/null) && break
  told=
done
[ -n "$told" ] || exit 2
awk -F', *' '
  $2 == "Active" { print "GPU " $1 " is slowed down for heat"; found = 1; exit }
  $3 == "Active" { print "GPU " $1 " is slowed down for power"; found = 1; exit }
  END { exit found }' <<<"$told"
