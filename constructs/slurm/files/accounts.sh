#!/usr/bin/env bash
# shellcheck disable=SC2016
# values:
__gpu_jobs_qos=gpu-jobs # QOS of GPU partitions.
__standard=standard # QOS of accounts that administrators make by hand.
# end of values
# Sets up accounting for the teams. Safe to run again.
set -euo pipefail
failed=0

have() {
  local column=name
  [ "$1" = account ] && column=account
  sacctmgr -n -P list "$1" where name="$2" format="$column" 2>/dev/null | grep -qxF "$2"
}

run() {
  local text status=0
  # insert: no_gpus
  text=$(sacctmgr -i "$@" 2>&1) || status=$?
  case $text in *"Nothing new added"* | *"Nothing modified"*) return 0 ;; esac
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
# What an administrator has given besides, such as high, stays; a QOS without the quota of the team does not.
set_team() {
  local account=$1 qos=$2 given
  shift 2
  given=$(sacctmgr -n -P list associations where account="$account" format=user,qos 2>/dev/null | sed -n 's/^|//p' |
    tr ',' '
' | grep -vxE '${__gpu_jobs_qos}|${__standard}|scavenger|team-.*' | paste -sd, || true)
  run modify account where name="$account" set "$@" "QOS=$qos,scavenger${given:+,$given}" "DefaultQOS=$qos"
}
add_user() {
  sacctmgr -n -P list associations where user="$1" account="$2" format=user 2>/dev/null | grep -qxF "$1" ||
    run add user name="$1" account="$2"
}
tell_others() {
  local account=$1 user
  shift
  while read -r user; do
    [ -z "$user" ] || [[ " $* " == *" $user "* ]] || echo "account $account also has $user, who is not in config"
  done < <(sacctmgr -n -P list associations where account="$account" format=user 2>/dev/null | sort -u)
}

# insert: wait
# insert: accounts
if [ "$failed" -ne 0 ]; then
  echo "accounting is not as config says" >&2
  exit 1
fi
echo "accounting is as config says"
