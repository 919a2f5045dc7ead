#!/bin/bash
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__gpus=8 # Of a node.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# One process for each GPU of the node; torchrun starts them.
srun torchrun --standalone --nproc-per-node=$__gpus train.py
