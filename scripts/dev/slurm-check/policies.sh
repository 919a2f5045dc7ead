# Sourced by harness.sh: what config promises of teams, QOS and partitions, asked of a running Slurm by a person of a team.
# etc/promises has a line for each: what is asked, and of what.

# As the person of users.sh; root is asked nothing and held back by nothing.
by_person() { chroot "$ROOT" setpriv --reuid "$USER_ID" --regid "$USER_ID" --clear-groups env -i HOME="$W/home/$USER_NAME" \
  SLURM_CONF="$W/etc/slurm.conf" PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
by_name() { # user …
  local uid
  uid=$(inside id -u "$1") || return 1
  shift
  chroot "$ROOT" setpriv --reuid "$uid" --regid "$uid" --clear-groups env -i SLURM_CONF="$W/etc/slurm.conf" PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
promised() { if "${@:2}"; then pass "promise: $1"; else fail "promise: $1: $(head -c 300 <<<"${WHY:-$(paste -sd';' "$RW/person.err" 2>/dev/null)}")"; fi; WHY=; }
# Memory is said: an old release counts a whole node's for a GPU until the job is placed.
ask() { # arguments of sbatch; the id of the job, or what was said of it in person.err
  local try id memory=
  [ -e "$RW/etc/asks-memory" ] && [[ "$*" == *--gpus* ]] && memory=--mem-per-gpu=1000
  for try in 1 2 3 4 5; do
    id=$(by_person sbatch --parsable -D / -o /dev/null $memory "$@" --wrap 'sleep 900' 2>"$RW/person.err" | cut -d';' -f1)
    [ -z "$id" ] && grep -qiE "$LOST_CONNECTION" "$RW/person.err" || break
    sleep 2
  done
  echo "$id"
}
cancel_person() { query scancel --quiet -u "$USER_NAME" 2>/dev/null; query scancel --quiet -u root 2>/dev/null; within 180 all_gone; }
join_team() { within 60 joins "$USER_NAME" "$1"; }
waits_for() { [[ $(state_of "$1") =~ ^PENDING:$2 ]]; }
says() { grep -qiE "$1" "$RW/person.err"; }
lasts_at_most() { # a time as squeue prints it: days-hours:minutes:seconds, or less of that; minutes
  awk -v text="$1" -v most="$2" 'BEGIN {
    days = split(text, part, "-") > 1 ? part[1] : 0
    n = split(part[days ? 2 : 1], clock, ":")
    exit !(n >= 2 && days * 1440 + (n > 2 ? clock[1] * 60 : 0) + clock[n - 1] + clock[n] / 60 <= most)
  }'
}
refused_with() { [ -z "$id" ] && says "$1"; }

check_promises() {
  local PROMISE=accounts
  local kind a b c d e f id other
  [ -s "$RW/etc/promises" ] || return 0
  # minutes, and not the five of Slurm itself, after which usage counts
  while IFS=$'\t' read -r kind a b c d e f <&5; do
    WHY=
    case $kind in
      half-life | fair-share) PROMISE=shares ;;
      coordinator) PROMISE=coordinators ;;
      closed | closed-qos) PROMISE=places ;;
      quota | partition-time | qos-time | qos-usual-time) PROMISE=limits ;;
      no-time | no-account | wrong-type) PROMISE=words ;;
      switches) PROMISE=leaves ;;
      node-sharing) PROMISE=node-sharing ;;
      reservation) PROMISE=reservations ;;
      preempts) PROMISE=preemption ;;
      *) PROMISE=accounts ;;
    esac
    case $kind in
      half-life) promised "usage counts half after $a hours" is_half_life "$a" ;;
      account) promised "$a is below $b, has the QOS $c and $d shares" is_account "$a" "$b" "$c" "$d" ;;
      coordinator) promised "$b adds people to $a, and nobody else does" coordinates "$a" "$b" ;;
      default-account) promised "jobs of $a that name no team are those of $b" has_default "$a" "$b" ;;
      *)
        if [ "$kind" != no-account ]; then join_team "$a" || fail "$USER_NAME joins $a"; fi
        promise_of_jobs
        cancel_person
        ;;
    esac
  done 5<"$RW/etc/promises"
}
promise_of_jobs() {
  case $kind in
    closed)
      id=$(ask -A "$a" -p "$b" $c -t 10)
      promised "$b is closed to $a: $(said)" refused_with 'account|may not use'
      ;;
    closed-qos)
      id=$(ask -A "$a" --qos="$b" -p "$c" $d -t 10)
      promised "$b is not for $c: $(said)" refused_with 'qos|QOS'
      # Slurm takes names of QOS in any case, and several with commas between
      for form in "${b^^}" "$b,scavenger"; do
        id=$(ask -A "$a" --qos="$form" -p "$c" $d -t 10)
        promised "nor is it as $form: $(said)" refused_with "QOS $b is not for $c"
      done
      ;;
    quota)
      id=$(ask -A "$a" -p "$b" "--gpus=$c" -t 10)
      other=$(ask -A "$a" -p "$b" --gpus=1 -t 10)
      promised "$a has $c GPUs in $b, and the next job waits: $(within 120 waits_for "${other:-0}" QOS; state_of "${other:-0}")" both_as_said
      ;;
    partition-time)
      id=$(ask -A "$a" -p "$b" $c -t "$d")
      promised "$b takes no job of $d minutes: $(said)" refused_with 'time limit'
      ;;
    qos-time)
      id=$(ask -A "$a" --qos="$b" -p "$c" $d -t "$e")
      promised "$b takes no job of $e minutes: $(said)" refused_with 'policy|time limit|wall'
      ;;
    qos-usual-time)
      id=$(ask -A "$a" --qos="$b" -p "$c" $d)
      other=$(query squeue -h -j "${id:-0}" -o %l)
      promised "a job in $b that says no time has $other of $e minutes at most: $(said)" lasts_at_most "$other" "$e"
      ;;
    no-time)
      id=$(ask -A "$a" -p "$b" $c)
      promised "a job in $b without a time is told so: $(said)" refused_with 'say how long'
      ;;
    no-account)
      id=$(by_name nobody sbatch --parsable -D / -o /dev/null -p "$a" $b -t 10 --wrap true 2>"$RW/person.err")
      promised "who is in no team is told so: $(said)" refused_with 'in no team'
      ;;
    wrong-type)
      id=$(ask -A "$a" -p "$b" "--gpus=$c:1" -t 10)
      promised "a job in $b that asks for $c is told where they are: $(said)" refused_with 'use --partition='
      ;;
    switches)
      id=$(ask -A "$a" -p "$b" -N2 --gpus-per-node=1 -t 10)
      promised "a job of two nodes in $b waits for one leaf: $(switches_of "${id:-0}")" asks_for_leaf "${id:-0}"
      ;;
    node-sharing) node_sharing ;;
    reservation) reservation ;;
    fair-share) fair_share ;;
    preempts) preempts ;;
    *) fail "nobody knows how to try $kind" ;;
  esac
}
said() { head -n 1 "$RW/person.err" | sed -E 's/^sbatch: (error: )?//' | head -c 160; }
both_as_said() { within 120 runs "${id:-0}" && waits_for "${other:-0}" QOSGrp; }
switches_of() { query scontrol show job "$1" -o 2>/dev/null | grep -oE 'ReqSwitch=[^ ]*|Switches=[^ ]*' | head -n 1; }
asks_for_leaf() { [ -n "$1" ] && [[ $(switches_of "$1") == *=1@* ]]; }
is_half_life() {
  local shown days
  shown=$(query scontrol show config 2>/dev/null | sed -nE 's/^PriorityDecayHalfLife *= *//p')
  days=0; [[ $shown != *-* ]] || days=${shown%%-*}
  WHY=$shown
  [ "$((days * 24 + 10#$(cut -d: -f1 <<<"${shown#*-}")))" -eq "$1" ]
}
is_account() {
  local shown
  shown=$(query sacctmgr -n -P list associations where account="$1" format=user,parentname,defaultqos,fairshare 2>/dev/null | grep '^|')
  WHY=$shown
  [ "$shown" = "|$2|$3|$4" ]
}
has_default() { [ "$(query sacctmgr -n -P list user where name="$1" format=defaultaccount 2>/dev/null)" = "$2" ]; }
coordinates() {
  by_name "$2" sacctmgr -i add user guest account="$1" >"$RW/person.err" 2>&1
  is_in guest "$1" || return 1
  inside sacctmgr -i remove user where name=guest account="$1" >/dev/null 2>&1
  by_person sacctmgr -i add user guest account="$1" >"$RW/person.err" 2>&1
  [ -z "$(query sacctmgr -n -P list associations where user=guest account="$1" format=user 2>/dev/null)" ]
}

# With the time of config, and then with one that has begun: a job of another team waits, and one of the team runs.
reserve_from() { sed -E "s/^(reserve [^ ]+) [0-9]+ [0-9]+ /\1 $1 $2 /" "$RW/etc/reservations.sh" >"$RW/etc/reservations-now.sh"; WHY=$(inside bash "$W/etc/reservations-now.sh" 2>&1); }
plan_of() { inside env TZ=UTC scontrol show reservation "railyard-plan-$1" -o 2>/dev/null | sed -nE "s/.* $2=([^ ]*).*/\1/p"; }
is_planned() { [ "$(plan_of "$1" StartTime) $(plan_of "$1" EndTime)" = "$(date -u -d "@$2" +%Y-%m-%dT%H:%M:%S) $(date -u -d "@$3" +%Y-%m-%dT%H:%M:%S)" ]; }
reservation() {
  local start=${f% *} end=${f#* }
  WHY=$(inside bash "$W/etc/reservations.sh" 2>&1)
  promised "the reservation $e is there with its time" is_planned "$e" "$start" "$end"
  WHY=$(inside bash "$W/etc/reservations.sh" 2>&1)
  promised "asking for the reservation $e again changes nothing" is_planned "$e" "$start" "$end"
  inside scontrol delete ReservationName="railyard-plan-$e" >/dev/null 2>&1
  reserve_from "$(($(date +%s) - 60))" "$(($(date +%s) + 7200))"
  id=$(ask -A "$a" -p "$c" $d -t 10)
  waits_reserved() { [[ $(state_of "${id:-0}") =~ ^PENDING:.*([Rr]eserv|ReqNodeNotAvail) ]]; }
  promised "a job of $a waits while nodes of $c are reserved: $(within 120 waits_reserved; state_of "${id:-0}")" waits_reserved
  if [ "$b" != - ]; then
    join_team "$b"
    other=$(ask -A "$b" -p "$c" $d -t 10)
    promised "a job of $b runs on the nodes that are reserved for it" within 120 runs "${other:-0}"
  fi
  query scontrol show reservation -o 2>/dev/null | sed -nE 's/^ReservationName=(railyard-plan-[^ ]*) .*/\1/p' |
    while read -r id; do cancel_person; inside scontrol delete ReservationName="$id" >/dev/null 2>&1; done
}

# A job of the team has a node: a second one is sent there, of the same user and of another one.
node_sharing() {
  local node stranger
  id=$(ask -A "$a" -p "$b" -N1 $c -t 10)
  within 120 runs "${id:-0}" || { promised "a job of $a starts in $b" false; return; }
  node=$(query squeue -h -j "$id" -o %N)
  other=$(ask -A "$a" -p "$b" -w "$node" -N1 $c -t 10)
  stranger=$(submit -p "$b" -w "$node" -N1 $c -t 10 --wrap 'sleep 900')
  waits_beside() { [[ $(state_of "${1:-0}") =~ ^PENDING:(Resources|Priority|.*Nodes) ]]; }
  within 60 is_judged "${stranger:-0}"
  promised "$node of $b has a job of $a, and none of another user beside it: $(state_of "${stranger:-0}")" waits_beside "$stranger"
  if [ "$d" = user ]; then
    query scancel "$stranger"
    promised "but another one of the same user" within 120 runs "${other:-0}"
  else
    promised "nor another one of the same user: $(state_of "${other:-0}")" waits_beside "$other"
    WHY=$(query scontrol show job "$id" -o 2>/dev/null | grep -oE ' (AllocTRES|TRES)=[^ ]*' | tail -n 1)
    promised "it has the whole node:$WHY" has_whole_node "$id" "$node"
  fi
}
has_whole_node() { # job, node: as many GPUs as the node has, or as many CPUs where it has none
  local gpus
  gpus=$(awk -F'\t' -v node="$2" '$1 == node { print $5 }' "$RW/etc/nodes")
  if [ "$gpus" -gt 0 ]; then [[ $WHY == *"gres/gpu=$gpus"* ]]; else [[ $WHY == *"cpu=$(of_node "$2" CPUEfctv)"* || $WHY == *"cpu=$(of_node "$2" CPUTot)"* ]]; fi
}

# Who has used more waits behind who has used less. The job that uses ends when its time is over, which is looked at, too.
fair_share() {
  local shares first
  join_team "$b" || fail "$USER_NAME joins $b"
  first=$(ask -A "$a" -p "$c" "--gpus=$d" -t 1)
  within 120 runs "${first:-0}" || { promised "$a runs a job in $c" false; return; }
  within 200 has_used "$a" || { promised "usage of $a counts" false; return; }
  # nothing starts: the order of those that wait is looked at
  local held=(-A "$a" -p "$c" "--gpus=$d" -t 30 --begin=now+1hour)
  id=$(ask "${held[@]}")
  held[1]=$b
  other=$(ask "${held[@]}")
  shares() { query sshare -n -P -U -u "$USER_NAME" -A "$1" -o fairshare 2>/dev/null | head -n 1; }
  lower() { awk -v one="$(shares "$a")" -v two="$(shares "$b")" 'BEGIN { exit !(one != "" && one + 0 < two + 0) }'; }
  within 120 lower
  promised "$a has used more than $b, and waits behind it: $(shares "$a") below $(shares "$b")" lower
  is_over() { [ "$(states_of_job "$first")" = TIMEOUT ]; }
  promised "a job of one minute is ended when it is over" within 180 is_over
}
has_used() { [ "$(query sshare -n -P -A "$1" -o account,rawusage 2>/dev/null | awk -F'|' '{ sum += $2 } END { print (sum > 0) }')" = 1 ]; }

# A job of a team holds all nodes of the partition; one in a QOS above takes a node from it.
preempts() {
  local group count all
  join_team "$c" || fail "$USER_NAME joins $c"
  group=$(sed -nE "s/^PartitionName=$d Nodes=([^ ,]+).*/\1/p" "$RW/etc/slurm.conf")
  count=$(awk -F'\t' -v group="$group" '$2 == group' "$RW/etc/nodes" | wc -l)
  # without its limits, so that it can have all of it
  all=$(query sacctmgr -n -P list qos where name="team-$c" format=grptres 2>/dev/null | sed -E 's/=[0-9]+/=-1/g')
  within 60 inside sacctmgr -i modify qos where name="team-$c" set GraceTime=5 "GrpTRES=${all:-gres/gpu=-1}" GrpTRESRunMins=gres/gpu=-1 MaxTRESPerUser=gres/gpu=-1 >/dev/null 2>&1
  id=$(ask -A "$c" -p "$d" "-N$count" "--gpus-per-node=$e" -t 30 --requeue)
  within 120 runs "${id:-0}" || { promised "$c fills $d: $(state_of "${id:-0}")" false; return; }
  other=$(ask -A "$a" --qos="$b" -p "$d" "--gpus-per-node=$e" -N1 -t 10)
  was_requeued() { [[ $(query scontrol show job "$id" -o 2>/dev/null) == *" Restarts=1 "* ]]; }
  promised "a job in $b takes a node from one of $c, which is requeued" taken
  cancel_person
  within 120 inside env RAILYARD_WAIT=60 bash "$W/etc/accounts.sh" >/dev/null 2>&1
}
taken() { within 240 runs "${other:-0}" && within 120 was_requeued; }
