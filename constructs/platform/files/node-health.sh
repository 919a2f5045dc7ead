#!/usr/bin/env bash
# shellcheck disable=SC2016,SC2034,SC2069,SC2100,SC2154
# values:
__namespace=kube-system # Of what this remembers.
__memory=node-health-journal # ConfigMap with the journal, the list of what is for people, and what this remembers.
__pause=30 # Seconds between two looks.
__mark=railyard.dev/cordoned-for # Annotation of a node that this script has cordoned: why.
__fault=railyard.dev/fault # Its label: whose fault it is. kubectl get nodes -l lists what is to be mended.
__order=railyard.dev/repair-order # Annotation by which the daemon of a node is told to reset its GPUs or to start it anew.
__answer=railyard.dev/repair-answer # Annotation with what came of it.
__repairs=yes # Whether what is broken is repaired, or said to be in a dry run: yes or no.
__silent=300 # Seconds for which a node is not ready before it is cordoned.
__steady=600 # Seconds for which its conditions are good before it is opened again.
# end of values
# Cordons nodes that their own checks or Kubernetes find broken, repairs them once no pod is on them, and opens them when nothing has
# been wrong for ten minutes. node-health.awk says which are broken and node-repair.awk what is done about it; this asks and does it.
# What is to be done is written down before it is done: nothing is done twice. A cordon of somebody else is theirs.
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

# Which conditions tell of a fault, and the limits of cordons. A moment stands for the minutes for which one must hold.
kinds() {
  while IFS='|' read -r kind name status fault minutes ours; do
    case $kind in
      kind) echo "kind|$name|$status|$fault|$([ "$minutes" = 0 ] || moment "$((minutes * 60))")|$ours" ;;
      ?*) echo "$kind|$name|$status" ;;
    esac
  done <<'END'
# insert: kinds
END
}
moment() { date --utc -d "@$((now - $1))" +%FT%TZ; }

# Adds lines for each node of a pool, and for its conditions.
declare -A provider seen
pool() { # name, selector of its nodes
  local all kind node id rest
  all=$(kubectl get nodes -l "$2" -o go-template='{{range .items}}{{if not .metadata.deletionTimestamp}}{{$node := .metadata.name}}node|{{$node}}|{{.metadata.resourceVersion}}|{{if .spec.unschedulable}}true{{end}}|{{with .metadata.annotations}}{{with index . "${__mark}"}}{{printf "%q" .}}{{end}}{{end}}|{{range .status.conditions}}{{if eq .type "Ready"}}{{.status}}|{{.lastTransitionTime}}{{end}}{{end}}{{"\n"}}provider|{{$node}}|{{.spec.providerID}}{{"\n"}}{{range .status.conditions}}condition|{{$node}}|{{.type}}|{{.status}}|{{.lastTransitionTime}}|{{.reason}}|{{printf "%q" .message}}{{"\n"}}{{end}}{{end}}{{end}}') || return 1
  while IFS='|' read -r kind node rest; do
    case $kind in
      provider) provider[$node]=$rest ;;
      node) lines+="node|$node|$1|${rest//\"/}"$'\n' ;;
      ?*) lines+="$kind|$node|${rest//\"/}"$'\n' ;;
    esac
  done <<<"$all"
}

# Pods that a node is not without: not those of daemons, and of a node that is not ready not those that Kubernetes has given up.
# Lines "whose namespace name". Fails where nobody answers.
pods_on() { # node, Ready
  local all
  all=$(kubectl get pods --all-namespaces --field-selector="spec.nodeName=$1,status.phase!=Succeeded,status.phase!=Failed" -o go-template='{{range .items}}{{if .metadata.ownerReferences}}{{range $at, $owner := .metadata.ownerReferences}}{{if eq $at 0}}{{$owner.kind}}{{end}}{{end}}{{else}}none{{end}}|{{if .metadata.deletionTimestamp}}ends{{end}}|{{.metadata.namespace}}|{{.metadata.name}}{{"\n"}}{{end}}') || return 1
  awk -F'|' -v ready="$2" 'NF == 4 && $1 != "DaemonSet" && $1 != "Node" && !($2 == "ends" && ready != "True") { print $1, $3, $4 }' <<<"$all"
}

