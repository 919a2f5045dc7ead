# shellcheck shell=bash disable=SC2154
# values:
__folder=/shared # Where the volume is mounted.
__gpus=8 # Of a node: a process for each.
__samples=4 # Of a GPU in a step.
__steps=60 # Of the whole run.
__every=20 # Steps between checkpoints.
__port=18820 # TCP port by which processes find each other.
# end of values
# One task a node, and one training. A process of the first node is killed, and later all of the last node, once there is a checkpoint:
# the others go on from it with the same number.
# insert: head
# insert: program
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
place=$__folder/.railyard-verify.$RAILYARD_RUN
gpus=$__gpus
samples=$__samples
every=$__every
nodes=$RAILYARD_TASKS
# without it gloo cannot start again: https://github.com/pytorch/pytorch/issues/134446
export TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1
timed() { # Lines that say how far it is, behind the time at which they came; of what went wrong the last words.
  while IFS= read -r line; do
    case $line in
    *"step: "* | "starts at "* | "the checkpoint "* | *Error:*) echo "$EPOCHREALTIME $line" ;;
    esac
  done
}
agent() { # In a group of its own, so that all of it can end at once.
  setsid torchrun --nnodes="$nodes" --nproc-per-node="$gpus" --max-restarts=4 --rdzv-backend=c10d --rdzv-id="$RAILYARD_RUN" \
    --rdzv-endpoint="$RAILYARD_FIRST:$__port" --rdzv-conf=is_host="$([ "$RAILYARD_TASK" = 0 ] && echo 1 || echo 0)" "${program[@]}" \
    --steps=$__steps --checkpoint-every="$every" --global-batch=$((nodes * gpus * samples)) --checkpoints="$place" > >(timed) 2>&1 &
  pid=$!
}
step() {
  local found
  found=$(tail -n 1 "$place/steps.jsonl" 2>/dev/null) || true
  [[ $found =~ \"step\":\ ([0-9]+), ]] && echo "${BASH_REMATCH[1]}" || echo 0
}
checkpoint() { # The newest one that is whole.
  local found
  found=$(cat "$place/latest" 2>/dev/null) || true
  echo $((10#0${found#step-}))
}
reached() { # Until a checkpoint is there and some steps after it are done; false where the training ended before.
  until [ "$(checkpoint)" -ge "$1" ] && [ "$(step)" -gt $(($(checkpoint) + 2)) ]; do
    kill -0 "$pid" 2>/dev/null || return 1
    sleep 0.2
  done
}
agent
if [ "$RAILYARD_TASK" = 0 ] && reached "$every"; then
  at=$(step)
  victim=$(pgrep -P "$pid" | tail -n 1)
  echo "$EPOCHREALTIME fault=process step=$at checkpoint=$(checkpoint)"
  kill -9 "$victim" 2>/dev/null || true
fi
if [ "$RAILYARD_TASK" = $((nodes - 1)) ] && [ "$nodes" -gt 1 ] && reached $((2 * every)); then
  at=$(step)
  echo "$EPOCHREALTIME fault=node step=$at checkpoint=$(checkpoint)"
  # what torchrun started has groups of its own
  for child in $(pgrep -P "$pid"); do kill -9 "$child" 2>/dev/null || true; done
  kill -9 -- "-$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  agent
fi
wait "$pid" 2>/dev/null || true
if [ "$RAILYARD_TASK" = 0 ]; then
  sed 's/^/row /' "$place/steps.jsonl" 2>/dev/null || true
  rm -rf "$place"
fi
