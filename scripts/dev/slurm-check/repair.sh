# Sourced by harness.sh: what repair does to nodes with planted faults, from the drain to the next job. kubectl is kube.sh.

repair_look() { inside env RAILYARD_HEARTBEAT=/dev/null bash "$W/etc/node-repair.sh" --once >>"$RW/repair.out" 2>&1; }
expect_repair() {
  local words=$1; shift
  if within 120 "$@"; then pass "repair: $words"; else fail "repair: $words: $(of_node "$sick" State) $(reason_of "$sick"); $(tail -n 4 "$RW/repair.out" | paste -sd';' | head -c 400)"; fi
}
mended() { [ "$(grep -c "^$sick $1$" "$RW/repair/mended" 2>/dev/null)" = "$2" ]; }
# Looks as its pod does, until something is so.
looks_until() { repair_look; "$@"; }
journal_has() { grep -q "$1" "$RW/repair/journal" 2>/dev/null; }
# Does to machines what they are asked for: a boot takes their kernel's messages and their slurmd with it.
mend_machines() {
  local file name what
  while sleep 0.3; do
    for file in "$RW"/repair/do.*; do
      [ -e "$file" ] || continue
      name=${file##*/do.} what=$(cat "$file")
      [ -z "$(query squeue -h -w "$name" -t RUNNING 2>/dev/null)" ] || echo "$name: $what" >>"$RW/repair/wrong"
      : >"$RW/messages.$name"
      if [ "$what" = reset ]; then
        # a reset takes seconds: one in the second of the drain would not be after it
        sleep 1.1
        date +%s >"$RW/spool.$name/run/mended"
      else
        stop_node "$name"
        [ "$what" != reboot ] || echo "1.00 1.00" >"$RW/uptime.$name"
        start_node "$(awk -F'\t' -v node="$name" '$1 == node' "$RW/etc/nodes")"
      fi
      rm -f "$file"
      echo "$name $what" >>"$RW/repair/mended"
    done
  done
}

check_repair() {
  local PROMISE=repair
  local line sick first second other group all maker job each
  [ -e "$RW/etc/node-repair.sh" ] || { note "repair: nobody repairs nodes here"; return; }
  line=$(first_gpu_node)
  [ -n "$line" ] || { note "repair: no node has whole GPUs"; return; }
  IFS=$'\t' read -r sick group _ <<<"$line"
  all=$(awk -F'\t' -v group="$group" '$2 == group { print $1 }' "$RW/etc/nodes")
  other=$(tail -n 1 <<<"$all")
  [ "$(wc -w <<<"$all")" -ge 3 ] || { note "repair: $group has fewer than three nodes here: its floor holds everything"; return; }
  mkdir -p "$RW/repair"
  cp "$HERE/kube.sh" "$RW/bin/kubectl" && chmod +x "$RW/bin/kubectl"
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group")
  mend_machines &
  maker=$!
  sed -i 's/^DRAINS_\(AT_ONCE\|PER_HOUR\)=.*/DRAINS_\1=100/' "$RW/etc/node-$group.env"

  # what a program did: three looks of checks and of repair, and nothing is drained or mended
  for each in 13 31 43; do message "$each"; a_while; repair_look; done
  if is_well && [ ! -e "$RW/repair/mended" ] && ! journal_has "$sick"; then pass "repair: XID 13, 31 and 43 of programs drain nothing, and nothing is reset or booted for them"; else fail "repair: XIDs of programs: $(of_node "$sick" State) $(reason_of "$sick") $(cat "$RW/repair/mended" 2>/dev/null)"; fi

  # what a reset mends
  message 48
  expect_repair "an XID of the hardware drains the node" is_sick "hardware: xid: XID 48"
  expect_repair "its GPUs are reset" looks_until mended reset 1
  expect_repair "checks accept it, and it takes jobs again" is_well
  expect_repair "the journal says so" looks_until journal_has "$sick: takes jobs again, after: reset"

  # what a boot mends, and not before the job has ended
  job=$(submit "$@" -w "$sick" --wrap 'echo began; sleep 2400')
  # a job counts as running while its prolog still looks for faults, which would send it back to the queue
  expect_repair "a job runs there" grep -qs began "$RW/job.${job:-0}.out"
  message 79
  expect_repair "a fault drains it while the job goes on" is_sick "hardware: xid: XID 79"
  within 120 looks_until journal_has "$sick: waits for its jobs"
  repair_look
  if journal_has "$sick: waits for its jobs" && ! mended reboot 1 && runs "$job"; then pass "repair: it waits for the job"; else fail "repair: it does not wait for the job: $(cat "$RW/repair/mended") $(state_of "$job")"; fi
  query scancel --quiet "$job"
  expect_repair "then the node boots" looks_until mended reboot 1
  expect_repair "checks accept it after the boot, and it takes jobs again" is_well
  rm -f "$RW/uptime.$sick"

  # limits: a person's drain, the floor, one at a time, steps of an hour
  update nodename="$sick" state=drain reason="by hand"
  message 79
  a_while
  repair_look
  if mended reboot 1 && [[ $(reason_of "$sick") == "by hand"* ]]; then pass "repair: a node that a person has drained is theirs"; else fail "repair: a person's node: $(reason_of "$sick")"; fi
  : >"$RW/messages.$sick"
  update nodename="$sick" state=resume
  first=$sick sick=$(sed -n 2p <<<"$all")
  message 79
  expect_repair "a fault drains another node" is_sick "hardware: xid: XID 79"
  for each in $all; do [ "$each" = "$sick" ] || update nodename="$each" state=drain reason="by hand"; done
  within 120 looks_until journal_has "fewer than 50 in a hundred"
  repair_look
  if ! mended reboot 1 && journal_has "fewer than 50 in a hundred"; then pass "repair: while fewer than half of the nodes take jobs, nothing is done"; else fail "repair: the floor: $(tail -n 2 "$RW/repair/journal")"; fi
  for each in $all; do [ "$each" = "$sick" ] || update nodename="$each" state=resume; done
  second=$sick sick=$other
  message 79
  expect_repair "a third node is drained for a fault" is_sick "hardware: xid: XID 79"
  within 120 looks_until journal_has "waits: 1 nodes of $group are being repaired"
  if journal_has "waits: 1 nodes of $group are being repaired"; then pass "repair: one node at a time"; else fail "repair: one at a time: $(tail -n 2 "$RW/repair/journal")"; fi
  expect_repair "one after the other boots, and both take jobs again" looks_until eval 'takes_jobs "$second" && takes_jobs "$other"'
  rm -f "$RW/uptime.$second" "$RW/uptime.$other"
  sick=$first
  message 48
  expect_repair "a fifth fault within the hour drains a node" is_sick "hardware: xid: XID 48"
  within 120 looks_until journal_has "waits: 4 steps in $group within the hour"
  repair_look
  if journal_has "waits: 4 steps in $group within the hour" && [ "$(wc -l <"$RW/repair/mended")" = 4 ]; then pass "repair: no more than four steps in an hour"; else fail "repair: steps of an hour: $(paste -sd';' "$RW/repair/mended") $(tail -n 2 "$RW/repair/journal")"; fi
  if [ ! -e "$RW/repair/wrong" ]; then pass "repair: no node is mended while a job runs on it"; else fail "repair: $(paste -sd';' "$RW/repair/wrong")"; fi
  kill "$maker"
  wait "$maker" 2>/dev/null
  : >"$RW/messages.$sick"
  update nodename="$sick" state=resume
}
