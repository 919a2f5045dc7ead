#!/usr/bin/env bash
# Is each NVMe controller live?
set -u
shopt -s nullglob
for file in "${RAILYARD_SYSFS:-/sys}"/class/nvme/*/state; do
  state=$(cat "$file" 2>/dev/null) || exit 2
  # one that is reset comes back by itself
  case $state in live | new | resetting | connecting) continue ;; esac
  controller=${file%/state}
  echo "${controller##*/} is $state"
  exit 1
done
exit 0
