#!/bin/bash
# Runs in a pod that shares the processes of its node, which bears a taint and takes no other pod: asks the node what its list of
# checks says, writes what came of it into a condition, and removes the taint once nothing is wrong. It looks again and again:
# what a device plugin or a person mends opens the node by itself.
# values:
__folder=/scripts # Folder with the list of checks and their scripts.
__sysfs=/proc/1/root/sys # What the kernel tells of devices, as the host sees it.
__taint=railyard.dev/startup-checks # Taint that keeps pods away.
__annotation=railyard.dev/startup-checks-boot # Annotation with the boot for which this script has set the taint.
__condition=StartupChecks # Condition of the node.
__taints=never # Whether it sets the taint itself once after each boot: after-boots or never.
__soon=15 # Seconds between the first looks.
__later=300 # Seconds between later ones.
__looks=40 # How many are the first.
# end of values
set -uo pipefail
# insert: facts
export RAILYARD_SYSFS=$__sysfs
tell() { echo "$(date --utc +%FT%TZ) $*"; }
# insert: host

# Sets status, reason and message from what all checks say.
look() {
  local rows lines fault name text silent=
  status=False reason=Unknown
  rows=$(cat "$__folder/checks" 2>/dev/null)
  message="the list of checks cannot be read"
  [ -n "$rows" ] || return
  message="no check could be started"
  lines=$(ask "$(grep -v '^dcgm ' <<<"$rows")") || return
  # diagnostics put load on the GPUs: of a node that is not sound they tell nothing
  if ! grep -q '^[^-]' <<<"$lines" && grep -q '^dcgm ' <<<"$rows"; then lines+=$'\n'$(ask "$(grep '^dcgm ' <<<"$rows")"); fi
  status=True reason=Passed message=
  while read -r fault name text; do
    case $fault in
      "") continue ;;
      -) silent+="${silent:+, }$name" && continue ;;
    esac
    # the first one says whose fault it is
    if [ $status = True ]; then status=False reason=${fault^}; fi
    message+="${message:+; }$name: $text"
  done <<<"$lines"
  [ -n "$message" ] || message="all checks passed"
  [ -z "$silent" ] || message+="; not asked: $silent"
  message=$(plain "$message" 900)
}

# Four lines: whether the taint is there, for which boot this script has set it, the boot, and the condition.
node() {
  kubectl get node "$NODE" -o go-template="{{range .spec.taints}}{{if eq .key \"$__taint\"}}closed{{end}}{{end}}
{{with .metadata.annotations}}{{with index . \"$__annotation\"}}{{.}}{{end}}{{end}}
{{.status.nodeInfo.bootID}}
{{range .status.conditions}}{{if eq .type \"$__condition\"}}{{.status}} {{.reason}} {{.message}}{{end}}{{end}}"
}

# Taints are one value of a node: kubectl reads all of them and writes them again. Whoever changes another one meanwhile is not
# overruled, as the policy of the API server then refuses this.
close() { # boot
  kubectl taint nodes "$NODE" "$__taint:NoSchedule" --overwrite >/dev/null &&
    kubectl annotate node "$NODE" "$__annotation=$1" --overwrite >/dev/null
}

# insert: write

open() { kubectl taint nodes "$NODE" "$__taint-" >/dev/null; }

# One look. Fails while the node is closed, or nobody knows whether it is.
turn() {
  local state closed for_boot boot condition
  state=$(node) || { tell "the cluster does not tell what the node is"; return 1; }
  { read -r closed; read -r for_boot; read -r boot; read -r condition; } <<<"$state"
  if [ "$__taints" = after-boots ] && [ -n "$boot" ] && [ "$for_boot" != "$boot" ]; then
    close "$(plain "$boot" 63)" || return 1
    tell "closed, to be checked"
    closed=closed
  fi
  [ -n "$closed" ] || return 0
  look
  tell "$reason: $message"
  # who reads the condition must not see a node open without it
  write "$condition" || return 1
  [ "$status" = True ] || return 1
  open || return 1
  tell "takes pods"
}

looks=0
until [ "$looks" = "${RAILYARD_LOOKS:-}" ]; do
  looks=$((looks + 1))
  pause=$__later
  if turn; then
    looks_closed=0
  else
    looks_closed=$((${looks_closed:-0} + 1))
    [ "$looks_closed" -gt "$__looks" ] || pause=$__soon
  fi
  sleep "$pause"
done
