#!/usr/bin/env bash
set -euo pipefail
refuse() {
  rm -rf "$fresh"
  echo "$1. Nothing was changed." >&2
  exit 1
}
fresh=$STATE/.restoring
rm -rf "$fresh"
gzip --test "$DUMP"
mkdir "$fresh"
tar --extract --gzip --no-same-owner --file="$DUMP" --directory="$fresh" || refuse "the backup cannot be read"
for file in job_state clustername assoc_usage qos_usage; do
  [ -s "$fresh/$file" ] || refuse "the backup has no $file"
done
# newer releases have the cluster's number behind its name: sample|3840
name=$(head -n 1 "$fresh/clustername" | cut -d'|' -f1)
[ "$name" = "$CLUSTER" ] || refuse "the backup is of cluster $name, and this one is $CLUSTER"

# what was there stays on the volume
before=$STATE/.before-$(date -u +%Y%m%dT%H%M%SZ)
mkdir "$before"
find "$STATE" -mindepth 1 -maxdepth 1 ! -name '.before-*' ! -name .restoring ! -name lost+found -exec mv -t "$before" -- {} +
find "$fresh" -mindepth 1 -maxdepth 1 -exec mv -t "$STATE" -- {} +
rmdir "$fresh"
echo "restored the state of $name as it was at $(date -u -r "$STATE/job_state" +%Y-%m-%dT%H:%M:%SZ); what was there before is in $(basename "$before")"
