# Sourced by harness.sh: Slurm of one root takes over what that of another root left, in the order of SchedMD's guide: slurmdbd,
# slurmctld, and nodes last. https://slurm.schedmd.com/upgrades.html

# Settings and limits, as any release tells them.
policies() { query sacctmgr -n -P list assoc format=account,user,share,grptres,qos 2>/dev/null | sort; query sacctmgr -n -P list qos format=name,priority,grptres,preempt 2>/dev/null | sort; }
has_policies() { [ "$(policies)" = "$1" ]; }
release_of() { inside slurmctld -V | sed -nE 's/.* ([0-9]+\.[0-9]+)\..*/\1/p'; }
stop_daemon() { pkill -TERM -x "$1"; within 120 eval "! pgrep -x $1 >/dev/null"; }
in_accounting() { [ "$(query sacct -n -X -P -j "$1" -o jobid 2>/dev/null | head -n 1)" = "$1" ]; }

check_upgraded() { # the older root, the newer one
  local PROMISE=upgrade
  local from=$1 to=$2 old new runs held later next policies line
  mkdir -p "${from%/}$W"
  mount --bind "$RW" "${from%/}$W"
  # one folder in both: what is written in it names no root
  ROOT=$from
  old=$(release_of)
  prepare_machine
  prepare_gres
  start_munge || give_up "munge starts: $(tail -n 1 "$RW/munge.out")"
  start_database || give_up "slurmdbd $old starts: $(grep -iE 'error|fatal' "$RW/db.out" | sort -u | tail -n 3 | paste -sd';')"
  start_controller || give_up "slurmctld $old starts: $(log_errors | grep ^fatal | head -n 3 | paste -sd';')"
  while read -r line; do start_node "$line"; done <"$RW/etc/nodes"
  check_accounts
  check_nodes
  line=$(first_gpu_node)
  line=$(cut -f2 <<<"${line:-$(head -n 1 "$RW/etc/nodes")}")
  set -- -p "$(partition_of "$line")" -C "$line" -N1 $(one_gpu_of "$line") $(memory_of_one_gpu "$line")
  runs=$(submit "$@" --wrap 'sleep 2400')
  within 120 runs "${runs:-0}" || fail "upgrade: a job runs before: $(state_of "${runs:-0}") $(head -n 1 "$RW/sbatch.err")"
  held=$(submit "$@" --hold --wrap 'echo kept')
  later=$(submit "$@" --dependency="afterok:$runs" --wrap true)
  within 60 in_accounting "$later"
  policies=$(policies)

  ROOT=$to
  new=$(release_of)
  prepare_machine
  start_munged || give_up "munge starts: $(tail -n 1 "$RW/munge.out")"
  try "upgrade: slurmdbd $old ends" stop_daemon slurmdbd
  : >"$RW/db.out"
  start_dbd || give_up "upgrade: slurmdbd $new takes the database of $old: $(grep -iE 'error|fatal' "$RW/db.out" | sort -u | tail -n 3 | paste -sd';')"
  pass "upgrade: slurmdbd $new takes the database of $old"
  try "upgrade: shares, limits and QOS are the same" within 60 has_policies "$policies"
  ROOT=$from
  if within 60 accounting_answers && runs "$runs"; then pass "upgrade: slurmctld $old and its jobs go on with slurmdbd $new"; else fail "upgrade: slurmctld $old with slurmdbd $new"; fi
  ROOT=$to

  try "upgrade: slurmctld $old ends" stop_daemon slurmctld
  : >"$RW/slurmctld.log"
  start_controller || give_up "upgrade: slurmctld $new takes the state of $old: $(log_errors | grep ^fatal | head -n 3 | paste -sd';')"
  pass "upgrade: slurmctld $new takes the state of $old"
  try "upgrade: jobs that waited wait, with their numbers" every waits "$(printf '%s\n' "$held" "$later")"
  try "upgrade: what a job was to run is what was submitted" same_script "$held"
  try "upgrade: a job that ran goes on, under slurmd $old" within 90 runs "$runs"
  next=$(submit "$@" --hold --wrap true)
  if [ "${next:-0}" -gt "$later" ]; then pass "upgrade: numbers of jobs go on"; else fail "upgrade: number ${next:-none} comes after $later: $(head -n 1 "$RW/sbatch.err")"; fi
  query scancel --quiet "$runs"
  try "upgrade: a job that ended is in accounting, with its time" within 60 in_accounting "$runs"
}
