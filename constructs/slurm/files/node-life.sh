#!/usr/bin/env bash
# shellcheck disable=SC2016
# values:
__namespace=slurm # Of the pods of slurmd.
__pause=30 # Seconds between two looks.
__mark=railyard.dev/cordoned-for # Annotation of a node that this script has cordoned: why.
__fault=railyard.dev/fault # Its label: whose fault it is. kubectl get nodes -l lists what is to be mended.
__operator=nodeset.slinky.slurm.net/node-cordon-reason # From which the operator of Slurm takes the reason of its drain.
__programs="13 31 43 94 126" # XIDs that programs cause.
__silent=300 # Seconds for which a node is not ready before it is cordoned.
__steady=600 # Seconds for which its conditions are good before it is opened again.
# end of values
# Cordons nodes that checks of Slurm have drained, once no job is on them, and nodes that Kubernetes finds broken, which the
# operator of Slurm drains then. Opens them when the reason is gone. A cordon of somebody else is theirs.
set -uo pipefail
now=$(date +%s)
age() { echo $((now - $(date -d "$1" +%s 2>/dev/null || echo "$now"))); }

# Reasons of drains of ours: "railyard: hardware: gpu-count: 7 of 8 GPUs answer", and of nodes that are not given back. Prints what
# comes after the first words.
ours() { [[ $1 =~ ^railyard(\ lemon)?:\ ((hardware|fabric|unknown):\ [a-z0-9-]+:\ .*) ]] && echo "${BASH_REMATCH[2]}"; }
of_program() { [[ $1 =~ ^NvidiaXID([0-9]+)(Error|Warning)$ && " ${__programs} " == *" ${BASH_REMATCH[1]} "* ]]; }

# What Kubernetes holds against a node: nothing, or whose fault and what. A fault of a program is none of the node's.
broken() { # Ready, since when, AcceleratedHardwareReady, its reason
  if [ "$3" = False ] && ! of_program "$4"; then
    echo "hardware: kubernetes: ${4:-AcceleratedHardwareReady is False}"
  elif [ "$1" != True ] && [ "$(age "$2")" -ge "${__silent}" ]; then
    echo "unknown: kubernetes: the node is not ready"
  fi
}

# What is done with one node: cordon WHY, open, leave (a person opened it), forget, or keep as it is.
decide() { # unschedulable, mark, state and reason in Slurm, Ready, since, AcceleratedHardwareReady, its reason, since
  local closed=$1 mark=$2 state=$3 reason=$4 fault why
  why=$(broken "$5" "$6" "$7" "$8")
  fault=$(ours "$reason")
  case $mark in
    "")
      if [ "$closed" = true ]; then echo keep
      elif [ -n "$fault" ] && [ "$state" = drained ]; then echo "cordon slurm: $fault"
      elif [ -n "$why" ]; then echo "cordon kubernetes: $why"
      else echo keep; fi
      ;;
    opened:*) if [ -n "$state" ] && [ -z "$fault$why" ]; then echo forget; else echo keep; fi ;;
    *)
      if [ "$closed" != true ]; then echo leave
      elif [[ $mark == slurm:* ]]; then
        # Slurm that does not answer has taken nothing back
        if [ -n "$state" ] && [ -z "$fault$why" ]; then echo open; else echo keep; fi
      elif [ "$5" = True ] && [ -z "$why" ] && [ "$(age "$6")" -ge "${__steady}" ] && { [ -z "$9" ] || [ "$(age "$9")" -ge "${__steady}" ]; }; then echo open
      else echo keep; fi
      ;;
  esac
}

# One patch, and only of the node as it was read: what a person does meanwhile wins.
patch() { # node, version, JSON of annotations, of labels, of spec
  kubectl patch node "$1" --type=merge -p "{\"metadata\":{\"resourceVersion\":\"$2\",\"annotations\":$3,\"labels\":$4},\"spec\":$5}" >/dev/null 2>&1
}
# What is in a reason may come from a program: nothing of it is JSON.
plain() { tr -cd 'A-Za-z0-9 .,:;%/_()-' <<<"$1" | cut -c1-200; }

