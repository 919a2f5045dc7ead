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
for file in /sys/module/{ptlrpc,ksocklnd}/parameters/*; do
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
echo "== end"
