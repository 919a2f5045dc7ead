#!/usr/bin/env bash
# Do as many GPUs answer as the node has?
set -u
found=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ')
[ "$found" -ge "$EXPECTED_GPUS" ] && exit 0
echo "$found of $EXPECTED_GPUS GPUs answer"
exit 1
