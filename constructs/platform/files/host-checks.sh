# shellcheck shell=bash
# values:
__folder=/scripts # Folder with the list of checks and their scripts.
__tools=/tmp/tools # Folder for programs that reach those of the host.
# end of values
mkdir -p "$__tools"
# the host's own program, or that of the container which has brought the driver
for program in nvidia-smi dcgmi; do
  cat >"$__tools/$program" <<PROGRAM
#!/bin/bash
host() { nsenter --target 1 --mount --uts --ipc --net -- "\$@"; }
for root in / /run/nvidia/driver; do
  host chroot "\$root" sh -c 'command -v $program' >/dev/null 2>&1 || continue
  host chroot "\$root" $program "\$@"
  exit
done
exit 127
PROGRAM
  chmod +x "$__tools/$program"
done
export PATH=$__tools:$PATH

# What is in a condition: nothing that JSON would need to quote.
plain() { tr -c 'A-Za-z0-9 .,:;/()%+<>=_-' ' ' <<<"$1" | tr -s ' ' | cut -c "1-$2" | sed 's/ *$//'; }

# Runs checks at one time. Prints "fault name text" of what they found, and "- name" of those that could not be told.
ask() { # lines of the list
  local found name limit fault text status
  found=$(mktemp -d) || return 1
  while read -r name limit fault; do
    {
      text=$(timeout -s KILL "$limit" bash "$__folder/check-$name.sh" 2>/dev/null)
      status=$?
      case $status in
        0) ;;
        1) echo "$fault $name ${text%%$'\n'*}" ;;
        124 | 137) echo "unknown $name does not answer within $limit s" ;;
        *) echo "- $name" ;;
      esac >"$found/$name"
    } </dev/null &
  done <<<"$1"
  wait
  while read -r name _; do cat "$found/$name"; done <<<"$1"
  rm -rf "$found"
}
