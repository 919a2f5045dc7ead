# Sourced by harness.sh: what deploy does to a running Slurm before it replaces the nodes of a group.

drained_for_deploy() { [[ $(of_node "$1" State) == *DRAIN* ]] && [[ $(reason_of "$1") == "railyard deploy"* ]]; }
takes_jobs() { [[ $(of_node "$1" State) != *DRAIN* ]]; }
every() { local name; for name in $2; do "$1" "$name" || return 1; done; }
deploy_said() { grep -q "$1" "$RW/drain.out"; }
# seconds: in the background, until something is written to its input
drain_first() {
  rm -f "$RW/drain.in"
  mkfifo "$RW/drain.in"
  # this end stays open, so that it finds input that ends neither before nor while it waits
  exec 4<>"$RW/drain.in"
  node --require "$HERE/../../../bin/program" "$HERE/drain-nodes.ts" "$drain_group" "$1" chroot "$ROOT" \
    env SLURM_CONF="$W/etc/slurm.conf" PATH=/usr/sbin:/usr/bin:/sbin:/bin <&4 >"$RW/drain.out" 2>&1 &
  drainer=$!
}
expect_drain() {
  local words=$1; shift
  if within 120 "$@"; then pass "deploy: $words"; else fail "deploy: $words: $(tail -n 3 "$RW/drain.out" | paste -sd';' | head -c 400)"; fi
}

check_drain_first() {
  local PROMISE=drain
  local drain_group drainer all other job
  drain_group=$(cut -f2 "$RW/etc/nodes" | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')
  [ -n "$drain_group" ] || { note "deploy: there are no nodes to drain"; return; }
  all=$(awk -F'\t' -v group="$drain_group" '$2 == group { print $1 }' "$RW/etc/nodes")
  other=$(awk -F'\t' -v group="$drain_group" '$2 != group { print $1 }' "$RW/etc/nodes")
  expect_drain "its nodes are idle before" every is_idle "$all"
  set -- -p "$(partition_of "$drain_group")" -C "$drain_group" -N1 $(one_gpu_of "$drain_group") $(memory_of_one_gpu "$drain_group")

  job=$(submit "$@" --wrap 'sleep 2400')
  expect_drain "a job runs on a node of the group" runs "${job:-0}"
  # long enough to be seen by who asks all nodes, one by one
  drain_first 8
  expect_drain "all nodes of the group are drained" every drained_for_deploy "$all"
  [ -z "$other" ] || expect_drain "nodes of other groups take jobs" every takes_jobs "$other"
  wait "$drainer" && fail "deploy: it goes on while a job runs: $(cat "$RW/drain.out")"
  expect_drain "it names the job that still runs at its limit" deploy_said "Waited too long.*: ${job:-0} (root, RUNNING)"
  expect_drain "the nodes take jobs again after the limit" every takes_jobs "$all"
  if runs "${job:-0}"; then pass "deploy: the job goes on"; else fail "deploy: the job goes on: $(state_of "${job:-0}")"; fi

  drain_first 300
  expect_drain "all nodes of the group are drained again" every drained_for_deploy "$all"
  update nodename="$(head -n 1 <<<"$all")" state=drain reason="by hand"
  query scancel --quiet "${job:-0}"
  expect_drain "it goes on once the job has ended" deploy_said applying
  job=$(submit "$@" --wrap true)
  if sleep 3 && [[ $(state_of "${job:-0}") == PENDING* ]]; then pass "deploy: no job starts while it applies"; else fail "deploy: a job starts while it applies: $(state_of "${job:-0}")"; fi
  echo >&4
  wait "$drainer" || fail "deploy: nodes are resumed: $(cat "$RW/drain.out")"
  by_hand() { [[ $(reason_of "$1") == "by hand"* ]]; }
  expect_drain "a node that somebody drained stays so" every by_hand "$(head -n 1 <<<"$all")"
  other=$(tail -n +2 <<<"$all")
  [ -z "$other" ] || expect_drain "the others take jobs, and have no reason left" every is_free_again "$other"
  update nodename="$(head -n 1 <<<"$all")" state=resume
  exec 4>&-
  within 120 all_gone || cancel_all
}
is_free_again() { takes_jobs "$1" && [ -z "$(reason_of "$1")" ]; }
