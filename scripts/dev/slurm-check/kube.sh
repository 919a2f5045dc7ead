#!/bin/bash
# kubectl of the sandbox: the nodes of Slurm, a pod on each, and one ConfigMap. What is done to machines, the harness does.
W=$(cd "$(dirname "$0")/.." && pwd)
case "$1 $2" in
  "get nodes")
    # of the pool that -l group=… names
    for word; do [[ $word != group=* ]] || group=${word#group=}; done
    awk -F'\t' -v group="${group:-}" '$2 == group { print $1 "|none|True|" }' "$W/etc/nodes"
    ;;
  "get pods") awk -F'\t' '{ print $1 "|slurmd-" $1 "|" $1 }' "$W/etc/nodes" ;;
  "get configmap")
    case $* in
      *resourceVersion*) echo 1 ;;
      *'"memory"'*) cat "$W/repair/memory" 2>/dev/null ;;
      *'"journal"'*) cat "$W/repair/journal" 2>/dev/null ;;
    esac
    exit 0
    ;;
  "patch configmap")
    patch=$(cat)
    for key in memory journal; do
      value=${patch#*\""$key"\":\"}
      [ "$value" = "$patch" ] || printf '%b' "${value%%\"*}" >"$W/repair/$key"
    done
    ;;
  "exec slurmd-"*) printf '%s' "${*: -1}" >"$W/repair/do.${2#slurmd-}" ;;
  "delete pod") printf restart >"$W/repair/do.${3#slurmd-}" ;;
  *) echo "nobody expects kubectl $*" >&2; exit 1 ;;
esac
