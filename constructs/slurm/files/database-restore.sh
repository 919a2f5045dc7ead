#!/usr/bin/env bash
set -euo pipefail
server=(--host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER")

gzip --test "$DUMP"
others=$(mariadb "${server[@]}" --batch --skip-column-names --execute   "select count(*) from information_schema.processlist where db = '$DB_NAME' and id <> connection_id()")
if [ "$others" != 0 ]; then
  echo "$others connections to $DB_NAME are open: stop slurmdbd first. Nothing was changed." >&2
  exit 1
fi
# insert: check
mariadb "${server[@]}" --execute "drop database if exists \`$DB_NAME\`; create database \`$DB_NAME\`"
gzip --decompress --stdout "$DUMP" | mariadb "${server[@]}" "$DB_NAME"
when=$(gzip --decompress --stdout "$DUMP" | tail -n 1)
echo "restored $DB_NAME as it was at ${when#-- Dump completed on }"
# insert: replay
