#!/usr/bin/env bash
# Is more than a tenth of /dev/shm taken by files of people who run nothing here?
set -u
folder=${RAILYARD_SHM:-/dev/shm}
size=$(df --output=size -B1 "$folder" 2>/dev/null | tail -n 1)
[[ ${size// /} =~ ^[0-9]+$ ]] || exit 2
while read -r bytes uid; do
  [ "$bytes" -gt $((size / 10)) ] || continue
  # people alone: files of the node's own programs are theirs to keep
  if [ "$uid" -lt 1000 ] || pgrep -u "$uid" >/dev/null; then continue; fi
  echo "$((bytes >> 20)) MiB of $folder are files of user $uid, who runs nothing here"
  exit 1
done < <(find "$folder" -xdev -type f -printf '%U %b\n' 2>/dev/null | awk '{ sum[$1] += $2 * 512 } END { for (uid in sum) printf "%d %d\n", sum[uid], uid }')
exit 0
