#!/usr/bin/env bash
# Are as many devices of the fabric there as the node has?
set -u
found=$(find "${RAILYARD_SYSFS:-/sys}/$FABRIC_SYSFS" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)
[ "$found" -ge "$FABRIC_DEVICES" ] && exit 0
echo "$found of $FABRIC_DEVICES $FABRIC_TITLE devices are there"
exit 1
