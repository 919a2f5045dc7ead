# Sourced by harness.sh: one function for each thing that is asked of a running Slurm.

of_node() { inside scontrol show node "$1" -o 2>/dev/null | sed -nE "s/.* $2=([^ ]*).*/\\1/p"; }
reason_of() { inside scontrol show node "$1" -o 2>/dev/null | sed -nE 's/.* Reason=(.*)/\1/p' | cut -c1-160; }
is_idle() { case $(of_node "$1" State) in IDLE | IDLE+DYNAMIC_NORM) ;; *) return 1 ;; esac; }
log_errors() {
  cat "$RW/slurmctld.log" "$RW/slurmctld.out" 2>/dev/null | sed -E 's/^\[[^]]*\] //; s/^slurmctld: //' |
    grep -aE '^(error|fatal):' | sort -u
}
nodes() { cut -f1,3,4,5 "$RW/etc/nodes"; }
first_gpu_node() { awk -F'\t' '$4 > 0 { print; exit }' "$RW/etc/nodes"; }

check_accounts() {
  apply() { WHY=$(inside env RAILYARD_WAIT=60 bash "$W/etc/accounts.sh" 2>&1) || return 1; }
  try "accounts, QOS and limits are set up" apply
  try "setting them up again changes nothing and fails nothing" apply
  inside sacctmgr -i add account sandbox >/dev/null 2>&1
  inside sacctmgr -i add user root account=sandbox DefaultAccount=sandbox >/dev/null 2>&1
  inside sacctmgr -i modify user where name=root set DefaultAccount=sandbox >/dev/null 2>&1
}

check_nodes() {
  local name leaf gpus type gres
  while read -r name leaf gpus type; do
    if ! within 45 is_idle "$name"; then
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
  done < <(inside scontrol show topology 2>/dev/null |
    sed -nE 's/^SwitchName=([^ ]+) .*Level=0 .*Nodes=([^ ]+).*/\1 \2/p')
}
check_leaves() {
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

state_of() { inside squeue -h -j "$1" -o '%T:%r' 2>/dev/null; }
runs() { case $(state_of "$1") in RUNNING* | COMPLETING*) ;; *) return 1 ;; esac; }
all_gone() { [ -z "$(inside squeue -h 2>/dev/null)" ] && ! inside sinfo -h -o %t | grep -q comp; }
cancel_all() { inside scancel --quiet -u root 2>/dev/null; within 30 all_gone; }
submit() { inside sbatch --parsable -o "$W/job.%j.out" -D / "$@" 2>"$RW/sbatch.err" | cut -d';' -f1; }

