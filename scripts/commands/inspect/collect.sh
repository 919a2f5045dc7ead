#!/usr/bin/env bash
# What railyard inspect reads of a host, into a folder of its name. Changes nothing; needs root for the vital product data.
set -u
folder=${1:-$(hostname -s)}
mkdir -p "$folder"
lspci -Dnn >"$folder/lspci.txt"
ibstat >"$folder/ibstat.txt" 2>/dev/null || true
nvidia-smi topo -m >"$folder/topo.txt" 2>/dev/null || true
lldpctl -f keyvalue >"$folder/lldp.txt" 2>/dev/null || true
ls -l /sys/class/infiniband /sys/class/net >"$folder/sysfs.txt" 2>/dev/null || true
: >"$folder/management.txt"
for device in /sys/bus/pci/devices/*; do
  if grep -qa SW_MNG "$device/vpd" 2>/dev/null; then basename "$device" >>"$folder/management.txt"; fi
done
echo "$folder"
