#!/usr/bin/env bash
# shellcheck disable=SC1091,SC2034
# values:
__xids="48 79" # XIDs after which a GPU or its node needs a reset, a reboot or replacement.
__sxids="20034 fatal" # SXids of NVSwitches after which GPUs or their node do; `fatal`: all that the driver calls so.
# end of values
# Drains this node when its hardware is broken. Exit code 0, whatever is found: slurmd only logs it.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# insert: unset
[ -r "$here/node.env" ] && . "$here/node.env"
SYSFS=${RAILYARD_SYSFS:-/sys}
UPTIME=${RAILYARD_UPTIME:-/proc/uptime}
node=${SLURMD_NODENAME:-$(hostname -s)}

# Two intervals: an XID is seen at least once, and does not drain a node again that was repaired and resumed.
recent_seconds=600

drain() {
  local state
  state=$(timeout 10 scontrol show node "$node" -o 2>/dev/null | sed -nE 's/.* State=([^ ]+).*/\1/p')
  # not registered yet, or somebody's already
  case $state in "" | *DRAIN*) exit 0 ;; esac
  timeout 10 scontrol update "nodename=$node" state=drain "reason=railyard: $1"
  exit 0
}

check_gpus() {
  local found status failed
  [ "$EXPECTED_GPUS" -gt 0 ] || return 0
  found=$(timeout 30 nvidia-smi -L 2>/dev/null)
  status=$?
  [ "$status" = 124 ] && drain "nvidia-smi hangs"
  found=$(grep -c '^GPU ' <<<"$found")
  [ "$found" -ge "$EXPECTED_GPUS" ] || drain "$found of $EXPECTED_GPUS GPUs answer"
  failed=$(timeout 30 nvidia-smi --query-remapped-rows=gpu_bus_id,remapped_rows.failure --format=csv,noheader 2>/dev/null |
    awk -F', *' '$2 == "1" || tolower($2) == "yes" { print $1; exit }')
  [ -z "$failed" ] || drain "GPU $failed cannot remap a broken memory row"
}

# Reads the kernel's messages of the last minutes: "<4>[ 4242.123456] NVRM: Xid (PCI:0000:53:00): 79, …"
check_xids() {
  local now found
  [ "$EXPECTED_GPUS" -gt 0 ] || return 0
  now=$(cut -d. -f1 "$UPTIME" 2>/dev/null) || return 0
  found=$(timeout 10 dmesg --syslog --raw 2>/dev/null | tail -n 5000 |
    awk -v now="$now" -v seconds="$recent_seconds" -v xids=" ${__xids} " -v sxids=" ${__sxids} " '
# insert: kernel_line
# insert: finding
')
  [ -z "$found" ] || drain "$found"
}

# insert: fabric_checks
# insert: shared_paths

check_gpus
check_xids
# insert: fabric_calls
check_shared_path
exit 0
