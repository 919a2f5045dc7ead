#!/usr/bin/env bash
# shellcheck disable=SC2015
# values:
__users=/etc/railyard-users # Folder with the list.
__more=/opt/railyard-user-keys # Folder with more keys: a file for each user, where a Secret is mounted.
__mark=.railyard-homes # File that shows where homes are.
# end of values
# Usage: users.sh   looks at the list every 15 seconds   |   users.sh once   |   users.sh home   makes that of PAM_USER
set -u
list=${RAILYARD_USERS:-${__users}/users}
etc=${RAILYARD_ETC:-/etc}
more=${RAILYARD_USER_KEYS:-${__more}}
keys=$etc/${RAILYARD_KEYS:-ssh/authorized_keys.d}
state=$etc/railyard
umask 022

types='ssh-ed25519|sk-ssh-ed25519@openssh\.com|ecdsa-sha2-nistp(256|384|521)|sk-ecdsa-sha2-nistp256@openssh\.com|ssh-rsa'
# Lines of keys, as the list has them, from files of others: of users of the list alone, and only what is plainly a public key.
keys_besides() { # list
  local file name key
  for file in "$more"/*; do
    [ -f "$file" ] || continue
    name=${file##*/}
    if ! cut -f1,2 "$1" | grep -qxF "$(printf 'user\t%s' "$name")"; then
      echo "users: keys of $name are left out: config does not know this user" >&2
      continue
    fi
    while IFS= read -r key || [ -n "$key" ]; do
      key=${key%$'\r'}
      if [[ $key =~ ^[[:space:]]*($types)[[:space:]]+([A-Za-z0-9+/]{40,}={0,2})([[:space:]].*)?$ ]]; then
        printf 'key\t%s\t%s %s\n' "$name" "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]}"
      elif [[ ! $key =~ ^[[:space:]]*(#.*)?$ ]]; then
        echo "users: a line of $name is left out: it is no public key, or has options before it" >&2
      fi
    done <"$file"
  done
  return 0
}

home_of() { # name uid home [gid]
  # whoever cleans up on the file system sees by it that these are homes
  [ ! -d "${3%/*}" ] || [ -e "${3%/*}/${__mark}" ] || timeout 60 touch "${3%/*}/${__mark}"
  [ -d "$3" ] && return
  timeout 60 mkdir -p "${3%/*}" && timeout 60 touch "${3%/*}/${__mark}" && timeout 60 mkdir "$3" && cp -rT "$etc/skel" "$3" 2>/dev/null
  chown -R "$2:${4:-$2}" "$3" && chmod 700 "$3" || { echo "users: no home $3 for $1" >&2; return 1; }
}

# sshd asks for the homes of people whom a directory has: nothing else makes them.
directory_homes() {
  local stack=$etc/pam.d/sshd line="session optional pam_exec.so quiet type=open_session /bin/bash ${__users}/users.sh home"
  [ -f "$etc/sssd/sssd.conf" ] && [ -f "$stack" ] || return 0
  grep -qxF "$line" "$stack" || echo "$line" >>"$stack"
}
# Of people alone, and where the directory means a folder of their name.
home_of_person() { # name
  local uid gid home
  IFS=: read -r _ _ uid gid _ home _ < <(getent passwd -- "$1") || return 0
  [[ $1 != */* && $uid -ge 1000 && $home == /?*"/$1" ]] || return 0
  home_of "$1" "$uid" "$home" "$gid"
}
if [ "${1:-}" = home ]; then
  home_of_person "${PAM_USER:?}"
  exit
fi

apply() {
  local name uid home kind key failed=0
  mkdir -p "$state" "$keys.new" || return 1
  for file in passwd group shadow; do
    [ -e "$state/$file" ] || cp -p "$etc/$file" "$state/$file" || return 1
    cp -p "$state/$file" "$etc/$file.railyard" || return 1
  done
  while IFS=$'\t' read -r kind name uid home; do
    [ "$kind" = user ] || continue
    if awk -F: -v name="$name" -v uid="$uid" '$1 == name || $3 == uid { found = 1 } END { exit !found }' "$state/passwd" ||
      awk -F: -v name="$name" -v gid="$uid" '$1 == name || $3 == gid { found = 1 } END { exit !found }' "$state/group"; then
      echo "users: $name ($uid) is left out: the image has such a user or group itself" >&2
      continue
    fi
    echo "$name:x:$uid:$uid::$home:/bin/bash" >>"$etc/passwd.railyard"
    echo "$name:x:$uid:" >>"$etc/group.railyard"
    # no password, and none that could expire
    echo "$name:*::0:99999:7:::" >>"$etc/shadow.railyard"
    : >"$keys.new/$name"
  done <"$1"
  while IFS=$'\t' read -r kind name key; do
    [ "$kind" = key ] && [ -e "$keys.new/$name" ] && echo "$key" >>"$keys.new/$name"
  done <"$1"
  for file in group shadow passwd; do mv "$etc/$file.railyard" "$etc/$file" || return 1; done
  rm -rf "$keys.old"
  [ ! -e "$keys" ] || mv "$keys" "$keys.old"
  mv "$keys.new" "$keys" && rm -rf "$keys.old"
  while IFS=$'\t' read -r kind name uid home; do
    [ "$kind" = user ] && [ -e "$keys/$name" ] || continue
    home_of "$name" "$uid" "$home" || failed=1
  done <"$1"
  return "$failed"
}

while :; do
  directory_homes
  # one look at a list that may change meanwhile
  if seen=$(mktemp) && cp "$list" "$seen" 2>/dev/null && besides=$(keys_besides "$seen" 2>"$seen.left-out") &&
    { [ -z "$besides" ] || printf '%s\n' "$besides" >>"$seen"; } && ! cmp -s "$seen" "$state/applied"; then
    rm -rf "$keys.new"
    cat "$seen.left-out" >&2
    if apply "$seen"; then
      cp "$seen" "$state/applied"
      echo "users: $(grep -c '^user' "$seen") as config says"
    fi
  fi
  rm -f "$seen" "$seen.left-out"
  [ "${1:-}" != once ] || exit 0
  sleep 15
done
