#!/bin/bash
# shellcheck disable=SC2154
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__source=s3://bucket/checkpoints/ # Where jobs may read.
__folder=/scratch/preload # On the disks of a node.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# Submit it in the folder that it was written to: sbatch preload-nodes.sbatch [s3://BUCKET/FOLDER [FOLDER OF THE NODE]]. Another job may get
# other nodes: write the line below before the srun of a training, into its own job.
source=$__source
folder=$__folder
srun --ntasks-per-node=1 python3 preload.py copy -- "${1:-$source}" "${2:-$folder}"
