#!/usr/bin/env bash
# values:
__scratch=/scratch # Space on disks of the node that is a job's own.
# end of values
# Can a file be written to the scratch space?
set -u
folder=${RAILYARD_SCRATCH:-$__scratch}
file=$(mktemp "$folder/.railyard-check.XXXXXX" 2>/dev/null) || { echo "nothing can be written to ${__scratch}"; exit 1; }
trap 'rm -f "$file"' EXIT
echo railyard 2>/dev/null >"$file" && sync "$file" 2>/dev/null && exit 0
echo "what is written to ${__scratch} does not reach the disk"
exit 1
