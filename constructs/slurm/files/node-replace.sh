#!/usr/bin/env bash
# Ends instances that the container beside it asks for, by a file of their name; their Auto Scaling group starts others.
set -uo pipefail
orders=${RAILYARD_ORDERS:-/orders}
while :; do
  for wanted in "$orders"/*.wanted; do
    [ -e "$wanted" ] || continue
    id=$(basename "$wanted" .wanted)
    [[ $id =~ ^i-[0-9a-f]+$ ]] || { rm -f "$wanted"; continue; }
    if text=$(timeout 60 aws autoscaling terminate-instance-in-auto-scaling-group --instance-id "$id" --no-should-decrement-desired-capacity --output json 2>&1); then
      echo "instance $id is ended"
      mv "$wanted" "$orders/$id.done"
    else
      echo "instance $id is not ended: $text" >&2
      printf '%s\n' "$text" | tr '\n' ' ' >"$orders/$id.failed"
      rm -f "$wanted"
    fi
  done
  [ "${1:-}" = --once ] && exit 0
  sleep 2
done
