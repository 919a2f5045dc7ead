#!/usr/bin/env bash
# Refuses a node whose GPUs for this job do not answer, or that another process still uses.
set -u
# insert: scratch
gpus=${SLURM_JOB_GPUS:-}
[ -n "$gpus" ] || exit 0
# insert: telemetry

# insert: cufile
# insert: shared
wanted=$(tr ',' '\n' <<<"$gpus" | grep -c .)
listed=$(timeout 20 nvidia-smi --query-gpu=index --format=csv,noheader -i "$gpus" 2>/dev/null | grep -c '^[0-9]')
if [ "$listed" -lt "$wanted" ]; then
  echo "railyard: $listed of $wanted GPUs of the job answer"
  exit 1
fi

# A process of the last job may need a moment to die.
for _ in 1 2 3 4 5; do
  left=$(timeout 20 nvidia-smi --query-compute-apps=pid --format=csv,noheader -i "$gpus" 2>/dev/null | grep -c '^[0-9]')
  [ "$left" -eq 0 ] && exit 0
  sleep "${RAILYARD_PAUSE:-2}"
done
echo "railyard: $left processes still use the GPUs of the job"
exit 1
