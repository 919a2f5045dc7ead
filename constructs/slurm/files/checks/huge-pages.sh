#!/usr/bin/env bash
# Are the huge pages there that the pod of slurmd asks for?
set -u
found=$(cat "${RAILYARD_SYSFS:-/sys}/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages" 2>/dev/null)
[[ $found =~ ^[0-9]+$ ]] || exit 2
[ "$found" -ge "$HUGE_PAGES" ] && exit 0
echo "$found of $HUGE_PAGES huge pages of 2 MiB are there"
exit 1
