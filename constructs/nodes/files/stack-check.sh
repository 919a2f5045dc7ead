#!/bin/bash
# Whether the host has the programs that its image was to have: a line each in /etc/railyard/stack, the name and the version,
# of which parts may be left out at the end. Exits with 1 where one is missing or another.
set -uo pipefail
failed=0
package() { rpm -q --queryformat '%{VERSION}' "$1" 2> /dev/null || dpkg-query --show --showformat '${Version}' "$1" 2> /dev/null; }
seen() {
  case $1 in
    nvidia-driver) modinfo --field version nvidia 2> /dev/null ;;
    doca-ofed) package doca-ofed ;;
    efa-installer) sed -n 's/^# EFA installer version: *//p' /opt/amazon/efa_installed_packages 2> /dev/null ;;
    *) echo "-" ;;
  esac
}
while read -r name wanted; do
  [ -n "$name" ] || continue
  has=$(seen "$name" | head -n 1) || true
  case $has in
    -) echo "$name $wanted: in images of jobs, which nothing checks here" ;;
    "$wanted" | "$wanted".* | "$wanted"-* | "$wanted"+*) echo "$name $has" ;;
    "") echo "FAILED: $name $wanted is not there"; failed=1 ;;
    *) echo "FAILED: $name is $has, and must be $wanted"; failed=1 ;;
  esac
done < /etc/railyard/stack
exit "$failed"
