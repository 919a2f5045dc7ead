#!/usr/bin/env bash
# shellcheck disable=SC2016
# values:
__blocks="block1 block2" # NVLink blocks that topology.yaml has.
__fabric=fabric # Topology of the fabric in topology.yaml.
__nvlink=nvlink # That of NVLink.
__root=root # Its topmost switch.
__unknown=unknown # Leaf of nodes whose place nobody knows.
__nodes=railyard.dev/node-group # Label of the nodes that have a place.
__layer1=topology.k8s.aws/network-node-layer-1 # Labels of the layers, the first one at the top.
__layer2=topology.k8s.aws/network-node-layer-2
__layer3=topology.k8s.aws/network-node-layer-3
__layer4=topology.k8s.aws/network-node-layer-4
__annotation=topology.slinky.slurm.net/spec # From which the operator takes the place.
# end of values
# Annotates every node of a node group with its place in the network. Prints what it changes.
set -euo pipefail
BLOCKS="${__blocks}"

# Slurm reads brackets, commas and colons as its own, and 20 digits at the end as a number that is too large.
clean() {
  local name
  name=$(tr -c 'A-Za-z0-9_\n-' '-' <<<"$1")
  [[ $name =~ [0-9]{18,}$ ]] && name+=_
  echo "$name"
}

path_of() {
  local layers=() name path=${__fabric}:${__root} i
  for name in "$@"; do
    [ -n "$name" ] && layers+=("$(clean "$name")")
  done
  if [ "${#layers[@]}" -eq 0 ]; then
    echo "${__fabric}:${__unknown}"
    return
  fi
  for ((i = 0; i < ${#layers[@]} - 1; i++)); do path+=":${layers[i]}-l$((i + 1))"; done
  echo "$path:${layers[-1]}"
}

declare -A block_of
block_for() { # domain: sets REPLY to its block, or to nothing when all are taken
  local block
  REPLY=${block_of[$1]:-}
  [ -n "$REPLY" ] && return
  for block in $BLOCKS; do
    [[ " ${block_of[*]:-} " == *" $block "* ]] && continue
    block_of[$1]=$block
    REPLY=$block
    return
  done
  echo "no block is left for the NVLink domain $1: topology.yaml has $BLOCKS" >&2
}

run_once() {
  local nodes name l1 l2 l3 l4 ultraserver clique known domain spec
  nodes=$(kubectl get nodes -l ${__nodes} -o go-template='{{range .items}}{{$l := .metadata.labels}}{{$a := .metadata.annotations}}{{.metadata.name}}|{{with $l}}{{with index . "${__layer1}"}}{{.}}{{end}}{{end}}|{{with $l}}{{with index . "${__layer2}"}}{{.}}{{end}}{{end}}|{{with $l}}{{with index . "${__layer3}"}}{{.}}{{end}}{{end}}|{{with $l}}{{with index . "${__layer4}"}}{{.}}{{end}}{{end}}|{{with $l}}{{with index . "topology.k8s.aws/capacity-block-id"}}{{.}}{{end}}{{end}}|{{with $l}}{{with index . "nvidia.com/gpu.clique"}}{{.}}{{end}}{{end}}|{{with $a}}{{with index . "${__annotation}"}}{{.}}{{end}}{{end}}{{"\n"}}{{end}}') || return 1
  block_of=()
  if [ -n "$BLOCKS" ]; then
    while IFS='|' read -r name l1 l2 l3 l4 ultraserver clique known; do
      domain=${ultraserver:-$clique}
      [ -n "$domain" ] && [[ $known =~ ${__nvlink}:([^,]+) ]] && block_of[$domain]=${BASH_REMATCH[1]}
    done <<<"$nodes"
  fi
  while IFS='|' read -r name l1 l2 l3 l4 ultraserver clique known; do
    [ -n "$name" ] || continue
    spec=$(path_of "$l1" "$l2" "$l3" "$l4")
    domain=${ultraserver:-$clique}
    if [ -n "$BLOCKS" ] && [ -n "$domain" ]; then
      block_for "$domain"
      [ -n "$REPLY" ] && spec+=",${__nvlink}:$REPLY"
    fi
    [ "$spec" = "$known" ] && continue
    kubectl annotate node "$name" --overwrite "${__annotation}=$spec" >/dev/null || continue
    echo "$name: $spec"
  done <<<"$nodes"
}

while :; do
  run_once || echo "could not read or annotate nodes; trying again" >&2
  touch "${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "${1:-}" = --once ] && exit 0
  sleep 30
done
