# shellcheck shell=sh
# Checks of drift leave a file each in $IN, where everybody may write: of $DATASETS alone, by name, numbers that there can be are taken,
# of the newest check of each. What nobody has written for a month is of a check that nobody runs any more.
files() {
  cd "$IN" 2> /dev/null || return
  find . -mindepth 1 -maxdepth 1 -type f -name '*.prom' -mtime -30 2> /dev/null | head -n 1024
}
# A line for each metric, with the time of its check before it.
taken() {
  now=$(date +%s)
  files | while IFS= read -r path; do
    timeout 5 head -c 4096 "$IN/$path" 2> /dev/null | awk -v names="$DATASETS" -v now="$now" '
      BEGIN { count = split(names, listed, " "); for (at = 1; at <= count; at++) known[listed[at]] = 1 }
      NR > 32 { exit }
      length($0) > 200 { next }
      !/^railyard_drift_(drifted|columns|columns_drifting|rows|psi_max|ks_max|last_check_timestamp_seconds)\{dataset="[a-z0-9-]+"\} [0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/ { next }
      { name = $1; sub(/^[^"]*"/, "", name); sub(/".*/, "", name) }
      !(name in known) { next }
      of != "" && name != of { next }
      { of = name; line[++lines] = $0 }
      /^railyard_drift_last_check_timestamp_seconds/ { time = $2 }
      END { if (time + 0 > 0 && time + 0 <= now + 300) for (at = 1; at <= lines; at++) print time, of, line[at] }'
  done
}
metrics() {
  awk '
    { line = $3 " " $4; if (!($2 in newest) || $1 + 0 > newest[$2] + 0) newest[$2] = $1; time[NR] = $1; of[NR] = $2; text[NR] = line }
    END { for (at = 1; at <= NR; at++) if (time[at] == newest[of[at]]) print text[at] }' | LC_ALL=C sort | awk '
    seen[$1]++ { next }
    { name = substr($1, 1, index($1, "{") - 1) }
    name != last { print "# TYPE " name " gauge"; last = name }
    { print }'
}
collect() {
  taken | metrics > "$OUT/drift.prom.new" && mv "$OUT/drift.prom.new" "$OUT/drift.prom"
}
while collect; do sleep 60 || exit; done
