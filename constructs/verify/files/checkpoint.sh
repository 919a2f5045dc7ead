# shellcheck shell=bash
# values:
__folder=/shared # Where the volume is mounted.
__mib=4096 # What each process writes, MiB.
__each=8 # Processes of a node.
__port=18800 # TCP port by which they find each other.
# end of values
# One task a node.
# insert: head
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
place=$__folder/.railyard-verify.$RAILYARD_RUN
nodes=$RAILYARD_TASKS
torchrun --nnodes="$nodes" --node-rank="$RAILYARD_TASK" --nproc-per-node=$__each --master-addr="$RAILYARD_FIRST" \
  --master-port=$__port checkpoint_drill.py --mib=$__mib --each=$__each --checkpoints="$place" 2>&1 || true
[ "$RAILYARD_TASK" != 0 ] || rm -rf "$place"
