# Sourced by harness.sh: people whom groups of a directory bring to a team. What getent says of the directory is a file; sacctmgr,
# squeue and the daemons are real.

directory_has() { # lines of groups
  printf '%s\n' "$@" >"$RW/etc/directory"
  cat >"$RW/bin/getent" <<END
#!/bin/bash
[ "\$1 \$2 \$3" != "-s sss group" ] || exec awk -F: -v name="\$4" '\$1 == name { print; found = 1 } END { exit !found * 2 }' "$W/etc/directory"
exec /usr/bin/getent "\$@"
END
  chmod +x "$RW/bin/getent"
}
brings_members() { # what it told stays for say_members
  local status=0
  told=$(inside env RAILYARD_PATIENCE=1 bash "$W/etc/members.sh" 2>&1) || status=$?
  WHY=$told
  return "$status"
}
refuses_members() { ! brings_members && grep -q "$1" <<<"$told"; }
in_team() { local user; for user in "${@:2}"; do is_in "$user" "$1" || return 1; done; }
not_in_team() { local user; for user in "${@:2}"; do ! is_in "$user" "$1" || return 1; done; }
say_members() { WHY=$told; grep -q "$1" <<<"$told" && "${@:2}"; }

members_of_directory() { # team, group, tell or remove, a user by config
  local team=$1 group=$2 how=$3 named=$4 others=() other job told=
  # other groups of config stay as they are
  while read -r other; do [ "$other" = "$group" ] || others+=("$other:*:6000:"); done <"$RW/etc/directory-groups"
  says_directory() { directory_has "$group:*:5000:$1" "${others[@]}"; }

  says_directory "maria.l,Jane Roe,root,$USER_NAME,-x"
  promised "people of $group come to $team" brings_members
  promised "those whose names Slurm keeps" in_team "$team" maria.l "$USER_NAME"
  promised "a second time fails nothing" brings_members
  promised "and who has another name is told" say_members 'Jane Roe of the directory does not come' not_in_team "$team" root "jane roe" -x
  directory_has "${others[@]}"
  promised "a group that is not there changes nothing, and fails" refuses_members "has no group $group"
  promised "its people stay" in_team "$team" maria.l "$USER_NAME"
  says_directory ""
  promised "a group with nobody takes nobody out" brings_members
  promised "its people stay, too" in_team "$team" maria.l "$USER_NAME"

  job=$(by_person sbatch --parsable --hold -A "$team" -t 10 -D / -o /dev/null -n1 $(cat "$RW/etc/directory-ask") --wrap true 2>"$RW/person.err")
  says_directory nadia
  promised "who is new comes" brings_members
  if [ "$how" = remove ]; then
    promised "who has left goes from $team" not_in_team "$team" maria.l
    promised "but not with a job that waits: ${job:-none}" say_members "$USER_NAME goes from $team when" in_team "$team" nadia "$USER_NAME"
    query scancel "$job"
    within 60 all_gone
    promised "and goes when it is gone" brings_members
    promised "$USER_NAME is in $team no more" not_in_team "$team" "$USER_NAME"
  else
    promised "who has left is told, and stays in $team" say_members 'also has maria.l' in_team "$team" maria.l "$USER_NAME" nadia
    query scancel "$job"
  fi
  [ "$named" = - ] || promised "$named is in $team by config" in_team "$team" "$named"
  promised "a deployment leaves people of the directory where they are" inside env RAILYARD_WAIT=300 bash "$W/etc/accounts.sh"
  promised "nadia is in $team" in_team "$team" nadia
  rm "$RW/bin/getent"
}
check_members() {
  local PROMISE=members team group how named ask
  [ -s "$RW/etc/directory-members" ] || return 0
  while IFS=$'\t' read -r team group how named ask <&6; do
    echo "$ask" >"$RW/etc/directory-ask"
    members_of_directory "$team" "$group" "$how" "$named"
  done 6<"$RW/etc/directory-members"
}
