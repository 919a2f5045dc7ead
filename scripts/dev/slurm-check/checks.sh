# Sourced by harness.sh: one function for each question to a running Slurm.

of_node() { query scontrol show node "$1" -o 2>/dev/null | sed -nE "s/.* $2=([^ ]*).*/\\1/p"; }
reason_of() { query scontrol show node "$1" -o 2>/dev/null | sed -nE 's/.* Reason=(.*)/\1/p' | cut -c1-160; }
is_idle() { case $(of_node "$1" State) in IDLE | IDLE+DYNAMIC_NORM) ;; *) return 1 ;; esac; }
log_errors() {
  cat "$RW/slurmctld.log" "$RW/slurmctld.out" 2>/dev/null | sed -E 's/^\[[^]]*\] //; s/^slurmctld: //' |
    grep -aE '^(error|fatal):' | sort -u
}
# Columns of etc/nodes: name, group, port, leaf, GPUs, their type, CPUs, sockets, threads of a core, argument of --conf.
nodes() { cut -f1,4,5,6 "$RW/etc/nodes"; }
# A part of an environment whose accounts are set up twice elsewhere.
is_drill() { case ${RAILYARD_ONLY:-} in health | rollout | repair | block-end | containers | apptainer | mpi) ;; *) return 1 ;; esac; }
# slurmd of other groups would only run beside a drill
only_nodes_of() { # group; none: all
  [ -n "$1" ] || return 0
  awk -F'\t' -v group="$1" '$2 == group' "$RW/etc/nodes" >"$RW/nodes" && mv "$RW/nodes" "$RW/etc/nodes"
}
# One with whole GPUs: what happens to them is asked there.
first_gpu_node() {
  local line group
  while IFS= read -r line; do
    group=$(cut -f2 <<<"$line")
    if [ "$(cut -f5 <<<"$line")" -gt 0 ] && ! is_cut "$group" && ! grep -qs '^Name=shard' "$RW/etc/gres-$group"; then
      echo "$line"
      return
    fi
  done <"$RW/etc/nodes"
}

check_accounts() {
  local PROMISE=accounts
  local try
  # the Job of the cluster tries again, too: what a busy slurmdbd does not answer is no fault of the script
  apply() {
    for try in 1 2 3 4 5; do
      WHY=$(inside env RAILYARD_WAIT=300 bash "$W/etc/accounts.sh" 2>&1) && return
      grep -qiE "$LOST_CONNECTION" <<<"$WHY" || return 1
    done
    return 1
  }
  # the script looks every five seconds whether slurmdbd knows the GPUs
  ! grep -q 'gres|gpu' "$RW/etc/accounts.sh" || within 30 knows_gpus
  try "accounts, QOS and limits are set up" apply
  ! asks_by_hand || set_by_hand
  is_drill || try "setting them up again changes nothing and fails nothing" apply
  ! asks_by_hand || check_by_hand
  within 180 in_sandbox || fail "an account for the jobs of this check: $(inside sacctmgr -i add account sandbox 2>&1 | paste -sd';')"
}

knows_gpus() { query sacctmgr -n -P list tres format=type 2>/dev/null | grep -qx gres; }