# One patch, and only of the node as it was read: what a person does meanwhile wins.
patch() { # node, version, JSON of annotations, of labels, of spec
  kubectl patch node "$1" --type=merge -p "{\"metadata\":{\"resourceVersion\":\"$2\",\"annotations\":$3,\"labels\":$4},\"spec\":$5}" >/dev/null 2>&1
}
cordons() { # lines of node-health.awk
  local node version what fault text
  while IFS='|' read -r _ node version what fault text; do
    [ -n "$node" ] || continue
    text=$(plain <<<"$text" | cut -c1-200)
    case $what in
      open) patch "$node" "$version" "{\"${__mark}\":null,\"${__order}\":null,\"${__answer}\":null}" "{\"${__fault}\":null}" '{"unschedulable":null}' && echo "$node is open again, after $text" ;;
      leave) patch "$node" "$version" "{\"${__mark}\":\"opened: $text\"}" "{}" "{}" && echo "$node: a person opened it; it stays open" ;;
      forget) patch "$node" "$version" "{\"${__mark}\":null}" "{\"${__fault}\":null}" "{}" ;;
      mark) patch "$node" "$version" "{\"${__mark}\":\"kubernetes: $fault: $text\"}" "{\"${__fault}\":\"$fault\"}" "{}" && echo "$node: now $fault: $text" ;;
      cordon) patch "$node" "$version" "{\"${__mark}\":\"kubernetes: $fault: $text\"}" "{\"${__fault}\":\"$fault\"}" '{"unschedulable":true}' && echo "$node is cordoned: $fault: $text" ;;
    esac
  done <<<"$1"
}

# Whether all is as it was when it was decided: a person, or a pod, may have come meanwhile.
still_so() { # node
  local was=${seen[$1]} is
  is=$(kubectl get node "$1" -o go-template="{{if .spec.unschedulable}}true{{end}}|{{with .metadata.annotations}}{{with index . \"$__mark\"}}{{.}}{{end}}{{end}}") || return 1
  [ "$(plain <<<"$is" | tr -d '\n')" = "$(plain <<<"true|${was#*|}" | tr -d '\n')" ] || return 1
  # who sends pods away need not wait for them
  [ "${was%%|*}" = busy ] && return
  is=$(pods_on "$1" True) && [ -z "$is" ]
}

# Tells the daemon of a node what to do, and waits for what came of it.
order() { # node, step
  local id boot answer turn
  id=$(date +%s)
  boot=$(kubectl get node "$1" -o go-template='{{.status.nodeInfo.bootID}}') || return 1
  kubectl annotate node "$1" "$__order=$id $2 $boot" --overwrite 2>&1 >/dev/null || return 1
  for turn in $(seq "${RAILYARD_ORDER_TURNS:-100}"); do
    answer=$(kubectl get node "$1" -o go-template="{{with .metadata.annotations}}{{with index . \"$__answer\"}}{{.}}{{end}}{{end}}")
    case $answer in
      "$id done"*) return 0 ;;
      "$id "*) echo "${answer#"$id "}" && return 1 ;;
    esac
    sleep 3
  done
  echo "its daemon has not answered in $turn turns" && return 1
}

# Sends pods away that something starts again elsewhere; budgets of pods hold. Nothing starts a pod again that nobody owns: it stays.
evict() { # node
  local all whose space name left=0
  all=$(pods_on "$1" True) || return 1
  while read -r whose space name; do
    [ -n "$name" ] || continue
    [ "$whose" != none ] || { left=$((left + 1)) && continue; }
    printf '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"%s","namespace":"%s"}}' "$name" "$space" |
      kubectl create --raw "/api/v1/namespaces/$space/pods/$name/eviction" -f - >/dev/null 2>&1 || left=$((left + 1))
  done <<<"$all"
  [ "$left" = 0 ] || { echo "$left pods stay: nobody owns them, or their budget lets none go" && return 1; }
}

# insert: replace

# Does one step. Prints what came of it.
act() { # node, pool, step, what was found
  case $3 in
    evict) evict "$1" ;;
    reset | reboot) order "$1" "$3" ;;
    replace) replace "$1" "$2" "$(table | awk -F'|' -v pool="$2" '$1 == "pool" && $2 == pool { print $7 }')" ;;
    keep) kubectl annotate node "$1" "$__mark=kept: $(plain <<<"$4")" --overwrite 2>&1 >/dev/null ;;
  esac
}

# insert: memory

look() {
  local lines='' rows='' found busy memory version said orders_now answer when node name step why text list outcome state ready reason mark
  now=$(date +%s)
  # insert: pools
  found=$({ kinds; printf '%s' "$lines"; } | awk -v silent="$(moment "$__silent")" -v steady="$(moment "$__steady")" -f "$here/node-health.awk") || return 1
  awk -F'|' '$1 == "say" { print $2 " " $3 }' <<<"$found" >&2
  cordons "$(grep '^patch|' <<<"$found")"
  [ "$__repairs" = yes ] || return 0
  version=$(kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template='{{.metadata.resourceVersion}}') || return 1
  memory=$(columns memory) || return 1
  while IFS='|' read -r _ node name state ready reason mark; do
    [ -n "$node" ] || continue
    if [ "$state" = held ]; then
      busy=$(pods_on "$node" "$ready") || return 1
      state=draining
      [ -n "$busy" ] || state=drained
      seen[$node]="${busy:+busy}|$mark"
    fi
    rows+="node|$node|$name|$state||$ready|$(plain <<<"$reason")|$(plain <<<"$mark")"$'\n'
  done < <(grep '^row|' <<<"$found")
  # insert: decide
}

while :; do
  look || echo "could not read or write what there is; trying again" >&2
  touch "${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "${1:-}" = --once ] && exit 0
  sleep "$__pause"
done
