#!/usr/bin/env bash
# shellcheck disable=SC2016
# values:
__partition_qos=normal # QOS of GPU partitions.
__standard=standard # QOS of accounts that administrators make by hand.
__plan=railyard-plan- # What names of reservations of config begin with.
# end of values
# Sets up accounting for the teams. Safe to run again.
set -euo pipefail
failed=0

show() { sacctmgr -n -P list "$@" 2>/dev/null || true; }
have() {
  local column=name
  [ "$1" = account ] && column=account
  show "$1" where name="$2" format="$column" | grep -qxF "$2"
}

run() {
  local text status=0
  # insert: no_gpus
  text=$(sacctmgr -i "$@" 2>&1) || status=$?
  case $text in *"Nothing new added"* | *"Nothing modified"* | *"Nothing deleted"* | *"Nothing removed"*) return 0 ;; esac
  if [ "$status" -ne 0 ] || [[ $text == *error:* || $text == *"Unknown option"* ]]; then
    echo "sacctmgr $*: $text" >&2
    failed=1
  fi
}

add_missing() {
  local kind=$1 name=$2
  shift 2
  have "$kind" "$name" || run add "$kind" name="$name" "$@"
}
modify() { run modify "$@"; }

# What a deployment set beside the usual stands in the description, in brackets: what the next one has no more is taken away,
# and what people set by hand is not touched. slurmdbd keeps descriptions in lower case.
marks_of() { show "$1" where name="$2" format=description | sed -nE 's/.*\[config:? ?([^]]*)\]$/\1/p' | head -n 1; }
mark() { # kind, name, description, marks now, marks before
  local now=${4,,}
  [ "$now" = "$5" ] || run modify "$1" where name="$2" set "Description=$3${now:+ [config: $now]}"
}
gone_of() { # marks before, marks now
  local one
  for one in $1; do [[ " ${2,,} " == *" $one "* ]] || echo "$one"; done
}
# slurmdbd refuses a circle, also one that is there only between two changes: what no QOS is to preempt any more goes before any is
# set. A list that is emptied name by name it takes for a circle of its own (26.05), and then refuses whatever preempts this QOS.
preempts="" # all QOS, each with those that it preempts
drop_preempts() { # QOS, names with commas that config has
  local one gone="" stays=""
  for one in $(awk -F'|' -v name="$1" '$1 == name { print $2 }' <<<"$preempts" | tr ',' ' '); do
    if [[ ,$2, == *",$one,"* ]]; then stays=yes; else gone+=${gone:+,}$one; fi
  done
  if [ -n "$gone" ]; then run modify qos where name="$1" set "Preempt${stays:+-}=${stays:+$gone}"; fi
}
set_qos() { # name, description, marks, settings …
  local name=$1 description=$2 now=$3 before one
  shift 3
  before=$(marks_of qos "$name")
  for one in $(gone_of "$before" "$now"); do
    case $one in
      qos) ;;
      usagefactor) run modify qos where name="$name" set UsageFactor=1 ;;
      *) run modify qos where name="$name" set "${one/+/=}=-1" ;;
    esac
  done
  run modify qos where name="$name" set "$@"
  mark qos "$name" "$description" "$now" "$before"
}

# What an administrator has given besides, such as high, stays; a QOS without the quota of the team does not.
set_team() { # account, QOS of its everyday jobs, others that config gives, marks, account above, settings …
  local account=$1 qos=$2 others=$3 now=$4 parent=$5 before given gone one
  shift 5
  before=$(marks_of account "$account")
  gone=$(gone_of "$before" "$now")
  given=$(show associations where account="$account" format=user,qos | sed -n 's/^|//p' | tr ',' '\n' |
    grep -vxE '${__partition_qos}|${__standard}|team-.*|burst-.*' | grep -vxF "$(tr ',' '\n' <<<"$others")" || true)
  for one in $gone; do given=$(grep -vxF "${one#qos+}" <<<"$given" || true); done
  given=$(paste -sd, <<<"$given")
  if [[ " $now " == *" parent "* || " $before " == *" parent "* ]] &&
    [ "$(show associations where account="$account" format=user,parentname | sed -n 's/^|//p' | head -n 1)" != "$parent" ]; then
    run modify account where name="$account" set parent="$parent"
  fi
  run modify account where name="$account" set "$@" "QOS=$qos,$others${given:+,$given}" "DefaultQOS=$qos"
  mark account "$account" "team $account" "$now" "$before"
}
# insert: people
coordinators_of() { show account where name="$1" withcoord format=coordinators | tr ',' '\n' | sed '/^$/d' | sort -u; }
add_coordinator() { coordinators_of "$2" | grep -qxF "$1" || run add coordinator account="$2" name="$1"; }

remove_account() {
  local user
  for user in $(show associations where account="$1" format=user | sort -u); do leave "$user" "$1"; done
  run remove account where name="$1"
}

# Who is in a team by hand: told, or removed where config says so.
tell_coordinators() { # tell or remove, account, coordinators …
  local how=$1 account=$2 user
  shift 2
  # those of accounts above are listed, too
  for user in $(coordinators_of "$account"); do
    [[ " $* " == *" $user "* ]] && continue
    echo "account $account also has the coordinator $user, who is not in config"
    [ "$how" = tell ] || run remove coordinator account="$account" name="$user"
  done
}
tell_others() { # tell or remove, account, users …
  local how=$1 account=$2 user
  shift 2
  while read -r user; do
    if [[ -z $user || " $* " == *" $user "* ]]; then continue; fi
    echo "account $account also has $user, who is not in config"
    [ "$how" = tell ] || leave "$user" "$account"
  done < <(show associations where account="$account" format=user | sort -u)
}
read_again() {
  local text
  text=$(scontrol reconfigure 2>&1) && return
  echo "scontrol reconfigure: $text" >&2
  failed=1
}
# Reservations of an earlier config end; those of people have other names.
end_reservations() { # names of config …
  local name
  while read -r name; do
    [[ " $* " == *" ${name#"${__plan}"} "* ]] || scontrol delete ReservationName="$name" || failed=1
  done < <(scontrol show reservation -o 2>/dev/null | sed -nE 's/^ReservationName=(${__plan}[^ ]*) .*/\1/p')
}
# Teams and QOS that an earlier config had.
tell_gone() { # tell or remove, accounts … -- QOS …
  local how=$1 accounts=" " all name
  shift
  while [ "$1" != -- ]; do accounts+="$1 " && shift; done
  shift
  all=" $* "
  while IFS='|' read -r name _; do
    if [[ -z $name || $accounts == *" $name "* ]]; then continue; fi
    echo "account $name is of a team that config no longer has"
    [ "$how" = tell ] || remove_account "$name"
  done < <(show account format=account,organization | grep -iE '^[^|]+\|railyard$')
  while IFS='|' read -r name _; do
    if [[ -z $name || $all == *" $name "* ]]; then continue; fi
    echo "QOS $name is not in config any more"
    [ "$how" = tell ] || run remove qos where name="$name"
  done < <(show qos format=name,description | grep -E '^(team|burst)-[^|]*\||\[config: ([^]]* )?qos[] ]')
}

# insert: wait
# insert: accounts
if [ "$failed" -ne 0 ]; then
  echo "accounting is not as config says" >&2
  exit 1
fi
echo "accounting is as config says"
