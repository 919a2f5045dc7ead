# Sourced by harness.sh: what the end of a Capacity Block does to a running Slurm. Its nodes go after some minutes here.

drained_for_block() { [[ $(of_node "$1" State) == *DRAIN* ]] && [[ $(reason_of "$1") == "railyard: the Capacity Block"* ]]; }
# seconds since 1970 at which the nodes of the group go
end_of_block() {
  sed -E "s/^block ($1) [0-9]+$/block \1 $2/" "$RW/etc/block-end.sh" >"$RW/etc/block-end-now.sh"
  inside bash "$W/etc/block-end-now.sh" >>"$RW/block-end.out" 2>&1
}
blocked_group() { awk '$1 == "block" { print $2; exit }' "$RW/etc/block-end.sh" 2>/dev/null; }
limit_of() { inside squeue -h -j "$1" -o %l 2>/dev/null; }
expect_block() {
  local words=$1; shift
  if within 200 "$@"; then pass "block: $words"; else fail "block: $words: $(tail -n 3 "$RW/block-end.out" | paste -sd';' | head -c 400)"; fi
}

check_block_end() {
  local PROMISE=block-end
  local group all job plain short runner goes
  [ -e "$RW/etc/block-end.sh" ] || { note "block: no nodes are in a Capacity Block"; return; }
  group=$(blocked_group)
  all=$(awk -F'\t' -v group="$group" '$2 == group { print $1 }' "$RW/etc/nodes")
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group")
  : >"$RW/block-end.out"

  job=$(submit "$@" -t 60 --signal=B:USR1@60 --wrap "trap 'echo told >$W/told; exit 0' USR1; while :; do sleep 0.2; done")
  plain=$(submit "$@" -t 60 --wrap 'sleep 2400')
  short=$(submit "$@" -t 1 --wrap 'sleep 2400')
  expect_block "jobs run on its nodes" eval 'runs "${job:-0}" && runs "${plain:-0}" && runs "${short:-0}"'
  end_of_block "$group" "$(($(date +%s) + 100000))" || fail "block: long before its end: $(tail -n 1 "$RW/block-end.out")"
  if [ "$(limit_of "${job:-0}")" = 1:00:00 ]; then pass "block: long before its end jobs keep their limits"; else fail "block: a limit long before: $(limit_of "${job:-0}")"; fi

  # in the time of an hour, limits end with it
  end_of_block "$group" "$(($(date +%s) + 2400))" || fail "block: before its end: $(tail -n 1 "$RW/block-end.out")"
  if [[ $(limit_of "${job:-0}") =~ ^3[5-8]:00$ ]]; then pass "block: jobs end with it: $(limit_of "${job:-0}") of 60 minutes"; else fail "block: a limit of a job: $(limit_of "${job:-0}")"; fi
  if [ "$(limit_of "${short:-0}")" = 1:00 ] || ! runs "${short:-0}"; then pass "block: a job that ends before keeps its limit"; else fail "block: a limit of a short job: $(limit_of "${short:-0}")"; fi

  goes=$(($(date +%s) + 225))
  end_of_block "$group" "$goes" &
  runner=$!
  expect_block "its nodes take no more jobs" every drained_for_block "$all"
  expect_block "a job with --signal is told" test -e "$RW/told"
  if [ "$(date +%s)" -lt "$((goes - 60))" ]; then pass "block: it is told a minute before its nodes go, at least"; else fail "block: told $((goes - $(date +%s))) s before"; fi
  expect_block "a job without it goes back to the queue" eval '[[ $(state_of "${plain:-0}") == PENDING* ]]'
  wait "$runner" || fail "block: at its end: $(tail -n 1 "$RW/block-end.out")"

  end_of_block "$group" "$(($(date +%s) + 100000))" || fail "block: the next one: $(tail -n 1 "$RW/block-end.out")"
  expect_block "nodes of the next one take jobs" every is_free_again "$all"
  within 120 cancel_all
}
