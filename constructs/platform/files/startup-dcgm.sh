#!/usr/bin/env bash
# Does a test of DCGM's level 1 fail? Not beside programs that use the GPUs, and not where DCGM is not on the host.
set -u
busy=$(nvidia-smi --query-compute-apps=pid --format=csv,noheader 2>/dev/null) || exit 2
[[ ! $busy =~ [0-9] ]] || exit 2
# it ends with something else than 0 where a test fails, too
told=$(dcgmi diag -r 1 -j 2>/dev/null)
[[ $told == *'"status"'* && $told == *"}" ]] || exit 2
tr '{},' '\n' <<<"$told" | awk -F'"' '
  # the name of a test comes before its results
  $2 == "name" || $2 == "test_name" { test = $4 }
  $2 == "status" && tolower($4) == "fail" { print "the test " test " of DCGM fails"; found = 1; exit }
  END { exit found }'