# One config after another in one cluster: what the last one set is there when the next one comes. A config may bring its
# partitions (partitions-N), and the shares of its teams as they must be then (shares-N: team, team above, shares).
check_accounts_of_many() {
  local PROMISE=accounts
  local script number
  for script in "$RW"/etc/accounts-*.sh; do
    number=$(basename "$script" .sh)
    number=${number#accounts-}
    if [ -f "$RW/etc/partitions-$number" ]; then
      try "config after config: partitions-$number" reads_partitions "$RW/etc/partitions-$number"
    fi
    try "config after config: accounts-$number" inside_twice "$W/etc/$(basename "$script")"
    if [ -f "$RW/etc/shares-$number" ]; then
      try "config after config: shares-$number" has_shares "$RW/etc/shares-$number"
      try "config after config: shares-$number add up" within 30 shares_add_up
    fi
  done
}
reads_partitions() {
  sed -i '/^PartitionName=/d' "$RW/etc/slurm.conf" && cat "$1" >>"$RW/etc/slurm.conf"
  WHY=$(inside scontrol reconfigure 2>&1) || return 1
  within 60 lists_partitions "$1"
}
lists_partitions() {
  WHY=$(query scontrol show partition -o 2>/dev/null | sed -nE 's/^PartitionName=([^ ]*).*/\1/p' | sort)
  [ "$WHY" = "$(sed -E 's/^PartitionName=([^ ]*).*/\1/' "$1" | sort)" ]
}
has_shares() {
  local team above shares
  while read -r team above shares; do
    WHY="$team: $(query sacctmgr -n -P list associations where account="$team" format=user,parentname,fairshare 2>/dev/null | grep '^|')"
    [ "$WHY" = "$team: |$above|$shares" ] || return 1
  done <"$1"
}
# slurmctld's own count: the parts of whoever is directly below an account are the whole of it.
shares_add_up() {
  WHY=$(awk -F'|' '
    NR == FNR { if ($2 == "") above[$1] = $3; next }
    { sub(/^ +/, "", $1); if ($1 == "root" && $2 == "") next; sum[$2 == "" ? above[$1] : $1] += $3 }
    END { for (one in sum) if (sum[one] < 0.9999 || sum[one] > 1.0001) print one, sum[one]; if (length(sum) == 0) print "no shares" }
  ' <(query sacctmgr -n -P list associations format=account,user,parentname 2>/dev/null) \
    <(query sshare -n -P -a -l -o account,user,normshares 2>/dev/null))
  [ -z "$WHY" ]
}
inside_twice() { WHY=$(inside env RAILYARD_WAIT=300 bash "$1" 2>&1) && WHY=$(inside env RAILYARD_WAIT=300 bash "$1" 2>&1); }

# sacctmgr fails where nothing is new: who is in an account is not added again.
is_in() { query sacctmgr -n -P list associations where user="$1" account="$2" format=user 2>/dev/null | grep -qxF "$1"; }
joins() { # user, account
  is_in "$@" || { inside sacctmgr -i add user "$1" account="$2" >/dev/null 2>&1 && is_in "$@"; }
}
in_sandbox() {
  inside sacctmgr -i add account sandbox >/dev/null 2>&1
  inside sacctmgr -i add user root account=sandbox DefaultAccount=sandbox >/dev/null 2>&1
  inside sacctmgr -i modify user where name=root set DefaultAccount=sandbox >/dev/null 2>&1
  [ "$(query sacctmgr -n -P list user where name=root format=defaultaccount 2>/dev/null)" = sandbox ]
}

check_nodes() {
  local PROMISE=nodes
  local name leaf gpus type gres
  while read -r name leaf gpus type; do
    if ! within 180 is_idle "$name"; then
      fail "$name registers: $(of_node "$name" State) $(reason_of "$name") $(grep -hE 'fatal|error' "$RW/slurmd.$name.out" | tail -n 1)"
      continue
    fi
    gres=$(of_node "$name" Gres)
    if [ "$gpus" -eq 0 ]; then pass "$name registers"; continue; fi
    case $gres in
      gpu:$type:$gpus\(S:*) pass "$name registers with $gpus GPUs of type $type, each at a socket: $gres" ;;
      gpu:$type:$gpus*) fail "$name: GPUs have no affinity: $gres" ;;
      *) fail "$name: Gres=$gres, expected gpu:$type:$gpus" ;;
    esac
  done < <(nodes)
}

leaf_of() {
  local leaf hosts
  while read -r leaf hosts; do
    inside scontrol show hostnames "$hosts" | grep -qx "$1" && echo "$leaf" && return
  done < <(query scontrol show topology 2>/dev/null |
    sed -nE 's/^SwitchName=([^ ]+) .*Level=0 .*Nodes=([^ ]+).*/\1 \2/p')
}
check_leaves() {
  local PROMISE=leaves
  local name leaf gpus type found
  while read -r name leaf gpus type; do
    if [ "$leaf" = - ]; then
      [ -e "$RW/etc/topology.yaml" ] || [ -e "$RW/etc/topology.conf" ] || continue
      fail "$name has no leaf: no job of several nodes can use it"
      continue
    fi
    found=$(leaf_of "$name")
    if [ "$found" = "$leaf" ]; then pass "$name is in leaf $leaf"; else fail "$name is in leaf ${found:-none}, not $leaf"; fi
  done < <(nodes)
}

