# shellcheck shell=bash disable=SC2154,SC2016
# values:
__gpus=8 # Of a node.
# end of values
# One torchrun for each node, and one process for each GPU.
# insert: program
"$launch" --ntasks-per-node=1 "${container[@]}" "${inside[@]}" bash -c 'exec torchrun --nnodes="$SLURM_JOB_NUM_NODES" \
  --node-rank="$SLURM_PROCID" --nproc-per-node="$1" --master-addr="$MASTER_ADDR" --master-port="$MASTER_PORT" "${@:2}"' \
  - $__gpus "${program[@]}" &
