#!/usr/bin/env bash
set -euo pipefail
aws s3 cp --only-show-errors "$TARGET$BACKUP.$SUFFIX" "$DUMP"
# insert: more
