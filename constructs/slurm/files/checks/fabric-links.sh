#!/usr/bin/env bash
# Is each port of the fabric active? A file "state" of a port says "4: ACTIVE".
set -u
shopt -s nullglob
for file in "${RAILYARD_SYSFS:-/sys}/$FABRIC_SYSFS"/*/ports/*/state; do
  state=$(cat "$file" 2>/dev/null) || exit 2
  [[ $state == *ACTIVE* ]] && continue
  port=${file%/state}
  device=${port%/ports/*}
  echo "port ${port##*/} of ${device##*/} is ${state#*: }"
  exit 1
done
exit 0
