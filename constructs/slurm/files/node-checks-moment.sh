#!/usr/bin/env bash
# values:
__program=/opt/railyard/health-check.sh # What asks the node.
__moment=prolog # When: prolog or epilog.
# end of values
# Asks the node before or after a job. Without the program no job is sent away.
program=${RAILYARD_CHECKS:-$__program}
[ -r "$program" ] || exit 0
exec bash "$program" $__moment
