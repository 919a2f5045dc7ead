#!/usr/bin/env bash
# Could a GPU not replace a broken row of memory, or does one wait for a reset?
set -u
told=$(nvidia-smi --query-remapped-rows=gpu_bus_id,remapped_rows.failure,remapped_rows.pending --format=csv,noheader 2>/dev/null) || exit 2
awk -F', *' '
  $2 == "1" || tolower($2) == "yes" { print "GPU " $1 " cannot remap a broken memory row"; found = 1; exit }
  $3 == "1" || tolower($3) == "yes" { print "GPU " $1 " remaps a memory row at its next reset"; found = 1; exit }
  END { exit found }' <<<"$told"
