#!/bin/sh
# What railyard inspect --look reads of a host, in a pod: files of sysfs alone. Writes nothing but what it prints.
# $1: where the sysfs of the host is
sys=${1:-/sys}
for device in "$sys"/bus/pci/devices/*; do
  [ -e "$device/class" ] || continue
  read -r class <"$device/class"
  case $class in 0x02* | 0x03*) ;; *) continue ;; esac
  # functions of a card are no cards
  [ -e "$device/physfn" ] && continue
  read -r vendor <"$device/vendor"
  read -r id <"$device/device"
  management=no
  if [ "$vendor" = 0x15b3 ] && grep -q SW_MNG "$device/vpd" 2>/dev/null; then management=yes; fi
  pci=${device##*/}
  printf 'card\t%s\t%s\t%s\t%s\t%s\t%s\n' "$pci" "$class" "$vendor" "$id" "$management" "$(readlink -f "$device")"
  for net in "$device"/net/*; do
    [ -e "$net" ] && printf 'netdev\t%s\t%s\n' "$pci" "${net##*/}"
  done
  for hca in "$device"/infiniband/*; do
    [ -e "$hca" ] || continue
    printf 'hca\t%s\t%s\t%s\t%s\t%s\n' "$pci" "${hca##*/}" "$(cat "$hca/ports/1/rate" 2>/dev/null)" \
      "$(cat "$hca/ports/1/state" 2>/dev/null)" "$(cat "$hca/ports/1/link_layer" 2>/dev/null)"
  done
done
for topology in "$sys"/devices/system/cpu/cpu[0-9]*/topology; do
  [ -e "$topology/thread_siblings_list" ] || continue
  read -r package <"$topology/physical_package_id"
  read -r siblings <"$topology/thread_siblings_list"
  printf 'cpu\t%s\t%s\n' "$package" "$siblings"
done
echo end