pool() { # name, selector of its nodes, most of them that are cordoned at one time
  local name=$1 limit=$3 nodes node version closed mark ready since hardware why broke state reason held=0 what told
  nodes=$(kubectl get nodes -l "$2" -o go-template='{{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}}|{{.metadata.resourceVersion}}|{{if .spec.unschedulable}}true{{end}}|{{with .metadata.annotations}}{{with index . "${__mark}"}}{{.}}{{end}}{{end}}|{{range .status.conditions}}{{if eq .type "Ready"}}{{.status}}{{end}}{{end}}|{{range .status.conditions}}{{if eq .type "Ready"}}{{.lastTransitionTime}}{{end}}{{end}}|{{range .status.conditions}}{{if eq .type "AcceleratedHardwareReady"}}{{.status}}{{end}}{{end}}|{{range .status.conditions}}{{if eq .type "AcceleratedHardwareReady"}}{{.reason}}{{end}}{{end}}|{{range .status.conditions}}{{if eq .type "AcceleratedHardwareReady"}}{{.lastTransitionTime}}{{end}}{{end}}{{"\n"}}{{end}}{{end}}') || return 1
  while IFS='|' read -r node version closed mark _; do [ "$closed" != true ] || [ -z "$mark" ] || held=$((held + 1)); done <<<"$nodes"
  while IFS='|' read -r node version closed mark ready since hardware why broke; do
    [ -n "$node" ] || continue
    IFS='|' read -r _ state reason <<<"$(in_slurm "$node")"
    what=$(decide "$closed" "$mark" "$state" "$reason" "$ready" "$since" "$hardware" "$why" "$broke")
    case $what in
      keep) ;;
      open)
        patch "$node" "$version" "{\"${__mark}\":null,\"${__operator}\":null}" "{\"${__fault}\":null}" '{"unschedulable":null}' && held=$((held - 1)) && echo "$node is open again, after $mark"
        ;;
      leave) patch "$node" "$version" "{\"${__mark}\":\"opened: $(plain "$mark")\"}" "{}" "{}" && echo "$node: a person opened it; it stays open" ;;
      forget) patch "$node" "$version" "{\"${__mark}\":null,\"${__operator}\":null}" "{\"${__fault}\":null}" "{}" ;;
      cordon*)
        if [ "$held" -ge "$limit" ]; then
          echo "$node is not cordoned: $held nodes of $name are; ${what#cordon }" >&2
          continue
        fi
        what=$(plain "${what#cordon }")
        told=${what#*: }
        state="{\"${__mark}\":\"$what\"}"
        [[ $what != kubernetes:* ]] || state="{\"${__mark}\":\"$what\",\"${__operator}\":\"railyard: $told\"}"
        patch "$node" "$version" "$state" "{\"${__fault}\":\"${told%%:*}\"}" '{"unschedulable":true}' && held=$((held + 1)) && echo "$node is cordoned: $what"
        ;;
    esac
  done <<<"$nodes"
}

# "name|state|reason" of what runs on a node of Kubernetes: by its name, or by that of its pod
in_slurm() { # node
  local of pod host found
  found=$(grep "^$1|" <<<"$slurm" | head -n 1)
  while IFS='|' read -r of pod host; do
    if [ -n "$found" ] || [ "$of" != "$1" ]; then continue; fi
    found=$(grep -e "^$pod|" -e "^${host:-$pod}|" <<<"$slurm" | head -n 1)
  done <<<"$pods"
  echo "$found"
}

run_once() {
  now=$(date +%s)
  # without an answer of Slurm nothing is known of its nodes, and what Kubernetes says holds alone
  slurm=$(timeout 20 sinfo --noheader --all --Node --format='%N|%T|%E' 2>/dev/null | sort -u) || slurm=
  pods=$(kubectl get pods -n "${__namespace}" -o go-template='{{range .items}}{{.spec.nodeName}}|{{.metadata.name}}|{{with .spec.hostname}}{{.}}{{end}}{{"\n"}}{{end}}') || return 1
  # insert: pools
  :
}

while :; do
  run_once || echo "could not read nodes; trying again" >&2
  touch "${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "${1:-}" = --once ] && exit 0
  sleep "${__pause}"
done
