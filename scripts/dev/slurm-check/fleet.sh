# Sourced by harness.sh: thousands of nodes that nobody starts. slurmctld takes them for nodes of a cloud that are switched off, and
# gives jobs their nodes as it would any others; only nothing runs on them.

prepare_fleet() {
  local gpus type
  if [ -e "$RW/etc/lists-devices" ]; then PROMISE=leaves unknown "thousands of nodes: this release makes none while it runs, and is not tried"; return 1; fi
  # of nodes that do not run nothing can be detected: slurmctld reads itself what they have
  IFS=$'\t' read -r _ _ _ _ gpus type _ <"$RW/etc/nodes"
  echo "Name=gpu Type=$type File=/dev/nvidia[0-$((gpus - 1))]" >"$RW/etc/gres.conf"
  # all leaves are below one switch of each layer
  sed -i -E 's/:nn-[^:,]*-(l[0-9]+)/:nn-\1/g' "$RW/etc/nodes"
  printf '%s\n' ResumeProgram=/bin/true SuspendProgram=/bin/true SuspendTime=86400 ResumeTimeout=3600 >>"$RW/etc/slurm.conf"
}
# Nodes with one place and one kind of hardware at a time.
create_fleet() {
  local names conf
  while IFS=$'\t' read -r names conf; do
    # shellcheck disable=SC2086
    WHY=$(inside scontrol create NodeName="$names" $conf State=CLOUD 2>&1) || return 1
  done < <(awk -F'\t' '$10 != "-" { sub(/ NodeHostname=.*/, "", $10); names[$10] = names[$10] (names[$10] ? "," : "") $1 }
    END { for (conf in names) print names[conf] "\t" conf }' "$RW/etc/nodes")
}
has_nodes() { case $(state_of "$1") in RUNNING* | CONFIGURING*) ;; *) return 1 ;; esac; }
hosts_of() { inside scontrol show hostnames "$(query squeue -h -j "$1" -o %N)"; }
# Leaves of the hosts that come in, one a line.
leaves_of() { awk -F'\t' 'NR == FNR { leaf[$1] = $4; next } { print leaf[$1] }' "$RW/etc/nodes" -; }
gpus_of_fleet() { query sinfo -h -N -p "$1" -o '%N %G' | sort -u | sed -nE 's/.* gpu:[^:]*:([0-9]+).*/\1/p' | awk '{ sum += $1 } END { print sum + 0 }'; }

check_fleet() {
  local PROMISE=leaves
  local group partition nodes gpus leaves per large=
  IFS=$'\t' read -r _ group _ _ gpus _ <"$RW/etc/nodes"
  partition=$(partition_of "$group")
  nodes=$(wc -l <"$RW/etc/nodes")
  leaves=$(cut -f4 "$RW/etc/nodes" | sort -u | wc -l)
  per=$((nodes / leaves))
  try "$nodes nodes at $leaves leaves are there" create_fleet
  WHY="$(gpus_of_fleet "$partition") GPUs"
  try "$partition has their $((nodes * gpus)) GPUs" test "$(gpus_of_fleet "$partition")" = "$((nodes * gpus))"
  if grep -q ',nvlink:' "$RW/etc/nodes"; then check_segments; return; fi
  place_large_jobs
  check_rank_order_of_fleet
  cancel_all
  check_node_without_leaf
}

# Of some leaves a node is taken: what is left whole is enough for three jobs of an eighth of the fleet, which get no other leaves.
place_large_jobs() {
  local size=$((nodes / 8)) taken id at few
  few=$((size / per))
  taken=$(awk -F'\t' -v most="$((leaves - 3 * few))" '!($4 in seen) && n < most { seen[$4]; n++; print $1 }' "$RW/etc/nodes" | paste -sd,)
  id=$(submit -p "$partition" -N"$((leaves - 3 * few))" -w "$taken" --gpus-per-node=1 --exclusive --switches="$leaves" --wrap true)
  within 60 has_nodes "${id:-0}" || { fail "a job takes a node of $((leaves - 3 * few)) leaves: $(state_of "${id:-0}") $(head -n 1 "$RW/sbatch.err")"; return; }
  for at in 1 2 3; do
    id=$(submit -p "$partition" -N"$size" "--gpus-per-node=$gpus" --exclusive --wrap true)
    within 60 has_nodes "${id:-0}" || { fail "a job of $size nodes starts: $(state_of "${id:-0}") $(head -n 1 "$RW/sbatch.err")"; return; }
    large=$id
    id=$(hosts_of "$large" | leaves_of | sort -u | wc -l)
    if [ "$id" = "$few" ]; then pass "job $at of $size of $nodes nodes is at $id leaves of $per: as few as can be"; else fail "job $at of $size nodes is at $id leaves, and $few are enough"; fi
  done
  # no leaf is whole any more
  id=$(submit -p "$partition" -N"$size" "--gpus-per-node=$gpus" --exclusive --switches="$few@60" --wrap true)
  within 60 is_judged "${id:-0}"
  if has_nodes "${id:-0}"; then fail "a job that asks for $few leaves starts at $(hosts_of "$id" | leaves_of | sort -u | wc -l)"; else pass "a job of $size nodes waits where no $few leaves are whole: $(state_of "${id:-0}")"; fi
  query scancel "$id"
  few=$(((size + per - 2) / (per - 1)))
  id=$(submit -p "$partition" -N"$size" "--gpus-per-node=$gpus" --exclusive --switches="$few@60" --wrap true)
  within 60 has_nodes "${id:-0}"
  at=$(hosts_of "${id:-0}" | leaves_of | sort -u | wc -l)
  if [ "$at" = "$few" ]; then pass "of leaves that lack a node it takes $few"; else fail "of leaves that lack a node it takes $at, and $few are enough: $(state_of "${id:-0}")"; fi
}

