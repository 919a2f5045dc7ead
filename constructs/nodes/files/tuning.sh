#!/bin/bash
# shellcheck disable=SC2317,SC2329
# Sets what the profile of the pool asks for, and changes nothing that is so already. With `look` it changes nothing at all, and
# exits with 3 where something is not so.
set -uo pipefail
looking=${1:-}
failed=0
differing=0
say() { logger --stderr --tag railyard-tuning -- "$*" || echo "$*" >&2; }
fault() { say "FAILED: $*"; failed=1; }
change() {
  if [ "$looking" = look ]; then say "not so yet: $*"; differing=1; else "$@"; fi
}
put() { mkdir -p "${2%/*}" && printf '%s\n' "$1" > "$2"; }
is() { [ "$(cat "$2" 2> /dev/null)" = "$1" ]; }

# Settings of the kernel: one exactly, or at least so much.
keep() {
  local has
  has=$(sysctl --values "$1" 2> /dev/null | tr -s '\t ' ' ') || true
  if [ -z "$has" ]; then fault "the kernel has no $1"; return; fi
  [ "$has" = "$2" ] || change sysctl --quiet --write "$1=$2" || fault "$1 stays $has, and cannot be $2"
}
is_less() {
  [ "${#1}" -lt "${#2}" ] || { [ "${#1}" -eq "${#2}" ] && [[ $1 < $2 ]]; }
}
raise() {
  local has
  has=$(sysctl --values "$1" 2> /dev/null) || true
  if ! [[ $has =~ ^[0-9]+$ ]]; then fault "the kernel has no $1"; return; fi
  if is_less "$has" "$2"; then keep "$1" "$2"; fi
}
# Huge pages: kubelet counts them when it starts, and containers outlive its restart.
pages() {
  local has
  has=$(sysctl --values "$1" 2> /dev/null) || true
  if ! [[ $has =~ ^[0-9]+$ ]]; then fault "the kernel has no $1"; return; fi
  is_less "$has" "$2" || return 0
  change sysctl --quiet --write "$1=$2" || true
  [ "$looking" = look ] && return
  has=$(sysctl --values "$1")
  if is_less "$has" "$2"; then fault "the kernel gives $has of $2 huge pages: memory is in pieces, or too small"; fi
  if systemctl is-active --quiet kubelet.service; then systemctl restart kubelet.service; fi
}
# One value into each file that is there; the kernel marks the chosen one of several with brackets.
each() {
  local value=$1 file has
  shift
  for file in "$@"; do
    [ -e "$file" ] || continue
    has=$(cat "$file")
    [[ "$has" = "$value" || "$has" = *"[$value]"* ]] || change put "$value" "$file" || fault "$file cannot be $value"
  done
}
# A limit of containerd, which containers inherit.
drop_in() {
  put "[Service]
$1=$2" "$3" || return
  systemctl daemon-reload
  if systemctl is-active --quiet containerd.service; then systemctl restart containerd.service; fi
}
limit() {
  local file="/etc/systemd/system/containerd.service.d/20-railyard-$1.conf"
  is "[Service]
$1=$2" "$file" || change drop_in "$1" "$2" "$file" || fault "containerd cannot have $1=$2"
}
load() {
  local file="/etc/modules-load.d/railyard-$1.conf"
  is "$1" "$file" || change put "$1" "$file" || fault "$1 is not loaded at the next boot"
  [ -d "/sys/module/${1//-/_}" ] || change modprobe -- "$1" || fault "there is no module $1"
}
# Options are read when a module is loaded: one that is loaded keeps what it has until the node boots.
option() {
  local file="/etc/modprobe.d/railyard-$1-$2.conf" at="/sys/module/$1/parameters/$2"
  is "options $1 $2=$3" "$file" || change put "options $1 $2=$3" "$file" || fault "$file cannot be written"
  if [ -e "$at" ] && ! is "$3" "$at"; then fault "$1 is loaded with $2=$(cat "$at"): reboot for $3"; fi
}
unit() {
  systemctl cat "$1" > /dev/null 2>&1 || return 0
  if [ "$2" = off ]; then
    ! systemctl is-active --quiet "$1" || change systemctl disable --now "$1" || fault "$1 is not off"
  else
    systemctl is-active --quiet "$1" || change systemctl enable --now "$1" || fault "$1 is not on"
  fi
}
# Parameters of a client of Lustre are there while a file system is mounted.
client() {
  grep -qs ' lustre ' /proc/mounts || return 0
  local wrong
  wrong=$(lctl get_param -n "$1" 2> /dev/null | grep -cvx -- "$2") || true
  [ "${wrong:-0}" = 0 ] || change lctl set_param "$1=$2" > /dev/null || fault "$1 cannot be $2"
}
# ACS of each bridge that has it: its control register stands six bytes into the capability.
acs_off() {
  local bridge has
  if ! command -v lspci setpci > /dev/null; then fault "pciutils are not installed"; return; fi
  for bridge in $(lspci -Dnmm | awk '$2 == "\"0604\"" { print $1 }'); do
    has=$(setpci -s "$bridge" ECAP_ACS+0x6.w 2> /dev/null) || continue
    [ "$has" = 0000 ] || change setpci -s "$bridge" ECAP_ACS+0x6.w=0000 || fault "ACS of $bridge stays on"
  done
}
# Bits 12 to 14 of the device control register, 0 for 128 bytes and one more for each doubling.
read_request() {
  local bits=$1 card has
  shift
  for card in "$@"; do
    has=$(setpci -s "$card" CAP_EXP+8.w 2> /dev/null) || { fault "there is no card $card"; continue; }
    [ $(((0x$has >> 12) & 7)) = "$bits" ] || change setpci -s "$card" "CAP_EXP+8.w=$bits"000:7000 ||
      fault "reads of $card stay as they are"
  done
}

# insert: settings
[ "$failed" = 0 ] || exit 1
[ "$differing" = 0 ] || exit 3
