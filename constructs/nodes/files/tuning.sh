#!/bin/bash
# shellcheck disable=SC2317,SC2329
# Sets what the profile of the pool asks for; runs at each boot, and changes nothing that is so already.
set -uo pipefail
failed=0
say() { logger --stderr --tag railyard-tuning -- "$*" || echo "$*" >&2; }
fault() { say "FAILED: $*"; failed=1; }

# Settings of the kernel: one exactly, or at least so much.
keep() {
  local has
  has=$(sysctl --values "$1" 2> /dev/null | tr -s '\t ' ' ') || true
  if [ -z "$has" ]; then fault "the kernel has no $1"; return; fi
  [ "$has" = "$2" ] && return
  sysctl --quiet --write "$1=$2" || fault "$1 stays $has, and cannot be $2"
}
raise() {
  local has
  has=$(sysctl --values "$1" 2> /dev/null) || true
  if ! [[ $has =~ ^[0-9]+$ ]]; then fault "the kernel has no $1"; return; fi
  [ "${#has}" -gt "${#2}" ] || { [ "${#has}" -eq "${#2}" ] && [[ ! $has < $2 ]]; } || keep "$1" "$2"
}
# One value into each file that is there; the kernel marks the chosen one of several with brackets.
each() {
  local value=$1 file has
  shift
  for file in "$@"; do
    [ -e "$file" ] || continue
    has=$(cat "$file")
    [[ "$has" = "$value" || "$has" = *"[$value]"* ]] && continue
    echo "$value" > "$file" || fault "$file cannot be $value"
  done
}
# A limit of containerd, which containers inherit.
limit() {
  local file="/etc/systemd/system/containerd.service.d/20-railyard-$1.conf"
  mkdir -p "${file%/*}"
  [ "$(cat "$file" 2> /dev/null)" = "$(printf '[Service]\n%s=%s' "$1" "$2")" ] && return
  printf '[Service]\n%s=%s\n' "$1" "$2" > "$file"
  systemctl daemon-reload
  if systemctl is-active --quiet containerd.service; then systemctl restart containerd.service; fi
}
load() {
  echo "$1" > "/etc/modules-load.d/railyard-$1.conf"
  modprobe -- "$1" || fault "there is no module $1"
}
# Options are read when a module is loaded: one that is loaded keeps what it has until the node boots.
option() {
  local file="/etc/modprobe.d/railyard-$1-$2.conf" at="/sys/module/$1/parameters/$2"
  echo "options $1 $2=$3" > "$file"
  if [ -e "$at" ] && [ "$(cat "$at")" != "$3" ]; then fault "$1 is loaded with $2=$(cat "$at"): reboot for $3"; fi
}
unit() {
  systemctl cat "$1" > /dev/null 2>&1 || return 0
  if [ "$2" = off ]; then systemctl disable --now "$1"; else systemctl enable --now "$1"; fi || fault "$1 is not $2"
}
# Parameters of a client of Lustre are there while a file system is mounted.
client() {
  grep -qs ' lustre ' /proc/mounts || return 0
  local wrong
  wrong=$(lctl get_param -n "$1" 2> /dev/null | grep -cvx -- "$2") || true
  [ "${wrong:-0}" = 0 ] || lctl set_param "$1=$2" > /dev/null || fault "$1 cannot be $2"
}
# ACS of each bridge that has it: its control register stands six bytes into the capability.
acs_off() {
  local bridge has
  for bridge in $(lspci -Dnmm | awk '$2 == "\"0604\"" { print $1 }'); do
    has=$(setpci -s "$bridge" ECAP_ACS+0x6.w 2> /dev/null) || continue
    [ "$has" = 0000 ] || setpci -s "$bridge" ECAP_ACS+0x6.w=0000 || fault "ACS of $bridge stays on"
  done
}
# Bits 12 to 14 of the device control register, 0 for 128 bytes and one more for each doubling.
read_request() {
  local bits=$1 card has
  shift
  for card in "$@"; do
    has=$(setpci -s "$card" CAP_EXP+8.w 2> /dev/null) || { fault "there is no card $card"; continue; }
    [ $(((0x$has >> 12) & 7)) = "$bits" ] && continue
    setpci -s "$card" "CAP_EXP+8.w=$bits"000:7000 || fault "reads of $card stay as they are"
  done
}

# insert: settings
exit "$failed"
