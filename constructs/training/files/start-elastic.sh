# shellcheck shell=bash disable=SC2154,SC2016
# values:
__gpus=8 # Of a node.
__least=2 # Nodes with which it goes on.
# end of values
# Agents meet at a store of its own, on the node of this script: one that is lost takes no other along, and without this node
# there is no job, which Slurm puts back into the queue. Nodes that are left go on from the last checkpoint.
first=$SLURMD_NODENAME
srun --overlap --nodes=1 --ntasks=1 --nodelist="$first" "${container[@]}" "${inside[@]}" python3 rendezvous.py "$MASTER_PORT" &
store=$!
trap 'kill "$store" 2>/dev/null' EXIT
# agents ask for it a minute long, and this node may be the last to have the image
until (exec 3<>"/dev/tcp/$first/$MASTER_PORT") 2>/dev/null; do
  kill -0 "$store" 2>/dev/null || { echo "the store of the agents did not start at port $MASTER_PORT of $first" >&2; exit 1; }
  sleep 1
done
# insert: program
"$launch" --overlap --no-kill --kill-on-bad-exit=0 --wait=0 --ntasks-per-node=1 "${container[@]}" "${inside[@]}" \
  bash -c 'exec torchrun --nnodes="$1:$SLURM_JOB_NUM_NODES" --nproc-per-node="$2" --max-restarts=100 --rdzv-backend=c10d \
  --rdzv-id="$SLURM_JOB_ID" --rdzv-endpoint="$3:$MASTER_PORT" --rdzv-conf=is_host=0 "${@:4}"' \
  - $__least $__gpus "$first" "${program[@]}" &
