# Sourced by harness.sh: what the checks of slurm.health do to a running Slurm. Nodes are asked every five seconds.

has_checks() { compgen -G "$RW/etc/check-*.sh" >/dev/null; }
life() { local words=$1; shift; if within 300 "$@"; then pass "health: $words"; else fail "health: $words: $(of_node "$sick" State) $(reason_of "$sick") $(tail -n 3 "$RW/spool.$sick/log" 2>/dev/null | paste -sd';' | head -c 400)"; fi; }
is_sick() { [[ $(of_node "$sick" State) == *DRAIN* ]] && [[ $(reason_of "$sick") == "railyard: $1"* ]]; }
is_well() { is_idle "$sick" && [ -z "$(reason_of "$sick")" ]; }
log_has() { grep -q "$1" "$RW/spool.$sick/log" 2>/dev/null; }
# Long enough for three looks.
a_while() { sleep 17; }
message() { echo "<4>[ $(($(cut -d. -f1 /proc/uptime) - 1)).123456] NVRM: Xid (PCI:0000:53:00): $1, pid=1, name=python" >"$RW/messages.$sick"; }
drained_by_checks() { query sinfo -h -N -o '%N|%E' | sort -u | grep -c '|railyard: [a-z]*: [a-z0-9-]*: '; }

check_node_life() {
  local PROMISE=health
  local line sick group gpus all limit job other _
  line=$(first_gpu_node)
  [ -n "$line" ] || { note "health: no node has whole GPUs"; return; }
  IFS=$'\t' read -r sick group _ _ gpus _ <<<"$line"
  all=$(awk -F'\t' -v group="$group" '$2 == group { print $1 }' "$RW/etc/nodes")
  # that of config is for many more nodes than there are here: half of these, or the check below could not fail
  limit=$(($(wc -w <<<"$all") / 2))
  [ "$limit" -ge 1 ] || { note "health: $group has one node here, and no limit to try"; limit=1; }
  sed -i "s/^DRAINS_AT_ONCE=.*/DRAINS_AT_ONCE=$limit/" "$RW/etc/node-$group.env"
  # the hour is of the clock, and what is mended is asked again
  sed -i 's/^DRAINS_PER_HOUR=.*/DRAINS_PER_HOUR=100/' "$RW/etc/node-$group.env"
  set -- -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") $(memory_of_one_gpu "$group")
  life "a sound node is accepted before its first job" test -e "$RW/spool.$sick/run/accepted"
  life "a sound node takes jobs" is_well

  # a node that lost a GPU
  echo $((gpus - 1)) >"$RW/gpus.$sick"
  life "a missing GPU drains the node as a fault of the hardware" is_sick "hardware: gpu-count: $((gpus - 1)) of $gpus GPUs answer"
  job=$(submit "$@" -w "$sick" --wrap true)
  if a_while && [[ $(state_of "${job:-0}") == PENDING* ]]; then pass "health: no job begins there"; else fail "health: a job on a drained node: $(state_of "${job:-0}")"; fi
  echo "$gpus" >"$RW/gpus.$sick"
  life "all checks pass after the repair, and it takes jobs again" takes_jobs "$sick"
  life "the job that waited for it runs" eval '! query squeue -h -j "${job:-0}" 2>/dev/null | grep -q .'

  # what a program did
  message 31
  life "an XID of a program is told" log_has "user: xid-program: XID 31"
  if a_while && is_well; then pass "health: it does not drain the node"; else fail "health: an XID of a program: $(of_node "$sick" State) $(reason_of "$sick")"; fi

  # what only a boot mends
  message 79
  life "an XID of the hardware drains the node" is_sick "hardware: xid: XID 79 on GPU 0000:53:00"
  : >"$RW/messages.$sick"
  if a_while && is_sick "hardware: xid"; then pass "health: it stays drained while it has not started anew"; else fail "health: it is back without a boot: $(of_node "$sick" State)"; fi
  echo "1.00 1.00" >"$RW/uptime.$sick"
  life "it is back once it has started anew" is_well
  rm -f "$RW/uptime.$sick"

  # what a person did
  update nodename="$sick" state=drain reason="by hand"
  if a_while && [[ $(reason_of "$sick") == "by hand"* ]]; then pass "health: a sound node that a person drained stays so"; else fail "health: a person's drain: $(of_node "$sick" State) $(reason_of "$sick")"; fi
  echo $((gpus - 1)) >"$RW/gpus.$sick"
  if a_while && [[ $(reason_of "$sick") == "by hand"* ]]; then pass "health: a finding does not take a person's reason away"; else fail "health: a person's reason: $(reason_of "$sick")"; fi
  echo "$gpus" >"$RW/gpus.$sick"
  update nodename="$sick" state=resume
  life "it is back when the person says so" is_well

  # what only a prolog sees
  echo $((gpus - 1)) >"$RW/gpus-at-prolog.$sick"
  job=$(submit "$@" -w "$sick" --wrap "echo begun >>$W/begun")
  life "a prolog that finds a fault drains the node with its own reason" is_sick "hardware: gpu-count"
  if sleep 5 && [ ! -e "$RW/begun" ] && [[ $(state_of "${job:-0}") =~ ^(PENDING|COMPLETING) ]]; then pass "health: the job goes back to the queue, and has not begun"; else fail "health: the job of a prolog with a finding: $(state_of "${job:-0}")"; fi
  rm -f "$RW/gpus-at-prolog.$sick"
  begun() { [ -e "$RW/begun" ]; }
  # Slurm holds a job for some minutes after its prolog has failed
  if within 300 begun; then pass "health: it begins when the node is sound"; else fail "health: it does not begin: $(state_of "${job:-0}")"; fi

  # what is wrong everywhere
  for other in $all; do echo 0 >"$RW/gpus.$other"; done
  life "a fault on all nodes drains some" eval '[ "$(drained_by_checks)" -ge 1 ]'
  a_while
  if [ "$(drained_by_checks)" -le "$limit" ]; then pass "health: $(drained_by_checks) of $(wc -w <<<"$all") nodes are drained, and no more than $limit"; else fail "health: $(drained_by_checks) nodes are drained, of $limit at most"; fi
  for other in $all; do awk -F'\t' -v node="$other" '$1 == node { print $5 }' "$RW/etc/nodes" >"$RW/gpus.$other"; done
  life "they are back when it is mended" eval '[ "$(drained_by_checks)" -eq 0 ]'
  within 120 all_gone || cancel_all
}
