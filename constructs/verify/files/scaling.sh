# shellcheck shell=bash disable=SC2154,SC2206
# values:
__gpus=8 # Of a node: a process for each.
__steps=40 # Of each of both runs.
__samples=4 # Of a GPU in a step.
__port=18810 # TCP port by which processes find each other.
# end of values
# One task a node. Each node trains by itself, then all of them together, with as many samples for each GPU.
# insert: head
# insert: program
nodes=$RAILYARD_TASKS
gpus=$__gpus
samples=$__samples
lines() { # Lines of steps, behind a word, as both runs and all nodes print into one text.
  sed -u "s/^/$1 /"
}
common=(--steps=$__steps --measure)
torchrun --standalone --nproc-per-node="$gpus" "${program[@]}" "${common[@]}" --global-batch=$((gpus * samples)) \
  --checkpoints="$work/alone" 2>&1 | lines "alone-$RAILYARD_TASK" || true
torchrun --nnodes="$nodes" --node-rank="$RAILYARD_TASK" --nproc-per-node="$gpus" --master-addr="$RAILYARD_FIRST" --master-port=$__port \
  "${program[@]}" "${common[@]}" --global-batch=$((nodes * gpus * samples)) --checkpoints="$work/together" 2>&1 | lines together || true
