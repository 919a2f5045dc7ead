# shellcheck shell=bash disable=SC2154
# values:
__uuids=/tmp/gres/uuids # Instances of the node, one a line, in Slurm's order.
__mark=/tmp/gres/shared # There where several jobs have one GPU at one time.
# end of values
# Instances have numbers of their own, and no processes that could be told apart by them: each must answer.
uuids=${RAILYARD_UUIDS:-$__uuids}
if [ -s "$uuids" ]; then
  listed=$(timeout 20 nvidia-smi -L 2>/dev/null)
  for number in ${gpus//,/ }; do
    uuid=$(sed -n "$((number + 1))p" "$uuids")
    grep -qF "(UUID: ${uuid:-none})" <<<"$listed" || {
      echo "railyard: instance $number of the job does not answer"
      exit 1
    }
  done
  exit 0
fi
# What runs on a GPU that is shared may be another job's: that it answers is enough.
if [ -e "${RAILYARD_SHARED:-$__mark}" ]; then
  for number in ${gpus//,/ }; do
    timeout 20 nvidia-smi --query-gpu=index --format=csv,noheader -i "$number" 2>/dev/null | grep -q '^[0-9]' || {
      echo "railyard: GPU $number of the job does not answer"
      exit 1
    }
  done
  exit 0
fi