state_of() { query squeue -h -j "$1" -o '%T:%r' 2>/dev/null; }
runs() { case $(state_of "$1") in RUNNING* | COMPLETING*) ;; *) return 1 ;; esac; }
all_gone() { [ -z "$(query squeue -h 2>/dev/null)" ] && ! query sinfo -h -o %t | grep -q comp; }
cancel_all() { query scancel --quiet -u root 2>/dev/null; within 180 all_gone; }
submit() {
  local id try
  for try in 1 2 3 4 5; do
    id=$(inside sbatch --parsable -o "$W/job.%j.out" -D / "$@" 2>"$RW/sbatch.err" | cut -d';' -f1)
    [ -z "$id" ] && grep -qiE "$LOST_CONNECTION" "$RW/sbatch.err" || break
    sleep 2
  done
  echo "$id"
}
update() { within 120 inside scontrol update "$@" 2>/dev/null; }
# Once the scheduler has looked at a job that it does not start, it says why.
is_judged() { case $(state_of "$1") in PENDING:None | PENDING:Priority | PENDING:BeginTime) return 1 ;; esac; }

check_jobs() {
  local PROMISE=jobs
  local line id started
  while read -r line; do
    # shellcheck disable=SC2086
    id=$(submit ${line#!} --wrap 'sleep 600')
    started=no
    case ${line:0:1} in
      !) [ -z "$id" ] || { within 120 is_judged "$id"; runs "$id" && started=yes; } ;;
      *) [ -n "$id" ] && within 180 runs "$id" && started=yes ;;
    esac
    case ${line:0:1}:$started in
      !:no) pass "refused or never started: sbatch ${line#!}" ;;
      !:yes) fail "must not start: sbatch ${line#!}" ;;
      *:yes) pass "runs: sbatch $line" ;;
      *) fail "does not start: sbatch $line: $(state_of "${id:-0}") $(head -n 1 "$RW/sbatch.err")" ;;
    esac
    cancel_all
  done <"$RW/etc/checks"
}

# Groups that have nodes in two leaves, two in each. Those of an NVLink domain are placed by block, not by leaf.
spread_groups() {
  awk -F'\t' '$4 != "-" && !/,nvlink:/ { n[$2]++; if (!seen[$2, $4]++) l[$2]++ }
    END { for (g in n) if (n[g] >= 4 && l[g] >= 2) print g }' "$RW/etc/nodes" | sort
}
# The partition of whole nodes of a group, not that of CPU jobs on them.
partition_of() {
  local lines
  lines=$(grep -E "^PartitionName=[^ ]+ Nodes=([^ ]*,)?$1[ ,]" "$RW/etc/slurm.conf")
  { grep -v ' MaxCPUsPerNode=' <<<"$lines" || echo "$lines"; } | sed -nE 's/^PartitionName=([^ ]+) .*/\1/p' | head -n 1
}
# What a job asks for to get a node of a group, whose partition may be for GPU jobs alone.
one_gpu_of() { awk -F'\t' -v group="$1" '$2 == group && $5 > 0 { print "--gpus-per-node=1"; exit }' "$RW/etc/nodes"; }
# What the partition gives with a GPU, said out: a release that counts a whole node's memory at submission would refuse the job
# of a team whose quota is less than a node.
memory_of_one_gpu() {
  [ -e "$RW/etc/asks-memory" ] && [ -n "$(one_gpu_of "$1")" ] || return 0
  sed -nE "s/^PartitionName=$(partition_of "$1") .* DefMemPerGPU=([0-9]+).*/--mem-per-gpu=\1/p" "$RW/etc/slurm.conf"
}
check_one_leaf() {
  local PROMISE=leaves
  local group id hosts leaves
  for group in $(spread_groups); do
    id=$(submit -p "$(partition_of "$group")" -C "$group" -N2 --exclusive $(one_gpu_of "$group") --wrap 'sleep 600')
    if ! within 180 runs "${id:-0}"; then fail "a job of two $group nodes starts: $(head -n 1 "$RW/sbatch.err")"; continue; fi
    hosts=$(inside scontrol show hostnames "$(query squeue -h -j "$id" -o %N)")
    leaves=$(for host in $hosts; do leaf_of "$host"; done | sort -u)
    if [ "$(wc -l <<<"$leaves")" = 1 ]; then pass "two $group nodes of one job share leaf $leaves: $(echo $hosts)"; else fail "two $group nodes of one job are in leaves $(echo $leaves)"; fi
    cancel_all
  done
}

