#!/usr/bin/env bash
# values:
__topology=fabric # Name of the topology of the fabric in topology.yaml.
# end of values
# Usage, within an allocation: railyard-srun [srun arguments] command …
#   railyard-srun --hosts      nodes in the order of their leaves, one a line
#   railyard-srun --hostfile   the same for mpirun, a line for each rank
set -euo pipefail
: "${SLURM_JOB_NODELIST:?railyard-srun works within a job: use salloc or sbatch}"

# "host leaf" of nodes whose leaf topology.conf or topology.yaml names.
leaves() {
  local leaf hosts
  scontrol show topology 2>/dev/null | sed -nE 's/^SwitchName=([^ ]+) .*Level=0 .*Nodes=([^ ]+).*/\1 \2/p' |
    while read -r leaf hosts; do scontrol show hostnames "$hosts" | sed "s|\$| $leaf|"; done
}
# "path host" of every node: dynamic ones say their path, and of static ones the leaf is asked for.
places() {
  local all
  all=$(scontrol show node "$SLURM_JOB_NODELIST" -o | awk '
    /^NodeName=/ {
      path = ""
      for (i = 2; i <= NF; i++) if ($i ~ /^Topology=/) {
        count = split(substr($i, 10), some, ",")
        for (j = 1; j <= count; j++) if (index(some[j], "${__topology}:") == 1) path = substr(some[j], length("${__topology}:") + 1)
      }
      print (path == "" ? "-" : path), substr($1, 10)
    }')
  if grep -q '^- ' <<<"$all"; then
    # "second": of a cluster without a topology the first file is empty, and its lines are not those of the other one
    awk '!second { leaf[$1] = $2; next } $1 == "-" { $1 = $2 in leaf ? leaf[$2] : "unknown" } { print }' <(leaves) second=1 - <<<"$all"
  else
    echo "$all"
  fi
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
ranks() { awk -v each="$((tasks / nodes))" '{ for (i = 0; i < each; i++) print }' <<<"$hosts"; }
if [ "${1:-}" = --hostfile ]; then
  ranks
  exit 0
fi
# Nodes put a rank with a GPU of its own on CPUs near it; 0 leaves it to srun.
export RAILYARD_NEAR_GPU=${RAILYARD_NEAR_GPU:-1}
SLURM_HOSTFILE=$(mktemp)
export SLURM_HOSTFILE
ranks >"$SLURM_HOSTFILE"
status=0
srun --distribution=arbitrary --ntasks="$tasks" "$@" || status=$?
rm -f "$SLURM_HOSTFILE"
exit "$status"
