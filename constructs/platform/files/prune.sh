#!/usr/bin/env bash
# shellcheck disable=SC2034
# values:
__grace_minutes=60 # Minutes for which nothing of a checkpoint may have changed.
__dry_run=0 # 1: only print what would be done.
# end of values
# Keeps the newest checkpoints of each run and those whose number a step divides. Prints what it does.
set -uo pipefail
export LC_ALL=C
GRACE_MINUTES=$__grace_minutes
DRY_RUN=${RAILYARD_DRY_RUN:-${__dry_run}}
KEEP_FILE=.railyard-keep
FAILED=0
WORK=$(mktemp -d) || exit 1
trap 'rm -rf -- "$WORK"' EXIT

fail() {
  echo "FAILED: $*" >&2
  FAILED=1
}

present() { [ -e "$1" ] || [ -L "$1" ]; }

divides() { (($1 > 0 && $2 % $1 == 0)); }

# Sets REPLY to the number of a checkpoint; fails for what is none, and for numbers that bash cannot count to.
number_of() { # name
  [[ $1 != .* && $1 =~ [0-9]+$ ]] || return 1
  REPLY=${BASH_REMATCH[0]}
  [ "${#REPLY}" -le 18 ] || return 1
  REPLY=${REPLY#"${REPLY%%[!0]*}"}
  REPLY=${REPLY:-0}
}

# Sets REPLY to the smallest of the newest numbers; to 0 where all are among them.
oldest_kept() { # keep-last numbers...
  local keep=$1 sorted
  REPLY=0
  [ "$keep" -gt 0 ] || return 0
  shift
  mapfile -t sorted < <(printf '%s\n' "$@" | sort -rnu)
  REPLY=${sorted[keep - 1]:-0}
}
