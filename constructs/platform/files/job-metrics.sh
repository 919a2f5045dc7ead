# shellcheck shell=sh
# A folder for each job lies in $JOBS, and its user writes what is in it. So names, labels and numbers are taken that there can be, of
# that job, and nothing else: whoever reads metrics of nodes and GPUs here must find none that a user made up. Of checkpoints these
# are the names of railyard_telemetry.py: those of the agent of tiers are its own. What nobody has written for an hour is of a process
# that is gone.
files() {
  find "./$1" -mindepth 1 -maxdepth 1 -type f -name '*.prom' -mmin -60 2> /dev/null | head -n 1024
}
# Of a job on a node a thousand series at the most: its ranks have three each. One job takes no room from others.
told() {
  files "$1" | while IFS= read -r file; do
    timeout 5 head -c 16384 "$file" 2> /dev/null | awk -v job="$1" '
      NR > 96 { exit }
      !/^railyard_(training_[a-z_]+|checkpoint_(last_success_timestamp|last_duration)_seconds|checkpoint_(successes|failures)_total)\{hpc_job="[0-9]+"(,team="[A-Za-z0-9_.:\/-]+")?(,rank="[0-9]+")?\} (-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|nan|-?inf)$/ { next }
      length($0) > 300 { next }
      index($0, "{hpc_job=\"" job "\"") { print }'
  done | head -n 1000
}
taken() {
  cd "$JOBS" 2> /dev/null || return 0
  find . -mindepth 1 -maxdepth 1 -type d 2> /dev/null | while IFS=/ read -r _ job; do
    case $job in '' | *[!0-9]*) continue ;; esac
    told "$job"
  done | LC_ALL=C sort
}
metrics() {
  awk '
    seen[$1]++ { next }
    { name = substr($1, 1, index($1, "{") - 1) }
    name != last { print "# TYPE " name " " (name ~ /_total$/ ? "counter" : "gauge"); last = name }
    { print }'
}
# what ends before its time leaves the metrics of before
collect() {
  (taken) > "$OUT/jobs.taken" && metrics < "$OUT/jobs.taken" > "$OUT/jobs.prom.new" && mv "$OUT/jobs.prom.new" "$OUT/jobs.prom"
}
while collect; do sleep 15 || exit; done
