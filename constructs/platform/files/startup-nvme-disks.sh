#!/usr/bin/env bash
# Are as many NVMe disks there as the machine has? Disks of EBS are NVMe, too: only instance stores and disks of servers count.
set -u
shopt -s nullglob
found=0
for folder in "${RAILYARD_SYSFS:-/sys}"/class/nvme/nvme*; do
  model=$(cat "$folder/model" 2>/dev/null) || exit 2
  [[ $model == *"Elastic Block Store"* ]] || found=$((found + 1))
done
[ "$found" -ge "$NVME_DISKS" ] && exit 0
echo "$found of $NVME_DISKS NVMe disks are there"
exit 1
