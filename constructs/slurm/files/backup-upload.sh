#!/usr/bin/env bash
set -euo pipefail
names=(latest)
for each in $KEEP; do
  case $each in
    hour) names+=("hour-$(date -u +%H)") ;;
    day) names+=("day-$(date -u +%u)") ;;
    month) if [ "$(date -u +%d)" = 01 ]; then names+=("month-$(date -u +%m)"); fi ;;
  esac
done
for name in "${names[@]}"; do
  aws s3 cp --only-show-errors "$DUMP" "$TARGET$name.$SUFFIX"
  echo "kept as $TARGET$name.$SUFFIX"
done