check_rank_order() {
  local PROMISE=ranks
  local group id order
  for group in $(spread_groups); do
    id=$(submit -p "$(partition_of "$group")" -C "$group" -N4 --exclusive $(one_gpu_of "$group") --wrap "$W/etc/railyard-srun --hosts")
    within 180 test -s "$RW/job.$id.out"
    order=$(for host in $(cat "$RW/job.$id.out"); do leaf_of "$host"; done | uniq)
    if [ -s "$RW/job.$id.out" ] && [ "$(wc -l <<<"$order")" = "$(sort -u <<<"$order" | wc -l)" ]; then
      pass "railyard-srun lays the ranks of four $group nodes out leaf by leaf: $(echo $(cat "$RW/job.$id.out"))"
    else
      fail "railyard-srun: leaves alternate: $(head -c 300 "$RW/job.$id.out")"
    fi
    cancel_all
  done
}

check_task_environment() {
  local PROMISE=tasks
  local id group want has
  IFS=$'\t' read -r _ group _ <"$RW/etc/nodes"
  id=$(submit -p "$(partition_of "$group")" $(one_gpu_of "$group") --wrap 'env | grep ^AWS_CONTAINER_ | sort; echo end')
  within 180 grep -q '^end$' "$RW/job.$id.out"
  # outside AWS a pod has no role
  if grep -q AWS_CONTAINER_ "$RW/etc/task-prolog.sh"; then want=2; else want=0; fi
  has=$(grep -c '^AWS_CONTAINER_' "$RW/job.$id.out" 2>/dev/null)
  if [ "$has" = "$want" ] && grep -q '^end$' "$RW/job.$id.out"; then
    pass "tasks are told $([ "$want" = 0 ] && echo of no credentials || echo where their pod has credentials)"
  else
    fail "tasks are told of $has variables for credentials, and it should be $want: $(head -c 300 "$RW/job.$id.out" 2>/dev/null) $(head -n 1 "$RW/sbatch.err")"
  fi
  cancel_all
}

