#!/usr/bin/env bash
set -euo pipefail
shopt -s nullglob
cd "$STATE"

# slurmctld puts a whole file in the place of another, and for a moment there is none: then it is tried again.
# What jobs are comes before their scripts: a job that ends in between is one that a restore would start again anyway.
save() {
  local names=() code=0
  for name in *; do
    case $name in hash.* | lost+found | *.new) ;; *) names+=("$name") ;; esac
  done
  # slurmctld would not start without them; usage is there five minutes after its first start
  for name in job_state clustername assoc_usage qos_usage; do [ -s "$name" ] || return 1; done
  # 1: a folder lost a job while it was read
  tar --create --gzip --file="$DUMP" -- job_state "${names[@]}" hash.* || code=$?
  [ "$code" -le 1 ]
}
for wait in 2 2 2 2 0; do
  if save; then
    gzip --test "$DUMP"
    echo "saved the state of $(head -n 1 clustername | cut -d"|" -f1): $(stat --format=%s "$DUMP") bytes"
    exit 0
  fi
  sleep "$wait"
done
echo "there is no whole state of slurmctld in $STATE, which has $(find . -mindepth 1 -maxdepth 1 -printf '%f '): nothing is kept" >&2
exit 1
