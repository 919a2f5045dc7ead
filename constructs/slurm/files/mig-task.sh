# shellcheck shell=bash
# values:
__uuids=/tmp/gres/uuids # Instances of the node, one a line, in Slurm's order.
# end of values
# Names the MIG instances of a task by their UUIDs: CUDA takes no other name for one of several.
uuids=${RAILYARD_UUIDS:-$__uuids}
if [ -s "$uuids" ] && [ -n "${CUDA_VISIBLE_DEVICES:-}" ]; then
  IFS=, read -r -a held <<<"${SLURM_STEP_GPUS:-${SLURM_JOB_GPUS:-}}"
  named=
  for each in ${CUDA_VISIBLE_DEVICES//,/ }; do
    # counted within what the step holds, for a task sees no other device
    [[ $each =~ ^[0-9]+$ ]] || { named=; break; }
    line=$(sed -n "$((${held[$each]:-$each} + 1))p" "$uuids")
    [ -n "$line" ] || { named=; break; }
    named+=${named:+,}$line
  done
  [ -z "$named" ] || echo "export CUDA_VISIBLE_DEVICES=$named"
fi