check_quotas() {
  local PROMISE=limits
  local qos limit have name group gpus type first second account=
  while read -r qos limit; do
    account=${account:-${qos#team-}}
    have=$(query sacctmgr -n -P list qos where name="$qos" format=grptres | tr ',' '\n' | sort | paste -sd,)
    limit=$(tr ',' '\n' <<<"$limit" | grep -v -- '=-1$' | sort | paste -sd,)
    if [ "$have" = "$limit" ]; then pass "QOS $qos has the quota ${limit:-none}"; else fail "QOS $qos: GrpTRES=$have, expected $limit"; fi
  done < <(sed -nE 's/^set_qos (team-[^ ]+) .* GrpTRES=([^ ]+).*/\1 \2/p' "$RW/etc/accounts.sh")
  IFS=$'\t' read -r name group _ _ gpus type _ <<<"$(first_gpu_node)"
  if [ -z "$account" ] || [ -z "$name" ]; then note "no team or no GPUs: no quota to hold"; return; fi
  # with as many GPUs as one node has, so that a second job is one too many
  within 120 joins root "$account"
  within 120 inside sacctmgr -i modify qos where name="team-$account" set "GrpTRES=gres/gpu=$gpus,billing=$((gpus * 100))" >/dev/null 2>&1
  set -- -A "$account" -p "$(partition_of "$group")" -C "$group"
  second=$(submit "$@" "--gpus=$((gpus + 1))" --wrap 'sleep 60')
  if [ -z "$second" ] && grep -q QOSGrp "$RW/sbatch.err"; then pass "a job larger than the quota of $account is refused: $(head -n 1 "$RW/sbatch.err")"; else fail "a job larger than the quota of $account: $(state_of "${second:-0}") $(head -n 1 "$RW/sbatch.err")"; fi
  [ -z "$second" ] || cancel_all
  first=$(submit "$@" -N1 "--gpus-per-node=$gpus" --wrap 'sleep 600')
  if within 180 runs "${first:-0}"; then pass "a whole node fits into a quota of as many GPUs"; else fail "a job within the quota of $account starts: $(state_of "${first:-0}") $(head -n 1 "$RW/sbatch.err")"; cancel_all; return; fi
  second=$(submit "$@" -N1 --gpus-per-node=1 --wrap 'sleep 600')
  held() { [[ $(state_of "${second:-0}") == PENDING:QOSGrp* ]]; }
  if within 120 held; then pass "a job above the quota of $account waits: $(state_of "$second")"; else fail "a job above the quota of $account: $(state_of "${second:-0}") $(head -n 1 "$RW/sbatch.err")"; fi
  cancel_all
}

# A job in scavenger holds all nodes of a group, more than the quota of its team, and gives way to the team's own job: it is
# told, writes its checkpoint, and is requeued. The grace is shortened for the wait alone.
check_preemption() {
  local PROMISE=preemption
  local name gpus group count account scavenger normal limit
  [ "$(query sacctmgr -n -P list qos where name=scavenger format=gracetime)" = 00:05:00 ] && pass "preempted jobs have five minutes of grace" || fail "preempted jobs have no five minutes of grace"
  IFS=$'\t' read -r name group _ _ gpus _ <<<"$(first_gpu_node)"
  [ -n "$name" ] || { note "no GPUs: nothing is preempted"; return; }
  count=$(awk -F'\t' -v group="$group" '$2 == group' "$RW/etc/nodes" | wc -l)
  account=$(sed -nE 's/^set_qos team-([^ ]+) .*/\1/p' "$RW/etc/accounts.sh" | head -n 1)
  account=${account:-sandbox}
  within 120 inside sacctmgr -i modify qos where name=scavenger set GraceTime=6 >/dev/null 2>&1
  cat >"$RW/etc/checkpointing.sh" <<EOF
#!/bin/bash
save() { sleep 1; echo "\$1" >>"$W/checkpoint"; }
trap 'save USR1' USR1
srun bash -c 'trap "sleep 1; echo TERM >>$W/checkpoint; exit" TERM; : >>"$W/trapped.\$SLURM_PROCID"; while :; do sleep 1; done' &
while kill -0 \$! 2>/dev/null; do wait \$!; done
# all of it is left to the preemption
while :; do sleep 1; done
EOF
  chmod +x "$RW/etc/checkpointing.sh"
  set -- -A "$account" -p "$(partition_of "$group")" -C "$group" "--gpus-per-node=$gpus"
  scavenger=$(submit "$@" "-N$count" --qos=scavenger --signal=B:USR1@60 "$W/etc/checkpointing.sh")
  if within 180 runs "${scavenger:-0}"; then pass "scavenger takes all $count $group nodes, whatever the quota of $account is"; else fail "scavenger does not take what is idle: $(state_of "${scavenger:-0}") $(head -n 1 "$RW/sbatch.err")"; cancel_all; return; fi
  within 180 test -e "$RW/trapped.0" || fail "the job in scavenger starts its steps"
  normal=$(submit "$@" -N1 --wrap 'sleep 600')
  if within 400 runs "${normal:-0}"; then pass "it gives way to a job of its own team"; else fail "it does not give way: $(state_of "${normal:-0}") $(head -n 1 "$RW/sbatch.err")"; fi
  if [ -s "$RW/checkpoint" ]; then pass "it has written its checkpoint, told by $(sort -u "$RW/checkpoint" | paste -sd' ')"; else fail "it was not told, and wrote no checkpoint"; fi
  requeued() { [[ $(query scontrol show job "$scavenger" -o 2>/dev/null) == *" Restarts=1 "* ]]; }
  if within 180 requeued; then pass "it is requeued"; else fail "it is not requeued: $(state_of "$scavenger")"; fi
  cancel_all
  # what this check and that of quotas changed
  within 120 inside sacctmgr -i modify qos where name=scavenger set GraceTime=300 >/dev/null 2>&1
  limit=$(sed -nE "s/^set_qos team-$account .* GrpTRES=([^ ]+).*/\1/p" "$RW/etc/accounts.sh")
  [ -z "$limit" ] || within 120 inside sacctmgr -i modify qos where name="team-$account" set "GrpTRES=$limit" >/dev/null 2>&1
}

# A node that is gone without a word: from its last answer to the job that runs again elsewhere.
check_lost_node() {
  local PROMISE=lost-node
  local group id node seconds
  [ -n "${RAILYARD_LOST_NODE:-}" ] || { note "a lost node: --lost-node takes one away and measures how long its job waits"; return; }
  group=$(awk -F'\t' '++n[$2] == 2 { print $2; exit }' "$RW/etc/nodes")
  [ -n "$group" ] || { note "a lost node: no group has two"; return; }
  id=$(submit -p "$(partition_of "$group")" -C "$group" -N1 $(one_gpu_of "$group") --wrap 'sleep 900')
  within 180 runs "${id:-0}" || { fail "a job starts: $(head -n 1 "$RW/sbatch.err")"; return; }
  node=$(query squeue -h -j "$id" -o %N)
  kill -STOP "$(cat "$RW/slurmd.$node.main")"
  seconds=$SECONDS
  runs_again() { [[ $(query scontrol show job "$id" -o 2>/dev/null) == *" Restarts=1 "* ]] && runs "$id"; }
  within 400 runs_again
  seconds=$((SECONDS - seconds))
  if runs_again; then pass "the job of a lost node runs again after $seconds s"; else fail "the job of a lost node does not run again within $seconds s: $(state_of "$id") $(of_node "$node" State)"; fi
  kill -CONT "$(cat "$RW/slurmd.$node.main")"
  cancel_all
  within 180 is_idle "$node" || fail "$node comes back: $(of_node "$node" State) $(reason_of "$node")"
}

check_health() {
  local PROMISE=health
  local name gpus _
  IFS=$'\t' read -r name _ _ _ gpus _ <<<"$(first_gpu_node)"
  [ -n "$name" ] || return
  echo $((gpus - 1)) >"$RW/gpus.$name"
  drained() { [[ $(of_node "$name" State) == *DRAIN* ]] && [[ $(reason_of "$name") == railyard:* ]]; }
  if within 180 drained; then pass "the health check drains $name: $(reason_of "$name")"; else fail "the health check leaves $name alone: $(of_node "$name" State) $(cat "$RW/health.$name.out" 2>/dev/null | tail -n 2)"; fi
  echo "$gpus" >"$RW/gpus.$name"
  update nodename="$name" state=resume
  if within 180 is_idle "$name"; then pass "$name is back after repair"; else fail "$name does not come back: $(of_node "$name" State)"; fi
}

check_lost_gpu() {
  local PROMISE=lost-gpu
  local line name gpus _
  line=$(first_gpu_node)
  [ -n "$line" ] || return
  IFS=$'\t' read -r name _ _ _ gpus _ <<<"$line"
  [ -e "$RW/etc/lists-devices" ] && { unknown "a GPU that is gone at start: devices are listed here, not detected"; return; }
  stop_node "$name"
  start_node "$line" $((gpus - 1))
  refused() { [[ $(of_node "$name" State) == *INVAL* ]] || [[ $(reason_of "$name") == *"count reported lower"* ]]; }
  if within 180 refused; then pass "$name with a GPU less is refused: $(reason_of "$name")"; else fail "$name with a GPU less is $(of_node "$name" State)"; fi
  stop_node "$name"
  start_node "$line"
  sleep 2
  within 10 inside scontrol update nodename="$name" state=resume 2>/dev/null
  within 180 is_idle "$name" || fail "$name does not come back with all GPUs: $(of_node "$name" State) $(reason_of "$name")"
}

# What slurmctld complains of, beside what this machine or the checks themselves cause.
check_log() {
  local PROMISE=log
  local text legal='^$'
  # job_update_tres_cnt: of whole nodes it counts the CPUs that are set aside, too, and only when their job ends
  # config may leave the default partition out, and is warned
  grep -q '^PartitionName=.* Default=YES' "$RW/etc/slurm.conf" || legal='default partition not set'
  # partitions are closed to teams that are made after slurmctld first reads of them
  legal+='|accounts_list_build: No association'
  # the lost node comes back with a job that runs elsewhere by then
  [ -z "${RAILYARD_LOST_NODE:-}" ] || legal+='|(Batch completion for|Registered) JobId=.* wrong node'
  # checks of a node ask for its record at each start of slurmd, also before it has registered for the first time
  legal+="|_find_node_record: lookup failure for node \"($(cut -f1 "$RW/etc/nodes" | paste -sd'|'))\"\$"
  text=$(log_errors | grep -avE "$legal" | grep -avE 'state file|backup state|MailProg|HealthCheckTimeout|mpi/|MPI: Cannot|lack access to|specified more than once|count reported lower|resources but [0-9]+ found|_slurm_rpc_node_registration|INVAL with reason|slurm_receive_msg|Nodes .* not responding|Unable to contact|_slurm_rpc_submit_batch_job|Invalid (generic|gres|GRES)|gpu_|Requested node configuration|error: None of|Zero Bytes|Unexpected missing socket|High latency for|[Cc]onnection (reset|refused|timed out)|[Ss]ocket timed out|Broken pipe|Transport endpoint|job_str_signal|_slurm_rpc_(kill|requeue|step)|aborted by signal|Orphan JobId|epilog_complete: could not find|find_job: could not find|job_update_tres_cnt: cpu_cnt underflow|Prolog or job env setup failure')
  if [ -z "$text" ]; then pass "slurmctld logs no error"; else while read -r line; do fail "slurmctld: $line"; done <<<"$text"; fi
}
