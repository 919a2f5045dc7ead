#!/usr/bin/env bash
# Do drivers publish as many devices of this node as pods of a whole node claim? Each slice has a part of them; slices of an older
# generation are on their way out, and devices with a taint are not handed out. DEVICES has a line for each kind:
# driver|attribute|value|count|title
set -u
# shellcheck disable=SC2016
published=$(kubectl get resourceslices.resource.k8s.io --field-selector "spec.nodeName=$NODE" -o go-template='{{range .items}}{{$slice := .spec}}{{range .spec.devices}}{{$slice.driver}}|{{$slice.pool.name}}|{{$slice.pool.generation}}|{{range .taints}}{{.effect}},{{end}}{{range $name, $value := .attributes}}{{with $value.string}}|{{$name}}={{.}}{{end}}{{end}}
{{end}}{{end}}' 2>/dev/null) || exit 2
while IFS='|' read -r driver attribute value count title; do
  [ -n "$driver" ] || continue
  found=$(awk -F'|' -v driver="$driver" -v attribute="$attribute" -v value="$value" '
    $1 != driver { next }
    !($2 in newest) || $3 + 0 > newest[$2] { newest[$2] = $3 + 0 }
    $4 !~ /NoSchedule|NoExecute/ {
      for (at = 5; at <= NF; at++) {
        name = $at; sub(/=.*/, "", name); is = substr($at, length(name) + 2); sub(/.*\//, "", name)
        if (name == attribute && is == value) { counted[$2, $3 + 0]++; break }
      }
    }
    END { for (pool in newest) sum += counted[pool, newest[pool]]; print sum + 0 }' <<<"$published")
  [ "$found" -ge "$count" ] && continue
  echo "$driver publishes $found of $count $title"
  exit 1
done <<<"$DEVICES"
exit 0
