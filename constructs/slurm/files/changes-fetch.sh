#!/usr/bin/env bash
set -euo pipefail
# insert: position
server=(--host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER")
dumped=$(<"$FOLDER/dumped")

# the beginning of a dump is no whole file
position=$({ gzip --decompress --stdout "$FOLDER/head.sql.gz" 2>/dev/null || true; } | position_of)
[ -n "$position" ] || {
  echo "the last dump does not say where in the log of changes it stands: it is from before there was one. Make another one." >&2
  exit 1
}
first=${position% *}
mkdir --parents "$FOLDER/changes"
cd "$FOLDER/changes"
until=$(mariadb "${server[@]}" --batch --skip-column-names --execute "select unix_timestamp()")
mariadb-binlog "${server[@]}" --read-from-remote-server --raw --to-last-log "$first"
# a server that was made anew begins with the same names
made=$(od --address-radix=n --format=u4 --skip-bytes=4 --read-bytes=4 "$first")
if [ "$made" -gt "$dumped" ]; then
  echo "the log of changes begins after the last dump: the server is another one. Make another dump." >&2
  exit 1
fi
echo "$position $until" >position
tar --create --gzip --file "$DUMP" -- *
echo "changes of $DB_NAME until $(date --utc --date "@$until" '+%F %T') UTC: $(stat --format=%s "$DUMP") bytes"
