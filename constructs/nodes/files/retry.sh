# shellcheck shell=bash
retry() {
  for pause in 5 15 30 60; do
    "$@" && return 0
    log "retrying in $pause s: $*"
    sleep "$pause"
  done
  "$@"
}