check_rank_order_of_fleet() {
  local PROMISE=ranks
  local order
  [ -n "$large" ] || return 0
  order=$(inside env SLURM_JOB_NODELIST="$(query squeue -h -j "$large" -o %N)" bash "$W/etc/railyard-srun" --hosts | leaves_of | uniq)
  if [ -n "$order" ] && [ "$(wc -l <<<"$order")" = "$(sort -u <<<"$order" | wc -l)" ]; then
    pass "railyard-srun lays the ranks of $(hosts_of "$large" | wc -l) nodes out leaf by leaf"
  else
    fail "railyard-srun: leaves alternate: $(head -c 300 <<<"$order")"
  fi
}

# Jobs that name no segment get the largest part of an NVLink domain that divides their nodes, and each part is within one domain.
check_segments() {
  local domain count size nodes id at=0 parts
  # "its nodes", "nodes of each part"
  while read -r size parts; do
    id=$(submit -p "$partition" -N"$size" "--gpus-per-node=$gpus" --exclusive --wrap true)
    if ! within 60 has_nodes "${id:-0}"; then fail "segments: a job of $size nodes starts: $(state_of "${id:-0}") $(head -n 1 "$RW/sbatch.err")"; continue; fi
    domain=$(hosts_of "$id" | domains_of | sort | uniq -c | awk '{ print $1 }' | sort -n | paste -sd' ')
    count=$(query scontrol show job "$id" -o | sed -nE 's/.* SegmentSize=([0-9]+).*/\1/p')
    for nodes in $domain; do [ $((nodes % parts)) = 0 ] || at=1; done
    if [ "$at" = 0 ] && [ "$count" = "$parts" ]; then pass "segments: a job of $size nodes has parts of $parts, and $domain of them in a domain each"; else fail "segments: a job of $size nodes has parts of ${count:-no size}, $parts were to be, and $domain of them in a domain each"; fi
    at=0
    cancel_all
  done <"$RW/etc/segments"
  id=$(submit -p "$partition" -N4 --segment=2 "--gpus-per-node=$gpus" --exclusive --wrap true)
  within 60 has_nodes "${id:-0}"
  count=$(query scontrol show job "${id:-0}" -o | sed -nE 's/.* SegmentSize=([0-9]+).*/\1/p')
  if [ "$count" = 2 ]; then pass "segments: what a job says itself stays"; else fail "segments: a job that says 2 has ${count:-none}"; fi
  cancel_all
}
# NVLink domains of the hosts that come in, one a line.
domains_of() { awk -F'\t' 'NR == FNR { match($10, /nvlink:[^, ]+/); domain[$1] = substr($10, RSTART, RLENGTH); next } { print domain[$1] }' "$RW/etc/nodes" -; }

# What has no place yet, since nobody has told it.
check_node_without_leaf() {
  local conf id
  conf=$(head -n 1 "$RW/etc/nodes" | cut -f10 | sed -E 's/ Topology=[^ ]+//; s/ NodeHostname=.*//')
  # shellcheck disable=SC2086
  inside scontrol create NodeName=nowhere $conf State=CLOUD
  id=$(submit -p "$partition" -N1 -w nowhere "--gpus-per-node=$gpus" --wrap true)
  if within 60 has_nodes "${id:-0}"; then pass "a node without a leaf takes a job of one node"; else fail "a node without a leaf takes no job: $(state_of "${id:-0}") $(head -n 1 "$RW/sbatch.err")"; fi
  cancel_all
  # few enough to find a leaf with nodes that were not given back just now
  id=$(submit -p "$partition" -N2 "--gpus-per-node=$gpus" --exclusive --wrap true)
  if within 60 has_nodes "${id:-0}" && ! hosts_of "$id" | grep -qx nowhere; then pass "and jobs of several nodes start beside it"; else fail "a job of several nodes does not start: $(state_of "${id:-0}")"; fi
  cancel_all
}
