#!/usr/bin/env bash
# shellcheck disable=SC2016,SC2034,SC2100
# values:
__namespace=slurm # Of the pods of slurmd, and of what this remembers.
__memory=node-repair # ConfigMap with the journal, the list of what is for people, and what this remembers.
__pause=60 # Seconds between two looks.
__mark=railyard.dev/cordoned-for # Annotation of a node that Kubernetes finds broken: why.
# end of values
# Repairs nodes that checks have drained: node-repair.awk says what is done, this asks and does it. What is to be done is written
# down before it is done: nothing is done twice. What is known of nodes by halves leaves them as they are.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
orders=${RAILYARD_ORDERS:-/orders}
now=$(date +%s)
results=

# insert: words

# What is done about a cause, and the limits of pools.
table() {
  cat <<'END'
# insert: table
END
}

# Adds a row for each node of a pool, with what Slurm says of it.
declare -A host pod provider seen
pool() { # name, selector of its nodes
  local nodes node id ready mark record state since reason
  nodes=$(kubectl get nodes -l "$2" -o go-template='{{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}}|{{.spec.providerID}}|{{range .status.conditions}}{{if eq .type "Ready"}}{{.status}}{{end}}{{end}}|{{with .metadata.annotations}}{{with index . "${__mark}"}}{{.}}{{end}}{{end}}{{"\n"}}{{end}}{{end}}') || return 1
  while IFS='|' read -r node id ready mark; do
    [ -n "$node" ] || continue
    find_in_slurm "$node"
    provider[$node]=$id
    record=$(grep -F -- "${host[$node]}|" <<<"$slurm" | awk -F'|' -v name="${host[$node]}" '$1 == name' | head -n 1)
    if [ -z "$slurm" ]; then state='' since='' reason=''
    elif [ -z "$record" ]; then state=absent since='' reason=''
    else IFS='|' read -r _ state since reason <<<"$record"; fi
    seen[$node]="$state|$reason"
    rows+="node|$node|$1|$state|$since|$ready|$(plain <<<"$reason")|$(plain <<<"$mark")"$'\n'
  done <<<"$nodes"
}

# Sets what a node of Kubernetes is called in Slurm, and its pod: by the names of both.
find_in_slurm() { # node
  local of name as
  host[$1]=$1 pod[$1]=
  while IFS='|' read -r of name as; do
    [ "$of" = "$1" ] || continue
    pod[$1]=$name
    for each in "$1" "$name" "$as"; do
      if [ -n "$each" ] && grep -qF -- "$each|" <<<"$slurm"; then host[$1]=$each; break; fi
    done
  done <<<"$pods"
}

# Whether all is as it was when it was decided: a person, or a job, may have come meanwhile.
still_so() { # node
  local name=${host[$1]} record jobs
  if [[ ${seen[$1]} == absent* ]]; then
    record=$(timeout 20 sinfo --noheader --all --Node --format='%N') && [ -n "$record" ] && ! grep -qxF -- "$name" <<<"$record"
    return
  fi
  record=$(timeout 20 sinfo --noheader --all --Node --nodes="$name" --format='%T|%E' | sort -u) || return 1
  [ "$record" = "${seen[$1]}" ] || return 1
  jobs=$(timeout 20 squeue --noheader --all --nodelist="$name" --format=%A) || return 1
  [ -z "$jobs" ]
}

in_pod() { timeout 300 kubectl exec "${pod[$1]:-none}" -n "${__namespace}" -c slurmd --request-timeout=0 -- bash /opt/railyard/mend.sh "$2" 2>&1; }

# insert: replace

# Does one step. Prints what came of it.
act() { # node, pool, step, what was found
  case $3 in
    restart) [ -n "${pod[$1]}" ] && kubectl delete pod "${pod[$1]}" -n "${__namespace}" --wait=false 2>&1 ;;
    reset | reboot) in_pod "$1" "$3" ;;
    replace) replace "$1" "$2" "$(table | awk -F'|' -v pool="$2" '$1 == "pool" && $2 == pool { print $7 }')" ;;
    keep) timeout 20 scontrol update "nodename=${host[$1]}" "reason=railyard lemon: $4" 2>&1 ;;
  esac
}

# insert: memory

look() {
  local rows='' memory version said orders_now answer when node name step why text list outcome
  now=$(date +%s)
  version=$(kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template='{{.metadata.resourceVersion}}') || return 1
  memory=$(columns memory) || return 1
  slurm=$(SLURM_TIME_FORMAT=%s timeout 20 sinfo --noheader --all --Node --format='%N|%T|%H|%E' 2>/dev/null | sort -u) || slurm=
  pods=$(kubectl get pods -n "${__namespace}" -l app.kubernetes.io/name=slurmd -o go-template='{{range .items}}{{.spec.nodeName}}|{{.metadata.name}}|{{with .spec.hostname}}{{.}}{{end}}{{"\n"}}{{end}}') || return 1
  # insert: pools
  # insert: decide
}

while :; do
  look || echo "could not read or write what there is; trying again" >&2
  touch "${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "${1:-}" = --once ] && exit 0
  sleep "$__pause"
done
