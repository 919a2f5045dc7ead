#!/usr/bin/env bash
# values:
__topology=fabric # Name of the topology of the fabric in topology.yaml.
# end of values
# Usage, within an allocation: railyard-srun [srun arguments] command …   |   railyard-srun --hosts
set -euo pipefail
: "${SLURM_JOB_NODELIST:?railyard-srun works within a job: use salloc or sbatch}"

# "path host" of every node. Static nodes have no path of their own; for them the leaf is asked for.
places() {
  local node path leaf hosts
  declare -A leaf_of
  while read -r leaf hosts; do
    for node in $(scontrol show hostnames "$hosts"); do leaf_of[$node]=$leaf; done
  done < <(scontrol show topology 2>/dev/null |
    sed -nE 's/^SwitchName=([^ ]+) .*Level=0 .*Nodes=([^ ]+).*/\1 \2/p')
  scontrol show node "$SLURM_JOB_NODELIST" -o | while read -r line; do
    node=$(sed -nE 's/^NodeName=([^ ]+).*/\1/p' <<<"$line")
    [ -n "$node" ] || continue
    path=$(sed -nE 's/.* Topology=([^ ]*).*/\1/p' <<<"$line" | tr ',' '\n' | sed -nE 's/^${__topology}:(.*)/\1/p')
    echo "${path:-${leaf_of[$node]:-unknown}} $node"
  done
}

hosts=$(places | LC_ALL=C sort -k1,1 -k2,2V | cut -d' ' -f2)
if [ "${1:-}" = --hosts ]; then
  echo "$hosts"
  exit 0
fi

nodes=$(wc -l <<<"$hosts")
tasks=${SLURM_NTASKS:-$nodes}
if [ "$((tasks % nodes))" -ne 0 ]; then
  echo "railyard-srun: $tasks tasks do not spread evenly over $nodes nodes; say --ntasks-per-node" >&2
  exit 1
fi
SLURM_HOSTFILE=$(mktemp)
export SLURM_HOSTFILE
for host in $hosts; do
  for ((i = 0; i < tasks / nodes; i++)); do echo "$host"; done
done >"$SLURM_HOSTFILE"
status=0
srun --distribution=arbitrary --ntasks="$tasks" "$@" || status=$?
rm -f "$SLURM_HOSTFILE"
exit "$status"
