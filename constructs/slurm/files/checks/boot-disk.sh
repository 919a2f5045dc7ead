#!/usr/bin/env bash
# Has the disk of containers and logs less than 5 % left, or is it read-only?
set -u
folder=${RAILYARD_BOOT_DISK:-/var/log}
used=$(df --output=pcent "$folder" 2>/dev/null | tail -n 1)
used=${used//[ %]/}
[[ $used =~ ^[0-9]+$ ]] || exit 2
[ "$used" -le 95 ] || { echo "the disk below $folder is $used % full"; exit 1; }
file=$(mktemp "$folder/.railyard-check.XXXXXX" 2>/dev/null) || { echo "nothing can be written to $folder"; exit 1; }
rm -f "$file"
exit 0
