# shellcheck shell=bash disable=SC2154
if [ -n "$AT" ]; then
  TZ=UTC mariadb-binlog "${replay[@]}" "${changes[@]}" | mariadb "${server[@]}"
  echo "and what changed since: it is as it was at $(date --utc --date "$AT" '+%F %T') UTC"
fi
