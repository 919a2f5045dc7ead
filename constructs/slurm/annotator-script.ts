import { FABRIC_TOPOLOGY, NVLINK_TOPOLOGY, ROOT_SWITCH, UNKNOWN_LEAF } from "./topology-yaml";

/** Annotation from which the operator takes the topology of a Slurm node. */
export const TOPOLOGY_ANNOTATION = "topology.slinky.slurm.net/spec";

const LAYER = "topology.k8s.aws/network-node-layer-";
const ULTRASERVER = "topology.k8s.aws/capacity-block-id";
const CLIQUE = "nvidia.com/gpu.clique";
const MOST_LAYERS = 4;

/**
 * Tells Slurm where each node stands in AWS's network, from labels that EKS gives: a path from the root through every layer
 * to the last, which is nearest to the instance (the third on P5, the fourth on P6).
 *
 * Layers in the middle get their number behind their name: the third layer of a P6 node may be the leaf of a P5 node, and a
 * switch cannot be both. Nodes without labels go to the leaf `unknown`.
 * @param blocks NVLink blocks that topology.yaml has; each domain keeps the block that it got first
 */
export function annotatorScript(blocks: readonly string[]): string {
  const template = [
    "{{range .items}}{{$l := .metadata.labels}}{{$a := .metadata.annotations}}{{.metadata.name}}",
    ...Array.from({ length: MOST_LAYERS }, (_, i) => field("$l", `${LAYER}${i + 1}`)),
    field("$l", ULTRASERVER),
    field("$l", CLIQUE),
    field("$a", TOPOLOGY_ANNOTATION),
    '{{"\\n"}}{{end}}',
  ].join("");
  return `#!/usr/bin/env bash
# Annotates every node of a node group with its place in the network. Prints what it changes.
set -euo pipefail
BLOCKS="${blocks.join(" ")}"

# Slurm reads brackets, commas and colons as its own, and 20 digits at the end as a number that is too large.
clean() {
  local name
  name=$(tr -c 'A-Za-z0-9_\\n-' '-' <<<"$1")
  [[ $name =~ [0-9]{18,}$ ]] && name+=_
  echo "$name"
}

path_of() {
  local layers=() name path=${FABRIC_TOPOLOGY}:${ROOT_SWITCH} i
  for name in "$@"; do
    [ -n "$name" ] && layers+=("$(clean "$name")")
  done
  if [ "\${#layers[@]}" -eq 0 ]; then
    echo "${FABRIC_TOPOLOGY}:${UNKNOWN_LEAF}"
    return
  fi
  for ((i = 0; i < \${#layers[@]} - 1; i++)); do path+=":\${layers[i]}-l$((i + 1))"; done
  echo "$path:\${layers[-1]}"
}

declare -A block_of
block_for() { # domain: sets REPLY to its block, or to nothing when all are taken
  local block
  REPLY=\${block_of[$1]:-}
  [ -n "$REPLY" ] && return
  for block in $BLOCKS; do
    [[ " \${block_of[*]:-} " == *" $block "* ]] && continue
    block_of[$1]=$block
    REPLY=$block
    return
  done
  echo "no block is left for the NVLink domain $1: topology.yaml has $BLOCKS" >&2
}

run_once() {
  local nodes name l1 l2 l3 l4 ultraserver clique known domain spec
  nodes=$(kubectl get nodes -l railyard.dev/node-group -o go-template='${template}') || return 1
  block_of=()
  if [ -n "$BLOCKS" ]; then
    while IFS='|' read -r name l1 l2 l3 l4 ultraserver clique known; do
      domain=\${ultraserver:-$clique}
      [ -n "$domain" ] && [[ $known =~ ${NVLINK_TOPOLOGY}:([^,]+) ]] && block_of[$domain]=\${BASH_REMATCH[1]}
    done <<<"$nodes"
  fi
  while IFS='|' read -r name l1 l2 l3 l4 ultraserver clique known; do
    [ -n "$name" ] || continue
    spec=$(path_of "$l1" "$l2" "$l3" "$l4")
    domain=\${ultraserver:-$clique}
    if [ -n "$BLOCKS" ] && [ -n "$domain" ]; then
      block_for "$domain"
      [ -n "$REPLY" ] && spec+=",${NVLINK_TOPOLOGY}:$REPLY"
    fi
    [ "$spec" = "$known" ] && continue
    kubectl annotate node "$name" --overwrite "${TOPOLOGY_ANNOTATION}=$spec" >/dev/null || continue
    echo "$name: $spec"
  done <<<"$nodes"
}

while :; do
  run_once || echo "could not read or annotate nodes; trying again" >&2
  touch "\${RAILYARD_HEARTBEAT:-/tmp/heartbeat}"
  [ "\${1:-}" = --once ] && exit 0
  sleep 30
done
`;
}

/** A label or annotation as one field; nothing where it is absent. */
function field(map: string, key: string): string {
  return `|{{with ${map}}}{{with index . "${key}"}}{{.}}{{end}}{{end}}`;
}
