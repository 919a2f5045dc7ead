#!/usr/bin/env bash
# shellcheck disable=SC2016,SC2100
# values:
__namespace=slurm # Of the pods of slurmd, and of what this remembers.
__memory=node-repair # ConfigMap with the journal, the list of what is for people, and what this remembers.
__pause=60 # Seconds between two looks.
__mode=dry-run # on, or dry-run: nothing is done, and the journal says what would be.
__faults=3 # So many faults of a node …
__days=14 # … in so many days, and it is not given back.
__mark=railyard.dev/cordoned-for # Annotation of a node that Kubernetes finds broken: why.
__keep=1000 # Lines of the journal, of 500 letters at most: a ConfigMap holds 1 MiB.
# end of values
# Repairs nodes that checks have drained: node-repair.awk says what is done, this asks and does it. What is to be done is written
# down before it is done: nothing is done twice. What is known of nodes by halves leaves them as they are.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
orders=${RAILYARD_ORDERS:-/orders}
now=$(date +%s)
results=

# What is in a reason may come from a program: nothing of it is JSON, or a column.
plain() { tr -cd 'A-Za-z0-9 .,:;%/_()*+\n-'; }
json_lines() { awk 'NF { gsub(/["\\]/, ""); printf "%s\\n", $0 }'; }
columns() { kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template="{{with .data}}{{with index . \"$1\"}}{{.}}{{end}}{{end}}"; }

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

# Ends the machine of a node; who made it starts another.
replace() { # node, pool, who
  local claim id=${provider[$1]##*/} turn
  case $3 in
    karpenter)
      claim=$(kubectl get nodeclaims -o go-template='{{range .items}}{{.status.nodeName}}|{{.metadata.name}}{{"\n"}}{{end}}' | awk -F'|' -v node="$1" '$1 == node { print $2; exit }')
      [ -n "$claim" ] || { echo "no NodeClaim has it"; return 1; }
      kubectl delete nodeclaim "$claim" --wait=false 2>&1
      ;;
    group)
      [[ $id =~ ^i-[0-9a-f]+$ ]] || { echo "its provider id names no instance"; return 1; }
      rm -f "$orders/$id".*
      : >"$orders/$id.wanted"
      for turn in $(seq "${RAILYARD_ORDER_TURNS:-60}"); do
        [ ! -e "$orders/$id.done" ] || { echo "instance $id is ended"; return 0; }
        [ ! -e "$orders/$id.failed" ] || { cat "$orders/$id.failed"; return 1; }
        sleep 2
      done
      rm -f "$orders/$id.wanted"
      echo "nobody ended instance $id in $turn turns"
      return 1
      ;;
    *) echo "nobody replaces it"; return 1 ;;
  esac
}

# Does one step. Prints what came of it.
act() { # node, pool, step, what was found
  case $3 in
    restart) [ -n "${pod[$1]}" ] && kubectl delete pod "${pod[$1]}" -n "${__namespace}" --wait=false 2>&1 ;;
    reset | reboot) in_pod "$1" "$3" ;;
    replace) replace "$1" "$2" "$(table | awk -F'|' -v pool="$2" '$1 == "pool" && $2 == pool { print $7 }')" ;;
    keep) timeout 20 scontrol update "nodename=${host[$1]}" "reason=railyard lemon: $4" 2>&1 ;;
  esac
}

# Writes down what is remembered, and adds to the journal. @returns 1 where somebody else has written meanwhile
remember() { # memory, list, version; lines of the journal on standard input
  local stamp journal
  stamp=$(date --utc +%FT%TZ)
  journal=$({ columns journal; sed -n "s/^./$stamp &/p"; } | cut -c1-500 | tail -n "$__keep") || return 1
  printf '{"metadata":{"resourceVersion":"%s"},"data":{"memory":"%s","list":"%s","journal":"%s"}}' \
    "$3" "$(json_lines <<<"$1")" "$(json_lines <<<"$2")" "$(json_lines <<<"$journal")" |
    kubectl patch configmap "${__memory}" -n "${__namespace}" --type=merge --patch-file /dev/stdin >/dev/null
}

journal() { # lines "node: text"
  local version
  [ -n "$1" ] || return 0
  echo "$1"
  version=$(kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template='{{.metadata.resourceVersion}}') || return 1
  remember "$2" "$3" "$version" <<<"$1"
}

look() {
  local rows='' memory version said orders_now answer when node name step why text list outcome
  now=$(date +%s)
  version=$(kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template='{{.metadata.resourceVersion}}') || return 1
  memory=$(columns memory) || return 1
  slurm=$(SLURM_TIME_FORMAT=%s timeout 20 sinfo --noheader --all --Node --format='%N|%T|%H|%E' 2>/dev/null | sort -u) || slurm=
  pods=$(kubectl get pods -n "${__namespace}" -l app.kubernetes.io/name=slurmd -o go-template='{{range .items}}{{.spec.nodeName}}|{{.metadata.name}}|{{with .spec.hostname}}{{.}}{{end}}{{"\n"}}{{end}}') || return 1
  # insert: pools
  answer=$({ table; sed -n 's/^/was|/p' <<<"$memory"; printf '%s' "$rows$results"; } |
    awk -v now="$now" -v mode="$__mode" -v faults="$__faults" -v days="$__days" -f "$here/node-repair.awk") || return 1
  results=
  memory=$(sed -n 's/^memory|//p' <<<"$answer" | sort)
  list=$(sed -n 's/^list|//p' <<<"$memory" | while IFS='|' read -r when node name why; do
    echo "$(date --utc -d "@$when" +%FT%TZ) $name $node: $why"
  done)
  said=$(awk -F'|' '$1 == "say" { print $2 ": " $3 }' <<<"$answer")
  orders_now=$(sed -n 's/^do|//p' <<<"$answer")
  if [ -n "$said$orders_now" ] || [ "$memory" != "${written-}" ]; then
    [ -z "$said" ] || echo "$said"
    remember "$memory" "$list" "$version" <<<"$said" || return 1
    written=$memory
  fi
  while IFS='|' read -r node name step why; do
    [ -n "$node" ] || continue
    if [ "$__mode" != on ] || ! still_so "$node"; then
      results+="result|$node|undone"$'\n'
      outcome="$node: $step is not done: it is not as it was"
    elif text=$(act "$node" "$name" "$step" "$why"); then
      outcome="$node: $step: done"
    else
      results+="result|$node|failed"$'\n'
      outcome="$node: $step: failed: $(tail -n 1 <<<"$text" | plain | cut -c1-200)"
    fi
    journal "$outcome" "$memory" "$list"
  done <<<"$orders_now"
}

while :; do
  look || echo "could not read or write what there is; trying again" >&2
  touch "${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "${1:-}" = --once ] && exit 0
  sleep "$__pause"
done
