#!/usr/bin/env bash
set -euo pipefail
name=changes-day-$(date --utc --date "@$(<"$FOLDER/dumped")" +%u).$SUFFIX
aws s3 cp --only-show-errors "$DUMP" "$TARGET$name"
echo "kept as $TARGET$name"
