#!/usr/bin/env bash
# Does each volume answer within 20 seconds?
set -u
IFS=: read -ra paths <<<"$SHARED_PATH"
for path in "${paths[@]}"; do
  timeout -s KILL 20 stat -f "$path" >/dev/null 2>&1 && continue
  echo "$path does not answer"
  exit 1
done
exit 0
