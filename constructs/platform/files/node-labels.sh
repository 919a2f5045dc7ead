#!/usr/bin/env bash
# values:
__pause=30 # Seconds between two looks.
# end of values
# Labels nodes that somebody else registers with how their GPUs are shared. Prints what it changes.
set -uo pipefail

# selector of the pool's nodes, then labels
labels() {
  local selector=$1
  shift
  kubectl label nodes -l "$selector" --overwrite "$@" | grep -v ' not labeled$'
}
# takes away what an earlier sharing left on nodes whose GPUs are whole now
whole() {
  kubectl label nodes -l "$1,nvidia.com/device-plugin.config" nvidia.com/device-plugin.config- | grep -v ' not labeled$'
  kubectl label nodes -l "$1,nvidia.com/gpu.workload.config" nvidia.com/gpu.workload.config- | grep -v ' not labeled$'
  kubectl label nodes -l "$1,nvidia.com/mig.config,nvidia.com/mig.config!=all-disabled" --overwrite nvidia.com/mig.config=all-disabled |
    grep -v ' not labeled$'
}

run_once() {
  # insert: pools
  :
}

while :; do
  run_once
  touch "${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "${1:-}" = --once ] && exit 0
  sleep "${__pause}"
done
