# Sourced by harness.sh: what a rollout of a pool does to a running Slurm.

expect_rollout() {
  local words=$1; shift
  if within 240 "$@"; then pass "rollout: $words"; else fail "rollout: $words: $(tail -n 4 "$RW/rollout.out" | paste -sd';' | head -c 400)"; fi
}
rolled() { grep -q "$1" "$RW/rollout.out"; }
# Starts slurmd of a node anew when that is asked for, and notes how many others take jobs just then.
make_anew() {
  local file name line
  while sleep 0.3; do
    for file in "$RW"/remake.*; do
      [ -e "$file" ] || continue
      name=${file##*/remake.}
      [ -z "$(query squeue -h -w "$name" -t RUNNING 2>/dev/null)" ] || echo "$name has a job" >>"$RW/rollout.wrong"
      echo "$name $(working_nodes)" >>"$RW/rollout.made"
      line=$(awk -F'\t' -v node="$name" '$1 == node' "$RW/etc/nodes")
      stop_node "$name"
      start_node "$line"
      rm -f "$file"
    done
  done
}
working_nodes() { query sinfo -h -N -o '%N|%T' 2>/dev/null | sort -u | grep -F "$rolled_nodes" | grep -cE '\|(idle|mixed|allocated|completing|planned)$'; }
roll() {
  node --require "$HERE/../../../bin/program" "$HERE/roll-nodes.ts" "$group" "$RW" 0 1 chroot "$ROOT" \
    env SLURM_CONF="$W/etc/slurm.conf" PATH="$W/bin:/usr/sbin:/usr/bin:/sbin:/bin" >>"$RW/rollout.out" 2>&1 &
  roller=$!
}

check_rollout() {
  local PROMISE=rollout
  local line name group gpus all count rolled_nodes maker roller job plain least
  line=$(first_gpu_node)
  [ -n "$line" ] || { note "rollout: no node has whole GPUs"; return; }
  IFS=$'\t' read -r name group _ _ gpus _ <<<"$line"
  all=$(awk -F'\t' -v group="$group" '$2 == group { print $1 }' "$RW/etc/nodes")
  count=$(wc -w <<<"$all")
  [ "$count" -ge 2 ] || { note "rollout: $group has one node here, and no floor"; return; }
  rolled_nodes=$(sed 's/$/|/' <<<"$all")
  : >"$RW/rollout.out"
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group")
  make_anew &
  maker=$!

  # a job that saves when it is told, and one that asks for nothing: both wait again, with the limits that they had
  job=$(submit "$@" -w "$(head -n 1 <<<"$all")" -t 60 --signal=B:USR1@170 --wrap "trap 'echo told >$W/rolled-told; wait' USR1; sleep 2400 & while kill -0 \$!; do wait; done")
  plain=$(submit "$@" -w "$(tail -n 1 <<<"$all")" -t 60 --wrap 'sleep 2400')
  expect_rollout "jobs run on the first and on the last node" eval 'runs "${job:-0}" && runs "${plain:-0}"'
  update jobid="$plain" requeue=1
  roll
  expect_rollout "some nodes are drained for it" eval 'query sinfo -h -R -o %E | grep -q "railyard rollout"'
  # a kill at a moment that nobody has chosen, and again while a node is away
  expect_rollout "a node is being made anew" eval '[ -s "$RW/rollout.made" ]'
  kill -KILL "$roller"
  wait "$roller" 2>/dev/null
  roll
  expect_rollout "after a kill it goes on where it stopped" rolled '^goes on'
  expect_rollout "a job that asked for a signal is told to save" test -e "$RW/rolled-told"
  expect_rollout "jobs that still run go back to the queue, each by its number" rolled "job $job goes back to the queue"
  expect_rollout "all nodes are made anew" rolled '^all are made anew'
  wait "$roller" 2>/dev/null
  expect_rollout "they take jobs again" every takes_jobs "$all"
  if [ "$(cut -d' ' -f1 "$RW/rollout.made" | sort | uniq -c | awk '$1 == 1' | wc -l)" = "$count" ]; then pass "rollout: each of $count nodes is made anew once"; else fail "rollout: made anew: $(sort "$RW/rollout.made" | paste -sd';')"; fi
  # half of them, and one may always go; the one that is made anew is none of them
  least=$(((count + 1) / 2)); [ "$least" -lt "$count" ] || least=$((count - 1))
  if [ "$(awk -v least="$least" '$2 < least' "$RW/rollout.made" | wc -l)" = 0 ]; then pass "rollout: $least nodes take jobs at any time, at least"; else fail "rollout: fewer than $least nodes took jobs: $(paste -sd';' "$RW/rollout.made")"; fi
  if [ ! -e "$RW/rollout.wrong" ]; then pass "rollout: no node is touched while a job runs on it"; else fail "rollout: $(paste -sd';' "$RW/rollout.wrong")"; fi
  expect_rollout "both jobs have the limits that they asked for" eval '[ "$(limit_of "$job")" = 1:00:00 ] && [ "$(limit_of "$plain")" = 1:00:00 ]'
  cancel_all

  # what checks do not accept, and a second one: it ends
  rm -f "$RW/rollout.json" "$RW/rollout.made"
  for name in $all; do echo $((gpus - 1)) >"$RW/gpus-at-accept.$name"; done
  roll
  expect_rollout "a node that its checks do not accept stays drained for what they found" eval 'query sinfo -h -R -o %E | grep -q "railyard: hardware: gpu-count"'
  if [ "$count" -gt 2 ]; then
    expect_rollout "two failures in a row end it" rolled 'stops: 2 nodes have failed'
  fi
  wait "$roller" 2>/dev/null
  if [ "$count" -le 2 ] || [ "$(awk '{ print $1 }' "$RW/rollout.made" | sort -u | wc -l)" -lt "$count" ]; then pass "rollout: the others go on"; else fail "rollout: all of them were touched"; fi
  for name in $all; do rm -f "$RW/gpus-at-accept.$name"; done
  kill "$maker"
  wait "$maker" 2>/dev/null
  expect_rollout "checks give them back" every takes_jobs "$all"
}
