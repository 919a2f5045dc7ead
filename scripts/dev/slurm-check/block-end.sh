# Sourced by harness.sh: what the end of a Capacity Block does to a running Slurm. Its nodes go after some minutes here, and one of
# another group in their partition stays, where there is one.

drained_for_block() { [[ $(of_node "$1" State) == *DRAIN* ]] && [[ $(reason_of "$1") == "railyard: the Capacity Block"* ]]; }
# seconds since 1970 at which the nodes of the group go
end_of_block() {
  sed -E "s/^block ($1) [0-9]+$/block \1 $2/" "$RW/etc/block-end.sh" >"$RW/etc/block-end-now.sh"
  inside bash "$W/etc/block-end-now.sh" >>"$RW/block-end.out" 2>&1
}
blocked_group() { awk '$1 == "block" { print $2; exit }' "$RW/etc/block-end.sh" 2>/dev/null; }
# nodes of other groups in its partition
others_of_partition() {
  local groups
  groups=$(sed -nE "s/^PartitionName=$(partition_of "$1") Nodes=([^ ]+) .*/\1/p" "$RW/etc/slurm.conf" | head -n 1)
  awk -F'\t' -v group="$1" -v groups=",$groups," '$2 != group && index(groups, "," $2 ",")' "$RW/etc/nodes"
}
limit_of() { query squeue -h -j "$1" -o %l 2>/dev/null; }
expect_block() {
  local words=$1; shift
  if within 200 "$@"; then pass "block: $words"; else fail "block: $words: $(tail -n 3 "$RW/block-end.out" | paste -sd';' | head -c 400)"; fi
}

