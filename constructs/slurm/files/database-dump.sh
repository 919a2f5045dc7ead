#!/usr/bin/env bash
# values:
__position=""
# end of values
set -euo pipefail
server=(--host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER")

# shellcheck disable=SC2086
mariadb-dump "${server[@]}" ${__position}--single-transaction --quick --routines --triggers --skip-lock-tables "$DB_NAME" | gzip >"$DUMP"
gzip --test "$DUMP"
[[ $(gzip --decompress --stdout "$DUMP" | tail -n 1) == "-- Dump completed"* ]] || {
  echo "the dump has no end: it is not kept" >&2
  exit 1
}
echo "dumped $DB_NAME: $(stat --format=%s "$DUMP") bytes"