check_jobs() {
  local line id wait started
  while read -r line; do
    wait=45
    [ "${line#!}" = "$line" ] || wait=6
    # shellcheck disable=SC2086
    id=$(submit ${line#!} --wrap 'sleep 60')
    started=no
    [ -n "$id" ] && within "$wait" runs "$id" && started=yes
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
  awk -F'\t' '$3 != "-" && !/,nvlink:/ { sub(/-[0-9]+$/, "", $1); n[$1]++; if (!seen[$1, $3]++) l[$1]++ }
    END { for (g in n) if (n[g] >= 4 && l[g] >= 2) print g }' "$RW/etc/nodes" | sort
}
partition_of() { sed -nE "s/^PartitionName=([^ ]+) Nodes=([^ ]*,)?$1[ ,].*/\\1/p" "$RW/etc/slurm.conf" | head -n 1; }
check_one_leaf() {
  local group id hosts leaves
  for group in $(spread_groups); do
    id=$(submit -p "$(partition_of "$group")" -C "$group" -N2 --exclusive --wrap 'sleep 60')
    if ! within 20 runs "${id:-0}"; then fail "a job of two $group nodes starts: $(head -n 1 "$RW/sbatch.err")"; continue; fi
    hosts=$(inside scontrol show hostnames "$(inside squeue -h -j "$id" -o %N)")
    leaves=$(for host in $hosts; do leaf_of "$host"; done | sort -u)
    if [ "$(wc -l <<<"$leaves")" = 1 ]; then pass "two $group nodes of one job share leaf $leaves: $(echo $hosts)"; else fail "two $group nodes of one job are in leaves $(echo $leaves)"; fi
    cancel_all
  done
}

check_rank_order() {
  local group id order
  for group in $(spread_groups); do
    id=$(submit -p "$(partition_of "$group")" -C "$group" -N4 --exclusive --wrap "$W/etc/railyard-srun --hosts")
    within 30 test -s "$RW/job.$id.out"
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
  local id
  id=$(submit --wrap 'env | grep ^AWS_CONTAINER_ | sort')
  within 30 test -s "$RW/job.$id.out"
  if [ "$(grep -c '^AWS_CONTAINER_' "$RW/job.$id.out" 2>/dev/null)" = 2 ]; then pass "tasks are told where their pod has credentials"; else fail "tasks know nothing of their pod's credentials: $(head -c 300 "$RW/job.$id.out" 2>/dev/null) $(head -n 1 "$RW/sbatch.err")"; fi
  cancel_all
}

check_quotas() {
  local account limit have line name gpus type first second
  while read -r account limit; do
    have=$(inside sacctmgr -n -P list associations where account="$account" format=user,grptres | sed -nE 's/^\|(.*)/\1/p' | head -n 1)
    if [ "$have" = "gres/gpu=$limit" ]; then pass "account $account is limited to $limit GPUs"; else fail "account $account: GrpTRES=$have, expected gres/gpu=$limit"; fi
  done < <(sed -nE 's/^modify account where name=([^ ]+) .*GrpTRES=gres\/gpu=([0-9]+) .*/\1 \2/p' "$RW/etc/accounts.sh")
  [ -n "${limit:-}" ] || account=$(sed -nE 's/^modify account where name=([^ ]+) .*/\1/p' "$RW/etc/accounts.sh" | head -n 1)
  line=$(first_gpu_node)
  if [ -z "$account" ] || [ -z "$line" ]; then note "no team and no GPUs: no quota to hold"; return; fi
  # with as many GPUs as one node has, so that a second job is one too many
  IFS=$'\t' read -r name _ _ gpus type _ <<<"$line"
  inside sacctmgr -i add user root account="$account" >/dev/null 2>&1
  inside sacctmgr -i modify account where name="$account" set "GrpTRES=gres/gpu=$gpus" >/dev/null 2>&1
  set -- -A "$account" -p "$(partition_of "${name%-*}")" -C "${name%-*}" -N1
  first=$(submit "$@" "--gpus-per-node=$gpus" --wrap 'sleep 60')
  if ! within 20 runs "${first:-0}"; then fail "a job within the quota of $account starts: $(head -n 1 "$RW/sbatch.err")"; cancel_all; return; fi
  second=$(submit "$@" --gpus-per-node=1 --wrap 'sleep 60')
  held() { [[ $(state_of "${second:-0}") == PENDING:AssocGrpGRES* ]]; }
  if within 20 held; then pass "a job above the quota of $account waits: $(state_of "$second")"; else fail "a job above the quota of $account: $(state_of "${second:-0}") $(head -n 1 "$RW/sbatch.err")"; fi
  cancel_all
  inside env RAILYARD_WAIT=60 bash "$W/etc/accounts.sh" >/dev/null 2>&1
}

check_health() {
  local name gpus _
  IFS=$'\t' read -r name _ _ gpus _ <<<"$(first_gpu_node)"
  [ -n "$name" ] || return
  echo $((gpus - 1)) >"$RW/gpus.$name"
  drained() { [[ $(of_node "$name" State) == *DRAIN* ]] && [[ $(reason_of "$name") == railyard:* ]]; }
  if within 30 drained; then pass "the health check drains $name: $(reason_of "$name")"; else fail "the health check leaves $name alone: $(of_node "$name" State) $(cat "$RW/health.$name.out" 2>/dev/null | tail -n 2)"; fi
  echo "$gpus" >"$RW/gpus.$name"
  inside scontrol update nodename="$name" state=resume
  if within 20 is_idle "$name"; then pass "$name is back after repair"; else fail "$name does not come back: $(of_node "$name" State)"; fi
}

check_lost_gpu() {
  local line name gpus _
  line=$(first_gpu_node)
  [ -n "$line" ] || return
  IFS=$'\t' read -r name _ _ gpus _ <<<"$line"
  [ -e "$RW/etc/lists-devices" ] && { note "a GPU that is gone at start: devices are listed here, not detected"; return; }
  stop_node "$name"
  start_node "$line" $((gpus - 1))
  refused() { [[ $(of_node "$name" State) == *INVAL* ]] || [[ $(reason_of "$name") == *"count reported lower"* ]]; }
  if within 45 refused; then pass "$name with a GPU less is refused: $(reason_of "$name")"; else fail "$name with a GPU less is $(of_node "$name" State)"; fi
  stop_node "$name"
  start_node "$line"
  sleep 2
  within 10 inside scontrol update nodename="$name" state=resume 2>/dev/null
  within 45 is_idle "$name" || fail "$name does not come back with all GPUs: $(of_node "$name" State) $(reason_of "$name")"
}

# What slurmctld complains of, beside what this machine or the checks themselves cause.
check_log() {
  local text
  text=$(log_errors | grep -avE 'state file|backup state|MailProg|HealthCheckTimeout|mpi/|MPI: Cannot|lack access to|specified more than once|count reported lower|_slurm_rpc_node_registration|INVAL with reason|slurm_receive_msg|Nodes .* not responding|Unable to contact|_slurm_rpc_submit_batch_job|Invalid (generic|gres|GRES)|gpu_|Requested node configuration|error: None of|Zero Bytes')
  if [ -z "$text" ]; then pass "slurmctld logs no error"; else while read -r line; do fail "slurmctld: $line"; done <<<"$text"; fi
}
