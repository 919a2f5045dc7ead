#!/usr/bin/env bash
# What railyard host-check reads of a node: its settings, as one text. Changes nothing; without root some of it is unknown.
set -u
echo "== railyard host-check 1"
echo "== host"
hostname -s
echo "== sysctl"
sysctl -a 2>/dev/null
echo "== cmdline"
cat /proc/cmdline
echo "== files"
for file in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor /sys/kernel/mm/transparent_hugepage/enabled \
  /sys/block/nvme*n*/queue/scheduler /sys/block/nvme*n*/queue/read_ahead_kb; do
  if [ -e "$file" ]; then echo "$file=$(cat "$file")"; fi
done
if command -v systemctl >/dev/null; then
  echo "== limits"
  systemctl show containerd.service --property=LoadState --property=LimitMEMLOCK --property=LimitSTACK 2>/dev/null
  echo "== units"
  echo "irqbalance.service $(systemctl show irqbalance.service --property=LoadState --value 2>/dev/null)" \
    "$(systemctl is-active irqbalance.service 2>/dev/null)"
fi
echo "== modules"
ls /sys/module
echo "== options"
for file in /sys/module/{ptlrpc,ksocklnd,vfio,vfio_iommu_type1}/parameters/*; do
  if [ -r "$file" ]; then echo "$file=$(cat "$file" 2>/dev/null)"; fi
done
echo "== mounts"
grep ' lustre ' /proc/mounts || true
if command -v lctl >/dev/null; then
  echo "== lustre"
  lctl get_param 'ldlm.namespaces.*.lru_max_age' 'ldlm.namespaces.*.lru_size' 'osc.*OST*.max_rpcs_in_flight' \
    'mdc.*.max_rpcs_in_flight' 'mdc.*.max_mod_rpcs_in_flight' 2>/dev/null || true
fi
if command -v lspci >/dev/null; then
  echo "== lspci"
  lspci -Dnvvv 2>/dev/null
fi
if [ -d /sys/kernel ]; then
  echo "== iommu-groups"
  for device in /sys/kernel/iommu_groups/*/devices/*; do
    group=${device%/devices/*}
    if [ -e "$device" ]; then echo "${group##*/} ${device##*/}"; fi
  done
fi
if [ -d /sys/bus/pci/devices ]; then
  echo "== pci-drivers"
  for device in /sys/bus/pci/devices/*; do
    if [ ! -r "$device/class" ]; then continue; fi
    driver=$(readlink "$device/driver")
    if [ -e "$device/physfn" ]; then kind=virtual; else kind=physical; fi
    echo "${device##*/} $(sed 's/^0x//' "$device/vendor"):$(sed 's/^0x//' "$device/device")" \
      "$(cut -c 3-6 "$device/class") $(basename "${driver:--}") $kind"
  done
  echo "== vgpu-framework"
  for file in /sys/bus/pci/devices/*/nvidia/creatable_vgpu_types; do
    if [ -e "$file" ]; then basename "${file%/nvidia/*}"; fi
  done
  echo "== mediated-types"
  for file in /sys/class/mdev_bus/*/mdev_supported_types/*/name; do
    device=${file%/mdev_supported_types/*}
    if [ -r "$file" ]; then echo "${device##*/} $(cat "$file")"; fi
  done
fi
echo "== end"
