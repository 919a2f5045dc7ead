# shellcheck shell=bash
# insert: position
if [ -n "$AT" ]; then
  mkdir --parents "$FOLDER/changes"
  tar --extract --gzip --file "$FOLDER/changes.tar.gz" --directory "$FOLDER/changes"
  read -r first begin until <"$FOLDER/changes/position"
  dumped=$({ gzip --decompress --stdout "$DUMP" || true; } 2>/dev/null | sed 100q | position_of)
  if [ "$dumped" != "$first $begin" ]; then
    echo "the changes in the bucket are of another dump: they begin at $first $begin, and the dump stands at ${dumped:-no place}. Nothing was changed." >&2
    exit 1
  fi
  replay=(--database="$DB_NAME" --start-position="$begin" --skip-gtid-strict-mode)
  if [ "$AT" = latest ]; then
    AT=@$until
  elif [ "$(date --utc --date "$AT" +%s)" -gt "$until" ]; then
    echo "the changes in the bucket reach until $(date --utc --date "@$until" '+%F %T') UTC. Nothing was changed." >&2
    exit 1
  else
    replay+=(--stop-datetime="$(date --utc --date "$AT" '+%F %T')")
  fi
  changes=("$FOLDER/changes/$first")
  for file in "$FOLDER/changes/${first%.*}".*; do
    if [[ $file > "$FOLDER/changes/$first" ]]; then changes+=("$file"); fi
  done
  # times of the log are told in the zone of who reads it
  TZ=UTC mariadb-binlog "${replay[@]}" "${changes[@]}" >/dev/null
fi
