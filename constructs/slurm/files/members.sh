#!/usr/bin/env bash
# Brings people of groups of a directory into their teams. A group that is not there, or a directory that does not answer, changes
# nothing. Safe to run again.
set -euo pipefail
failed=0

show() { sacctmgr -n -P list "$@" 2>/dev/null || true; }
run() {
  local text status=0
  text=$(sacctmgr -i "$@" 2>&1) || status=$?
  case $text in *"Nothing new added"* | *"Nothing modified"* | *"Nothing deleted"* | *"Nothing removed"*) return 0 ;; esac
  if [ "$status" -ne 0 ] || [[ $text == *error:* ]]; then
    echo "sacctmgr $*: $text" >&2
    failed=1
  fi
}
# insert: people

# The pod has the file of the directory, and nothing else that would start SSSD.
start_directory() {
  local _
  [ -f /etc/sssd/sssd.conf ] || return 0
  sssd -i --logger=stderr &
  for _ in $(seq 60); do
    [ ! -S /var/lib/sss/pipes/nss ] || return 0
    sleep 1
  done
}
# SSSD says at first that it knows nobody: it is waited for once, and not for each group.
patience=${RAILYARD_PATIENCE:-12}
people_of() { # group: its people with commas
  local line
  while ! line=$(getent -s sss group "$1"); do
    [ "$patience" -gt 0 ] || return 1
    patience=$((patience - 1))
    sleep 5
  done
  echo "${line##*:}"
}

# Nobody whose jobs wait or run: slurmdbd refuses it, and those that wait would never start.
let_go() { # user, account
  if [ -n "$(squeue -h -u "$1" -A "$2" -o %i 2>/dev/null | head -n 1)" ]; then
    echo "$1 goes from $2 when they have no job in it"
  else
    leave "$1" "$2"
  fi
}

members() { # tell or remove, team, groups … -- users of config …
  local how=$1 team=$2 groups=() people=() found user known
  shift 2
  while [ "$1" != -- ]; do groups+=("$1") && shift; done
  shift
  known=" $* "
  for one in "${groups[@]}"; do
    people_of "$one" >"$answer" || {
      echo "the directory has no group $one, or does not answer: team $team stays as it is" >&2
      failed=1
      return 0
    }
    IFS=, read -ra found <"$answer" || true
    people+=("${found[@]}")
  done
  if [ "${#people[@]}" -eq 0 ] && [ "$how" = remove ]; then
    echo "nobody is in ${groups[*]}: nobody is taken out of team $team"
    how=tell
  fi
  for user in "${people[@]}"; do
    if [[ $user =~ ^([a-z_][a-z0-9_.-]{0,30}[a-z0-9_]|[a-z])$ && $user != root && $user != slurm ]]; then
      known+="$user "
      add_user "$user" "$team"
    else
      echo "$user of the directory does not come to team $team: names in Slurm are lower-case letters, digits, dots, dashes and underscores, 32 at most"
    fi
  done
  while read -r user; do
    if [[ -z $user || $known == *" $user "* ]]; then continue; fi
    echo "account $team also has $user, who is neither in config nor in its groups of the directory"
    [ "$how" = tell ] || let_go "$user" "$team"
  done < <(show associations where account="$team" format=user | sort -u)
}
# Only who is in the team already: slurmdbd refuses another default.
default_team() { # user, team
  show associations where user="$1" account="$2" format=user | grep -qxF "$1" || return 0
  [ "$(show user where name="$1" format=defaultaccount)" = "$2" ] || run modify user where name="$1" set DefaultAccount="$2"
}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
start_directory
# insert: members
if [ "$failed" -ne 0 ]; then
  echo "teams are not as config and the directory say" >&2
  exit 1
fi
echo "teams are as config and the directory say"
