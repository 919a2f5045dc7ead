#!/usr/bin/env bash
# shellcheck disable=SC2015
# values:
__users=/etc/railyard-users # Folder with the list.
__mark=.railyard-homes # File that shows where homes are.
# end of values
# Usage: users.sh   looks at the list every 15 seconds   |   users.sh once
set -u
list=${RAILYARD_USERS:-${__users}/users}
etc=${RAILYARD_ETC:-/etc}
keys=$etc/${RAILYARD_KEYS:-ssh/authorized_keys.d}
state=$etc/railyard
umask 022

home_of() { # name uid home
  # whoever cleans up on the file system sees by it that these are homes
  [ ! -d "${3%/*}" ] || [ -e "${3%/*}/${__mark}" ] || timeout 60 touch "${3%/*}/${__mark}"
  [ -d "$3" ] && return
  timeout 60 mkdir -p "${3%/*}" && timeout 60 touch "${3%/*}/${__mark}" && timeout 60 mkdir "$3" && cp -rT "$etc/skel" "$3" 2>/dev/null
  chown -R "$2:$2" "$3" && chmod 700 "$3" || { echo "users: no home $3 for $1" >&2; return 1; }
}

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
  # one look at a list that may change meanwhile
  if seen=$(mktemp) && cp "$list" "$seen" 2>/dev/null && ! cmp -s "$seen" "$state/applied"; then
    rm -rf "$keys.new"
    if apply "$seen"; then
      cp "$seen" "$state/applied"
      echo "users: $(grep -c '^user' "$seen") as config says"
    fi
  fi
  rm -f "$seen"
  [ "${1:-}" != once ] || exit 0
  sleep 15
done
