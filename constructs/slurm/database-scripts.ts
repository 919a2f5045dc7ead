/** Folder between the two containers of a pod, and the dump in it. */
export const DUMP_FOLDER = "/backup";

/** Where things are is in the environment: `DB_HOST`, `DB_PORT`, `DB_USER`, `DB_NAME`, `MYSQL_PWD`, and `DUMP`. */
const HEAD = `#!/usr/bin/env bash
set -euo pipefail
server=(--host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER")
`;

/** Dumps the accounting database as it was at one moment, without a lock on it. A dump that is not whole is an error. */
export const DUMP_SCRIPT = `${HEAD}
mariadb-dump "\${server[@]}" --single-transaction --quick --routines --triggers --skip-lock-tables "$DB_NAME" | gzip >"$DUMP"
gzip --test "$DUMP"
[[ $(gzip --decompress --stdout "$DUMP" | tail -n 1) == "-- Dump completed"* ]] || {
  echo "the dump has no end: it is not kept" >&2
  exit 1
}
echo "dumped $DB_NAME: $(stat --format=%s "$DUMP") bytes"
`;

/**
 * Keeps one dump of each day of the week, one of each month, and the latest: the number of objects does not grow.
 * `TARGET` is the bucket and prefix.
 */
export const UPLOAD_SCRIPT = `#!/usr/bin/env bash
set -euo pipefail
names=("day-$(date -u +%u)" latest)
if [ "$(date -u +%d)" = 01 ]; then names+=("month-$(date -u +%m)"); fi
for name in "\${names[@]}"; do
  aws s3 cp --only-show-errors "$DUMP" "$TARGET$name.sql.gz"
  echo "kept as $TARGET$name.sql.gz"
done
`;

/** Fetches a dump; `BACKUP` is its name, such as `latest` or `day-3`. */
export const DOWNLOAD_SCRIPT = `#!/usr/bin/env bash
set -euo pipefail
aws s3 cp --only-show-errors "$TARGET$BACKUP.sql.gz" "$DUMP"
`;

/** Puts a dump in the place of what the database has. Not while slurmdbd is connected: it would write into both. */
export const RESTORE_SCRIPT = `${HEAD}
gzip --test "$DUMP"
others=$(mariadb "\${server[@]}" --batch --skip-column-names --execute \
  "select count(*) from information_schema.processlist where db = '$DB_NAME' and id <> connection_id()")
if [ "$others" != 0 ]; then
  echo "$others connections to $DB_NAME are open: stop slurmdbd first. Nothing was changed." >&2
  exit 1
fi
mariadb "\${server[@]}" --execute "drop database if exists \\\`$DB_NAME\\\`; create database \\\`$DB_NAME\\\`"
gzip --decompress --stdout "$DUMP" | mariadb "\${server[@]}" "$DB_NAME"
echo "restored $DB_NAME"
`;
