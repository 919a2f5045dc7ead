#!/usr/bin/env bash
# Has a GPU had an error of memory since its driver was loaded that could not be corrected?
set -u
told=$(nvidia-smi --query-gpu=index,ecc.errors.uncorrected.volatile.total --format=csv,noheader 2>/dev/null) || exit 2
# a GPU without ECC says [N/A]
awk -F', *' '$2 ~ /^[0-9]+$/ && $2 > 0 { print "GPU " $1 " had " $2 " uncorrected errors of memory"; found = 1; exit } END { exit found }' <<<"$told"
