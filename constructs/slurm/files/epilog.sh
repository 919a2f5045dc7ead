#!/usr/bin/env bash
# Leaves the node as the next job expects it.
set -u
# insert: telemetry
shm=${RAILYARD_SHM:-/dev/shm}
uid=${SLURM_JOB_UID:-}
if [ -n "$uid" ] && [ "$uid" != 0 ] && ! pgrep -u "$uid" >/dev/null; then
  timeout 30 find "$shm" -mindepth 1 -xdev -user "$uid" -delete 2>/dev/null
fi

gpus=${SLURM_JOB_GPUS:-}
[ -n "$gpus" ] || exit 0
# insert: shared
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  left=$(timeout 20 nvidia-smi --query-compute-apps=pid --format=csv,noheader -i "$gpus" 2>/dev/null | grep -c '^[0-9]')
  [ "$left" -eq 0 ] && exit 0
  sleep "${RAILYARD_PAUSE:-2}"
done
echo "railyard: $left processes of the job still use its GPUs"
exit 1
