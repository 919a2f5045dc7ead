#!/usr/bin/env bash
set -euo pipefail
names=("day-$(date -u +%u)" latest)
if [ "$(date -u +%d)" = 01 ]; then names+=("month-$(date -u +%m)"); fi
for name in "${names[@]}"; do
  aws s3 cp --only-show-errors "$DUMP" "$TARGET$name.sql.gz"
  echo "kept as $TARGET$name.sql.gz"
done
