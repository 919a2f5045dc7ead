# shellcheck shell=bash
# Who is in a team: for scripts that have show and run.
add_user() {
  show associations where user="$1" account="$2" format=user | grep -qxF "$1" || run add user name="$1" account="$2"
}

# slurmdbd lets nobody go from their default account: another one is theirs before, or they go altogether.
leave() { # user, account
  local other
  other=$(show associations where user="$1" format=account | grep -vxF "$2" | sort -u | head -n 1 || true)
  if [ -z "$other" ]; then
    run remove user where name="$1"
    return
  fi
  if [ "$(show user where name="$1" format=defaultaccount)" = "$2" ]; then
    run modify user where name="$1" set DefaultAccount="$other"
  fi
  run remove user where name="$1" account="$2"
}
