# shellcheck shell=bash disable=SC2030,SC2031,SC2034,SC2154
# values:
__mode=dry-run # on, or dry-run: nothing is done, and the journal says what would be.
__faults=3 # So many faults of a node …
__days=14 # … in so many days, and it is not given back.
# end of values
  answer=$({ table; sed -n 's/^/was|/p' <<<"$memory"; printf '%s' "$rows$results"; } |
    awk -v now="$now" -v mode="$__mode" -v faults="$__faults" -v days="$__days" -f "$here/node-repair.awk") || return 1
  results=
  memory=$(sed -n 's/^memory|//p' <<<"$answer" | sort)
  list=$(sed -n 's/^list|//p' <<<"$memory" | while IFS='|' read -r when node name why; do
    echo "$(date --utc -d "@$when" +%FT%TZ) $name $node: $why"
  done)
  said=$(awk -F'|' '$1 == "say" { print $2 ": " $3 }' <<<"$answer")
  orders_now=$(sed -n 's/^do|//p' <<<"$answer")
  if [ -n "$said$orders_now" ] || [ "$memory" != "${written-}" ]; then
    [ -z "$said" ] || echo "$said"
    remember "$memory" "$list" "$version" <<<"$said" || return 1
    written=$memory
  fi
  while IFS='|' read -r node name step why; do
    [ -n "$node" ] || continue
    if [ "$__mode" != on ] || ! still_so "$node"; then
      results+="result|$node|undone"$'\n'
      outcome="$node: $step is not done: it is not as it was"
    elif text=$(act "$node" "$name" "$step" "$why"); then
      outcome="$node: $step: done"
    else
      results+="result|$node|failed"$'\n'
      outcome="$node: $step: failed: $(tail -n 1 <<<"$text" | plain | cut -c1-200)"
    fi
    journal "$outcome" "$memory" "$list"
  done <<<"$orders_now"