# Stands for FSx, which exports a file when nobody has it open any more: no node takes part.
export_closed_files() {
  local file name
  while sleep 0.5; do
    [ ! -e "$RW/bucket-hangs" ] || continue
    for file in "$RW"/lustre/step-*; do
      name=${file##*/}
      [ -e "$file" ] && [ ! -e "$RW/bucket/$name" ] || continue
      [ -z "$(find /proc/[0-9]*/fd -lname "*/lustre/$name" -print -quit 2>/dev/null)" ] || continue
      cp "$file" "$RW/bucket/.part" && mv "$RW/bucket/.part" "$RW/bucket/$name"
    done
  done
}
# Trains in steps, saves when it is told, and goes back to the queue: as what `railyard examples` writes.
train_until_told() {
  cat >"$RW/train.sh" <<END
#!/bin/bash
last=\$(ls $W/lustre | sed -n 's/^step-//p' | sort -n | tail -n 1)
echo "\$SLURMD_NODENAME \${last:-0}" >>$W/train.starts
step=\${last:-0}
save() {
  exec 8>"$W/lustre/step-\$step"
  echo begun >&8
  sleep 4
  echo "all of step \$step" >&8
  exec 8>&-
  date +%s >$W/train.saved
  scontrol requeue \$SLURM_JOB_ID
}
trap save USR1
while :; do step=\$((step + 1)); sleep 0.5; done
END
  chmod 0755 "$RW/train.sh"
}
started_from() { tail -n 1 "$RW/train.starts" 2>/dev/null | grep -qE "$1"; }
went_back() { [[ $(state_of "$1") == PENDING* ]] && ! pgrep -f "slurmstepd: \\[$1[.]|/job0*$1/slurm_script" >/dev/null; }
# Slurm keeps back for two minutes what was queued again
start_again() { [[ $(state_of "$1") == RUNNING* ]] || inside scontrol update jobid="$1" starttime=now+5 2>/dev/null; }

check_block_end() {
  local PROMISE=block-end
  local group all name line job plain short saver exporter runner goes last
  [ -e "$RW/etc/block-end.sh" ] || { note "block: no nodes are in a Capacity Block"; return; }
  group=$(blocked_group)
  all=$(awk -F'\t' -v group="$group" '$2 == group { print $1 }' "$RW/etc/nodes")
  mkdir -p "$RW/lustre" "$RW/bucket"
  chmod 0777 "$RW/lustre"
  train_until_told
  export_closed_files &
  exporter=$!
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group")
  : >"$RW/block-end.out"

  job=$(submit "$@" -t 60 --signal=B:USR1@120 --wrap "trap 'echo told >$W/told; exit 0' USR1; while :; do sleep 0.2; done")
  plain=$(submit "$@" -t 60 --wrap 'sleep 2400')
  short=$(submit "$@" -t 1 --wrap 'sleep 2400')
  # it asks for a node of the partition, whichever
  saver=$(submit -p "$(partition_of "$group")" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group") -t 60 --requeue --signal=B:USR1@120 "$W/train.sh")
  expect_block "jobs run on its nodes" eval 'runs "${job:-0}" && runs "${plain:-0}" && runs "${short:-0}" && runs "${saver:-0}"'
  end_of_block "$group" "$(($(date +%s) + 100000))" || fail "block: long before its end: $(tail -n 1 "$RW/block-end.out")"
  if [ "$(limit_of "${job:-0}")" = 1:00:00 ]; then pass "block: long before its end jobs keep their limits"; else fail "block: a limit long before: $(limit_of "${job:-0}")"; fi

  # in the time of an hour, limits end with it
  end_of_block "$group" "$(($(date +%s) + 2400))" || fail "block: before its end: $(tail -n 1 "$RW/block-end.out")"
  if [[ $(limit_of "${job:-0}") =~ ^3[5-8]:00$ ]]; then pass "block: jobs end with it: $(limit_of "${job:-0}") of 60 minutes"; else fail "block: a limit of a job: $(limit_of "${job:-0}")"; fi
  if [ "$(limit_of "${short:-0}")" = 1:00 ] || ! runs "${short:-0}"; then pass "block: a job that ends before keeps its limit"; else fail "block: a limit of a short job: $(limit_of "${short:-0}")"; fi

  # the bucket takes nothing until they are gone
  touch "$RW/bucket-hangs"
  goes=$(($(date +%s) + 275))
  end_of_block "$group" "$goes" &
  runner=$!
  expect_block "its nodes take no more jobs" every drained_for_block "$all"
  expect_block "a job with --signal is told" test -e "$RW/told"
  if [ "$(date +%s)" -lt "$((goes - 60))" ]; then pass "block: it is told a minute before its nodes go, at least"; else fail "block: told $((goes - $(date +%s))) s before"; fi
  expect_block "a job without it goes back to the queue" eval '[[ $(state_of "${plain:-0}") == PENDING* ]]'
  expect_block "a job that saves goes back to the queue by itself" went_back "${saver:-0}"
  if [ "$(cat "$RW/train.saved" 2>/dev/null || echo "$goes")" -lt "$((goes - 60))" ]; then pass "block: its checkpoint is closed a minute before its nodes go, at least"; else fail "block: a checkpoint closed $((goes - $(cat "$RW/train.saved" 2>/dev/null || echo "$goes"))) s before"; fi
  last=$(ls "$RW/lustre" | sed -n 's/^step-//p' | sort -n | tail -n 1)
  wait "$runner" || fail "block: at its end: $(tail -n 1 "$RW/block-end.out")"

  while [ "$(date +%s)" -lt "$goes" ]; do sleep 1; done
  for name in $all; do stop_node "$name"; done
  if [ -e "$RW/lustre/step-$last" ] && [ -z "$(ls "$RW/bucket")" ]; then pass "block: its nodes go at their time, whether the bucket has the checkpoint or not"; else fail "block: step $last of $(ls "$RW/lustre" | paste -sd' '), and in the bucket $(ls "$RW/bucket" | paste -sd' ')"; fi
  if [ -s "$RW/etc/other-nodes" ]; then
    while read -r line; do start_node "$line"; done <"$RW/etc/other-nodes"
    within 120 start_again "${saver:-0}"
    expect_block "the job that saved starts elsewhere from its checkpoint" started_from "^($(cut -f1 "$RW/etc/other-nodes" | paste -sd'|')) $last$"
  fi
  rm -f "$RW/bucket-hangs"
  expect_block "what it saved is exported without the nodes" test -e "$RW/bucket/step-$last"
  if [ "$last" -gt 0 ] && grep -qx "all of step $last" "$RW/bucket/step-$last"; then pass "block: all of it"; else fail "block: exported: $(paste -sd';' "$RW/bucket/step-$last")"; fi
  kill "$exporter"
  wait "$exporter" 2>/dev/null

  while read -r line; do start_node "$line"; done <"$RW/etc/nodes"
  end_of_block "$group" "$(($(date +%s) + 100000))" || fail "block: the next one: $(tail -n 1 "$RW/block-end.out")"
  expect_block "nodes of the next one take jobs" every is_free_again "$all"
  if [ ! -s "$RW/etc/other-nodes" ]; then
    within 120 start_again "${saver:-0}"
    expect_block "the job that saved waits for the next one, and starts there from its checkpoint" started_from "^($(paste -sd'|' <<<"$all")) $last$"
  fi
  within 120 cancel_all
}
