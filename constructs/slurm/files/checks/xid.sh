#!/usr/bin/env bash
# values:
__xids="48 79" # XIDs that are findings.
__seconds=600 # How old a message may be: an XID is seen at least once, and not again after the node was mended.
# end of values
# Has the driver told of one of these XIDs? "[ 4242.123456] NVRM: Xid (PCI:0000:53:00): 79, …"
set -u
now=$(cut -d. -f1 "${RAILYARD_UPTIME:-/proc/uptime}" 2>/dev/null) || exit 2
messages=$(dmesg 2>/dev/null) || exit 2
while IFS= read -r line; do
  [[ $line =~ ^\[\ *([0-9]+)\.[0-9]+\]\ NVRM:\ Xid\ \(PCI:([0-9A-Fa-f:.]+)\):\ ([0-9]+), ]] || continue
  [ "$((now - BASH_REMATCH[1]))" -le "${__seconds}" ] || continue
  [[ " ${__xids} " == *" ${BASH_REMATCH[3]} "* ]] || continue
  echo "XID ${BASH_REMATCH[3]} on GPU ${BASH_REMATCH[2]}"
  exit 1
done < <(tail -n 5000 <<<"$messages")
exit 0
