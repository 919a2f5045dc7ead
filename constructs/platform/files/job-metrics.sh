# shellcheck shell=sh
# A folder for each job lies in $JOBS, and its user writes what is in it. So names, labels and numbers are taken that there can be, of
# that job, and nothing else: whoever reads metrics of nodes and GPUs here must find none that a user made up. Of checkpoints these
# are the names of railyard_telemetry.py: those of the agent of tiers are its own. What nobody has written for an hour is of a process
# that is gone.
files() {
  cd "$JOBS" 2> /dev/null || return
  find . -mindepth 2 -maxdepth 2 -type f -name '*.prom' -mmin -60 2> /dev/null | head -n 4096
}
taken() {
  files | while IFS=/ read -r _ job name; do
    case $job in '' | *[!0-9]*) continue ;; esac
    timeout 5 head -c 16384 "$JOBS/$job/$name" 2> /dev/null | awk -v job="$job" '
      NR > 96 { exit }
      !/^railyard_(training_[a-z_]+|checkpoint_(last_success_timestamp|last_duration)_seconds|checkpoint_(successes|failures)_total)\{hpc_job="[0-9]+"(,team="[A-Za-z0-9_.:\/-]+")?(,rank="[0-9]+")?\} (-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|nan|-?inf)$/ { next }
      length($0) > 300 { next }
      index($0, "{hpc_job=\"" job "\"") { print }'
  done | LC_ALL=C sort
}
metrics() {
  awk '
    seen[$1]++ { next }
    { name = substr($1, 1, index($1, "{") - 1) }
    name != last { print "# TYPE " name " " (name ~ /_total$/ ? "counter" : "gauge"); last = name }
    { print }'
}
collect() {
  taken | metrics > "$OUT/jobs.prom.new" && mv "$OUT/jobs.prom.new" "$OUT/jobs.prom"
}
while collect; do sleep 15 || exit; done
