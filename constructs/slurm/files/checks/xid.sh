#!/usr/bin/env bash
# shellcheck disable=SC2016
# values:
__xids="48 79" # XIDs that are findings.
__sxids="20034 fatal" # SXids of NVSwitches that are; `fatal`: all that the driver calls so.
__seconds=600 # How old a message may be: one is seen at least once, and not again after the node was mended.
# end of values
# Has the driver told of one of these? "<4>[ 4242.123456] NVRM: Xid (PCI:0000:53:00): 79, …"
set -u
now=$(cut -d. -f1 "${RAILYARD_UPTIME:-/proc/uptime}" 2>/dev/null) || exit 2
messages=$(dmesg --syslog --raw 2>/dev/null) || exit 2
found=$(tail -n 5000 <<<"$messages" | awk -v now="$now" -v seconds="${__seconds}" -v xids=" ${__xids} " -v sxids=" ${__sxids} " '
# insert: kernel_line
# insert: finding
') || exit 2
[ -n "$found" ] || exit 0
echo "$found"
exit 1
