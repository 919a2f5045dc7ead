#!/usr/bin/env bash
# Mends a node on which no job is, from its slurmd pod: mend.sh reset or reboot. Exit code 0: done, or begun.
set -u
run=${RAILYARD_STATE:-/run/railyard}
case ${1:-} in
  reset)
    # all of them: those that share NVSwitches can only be reset together
    timeout -s KILL 240 nvidia-smi --gpu-reset 2>&1 || exit 1
    # checks take this for a boot: what an XID said before it is over
    mkdir -p "$run" && date +%s >"$run/mended"
    ;;
  reboot)
    trigger=${RAILYARD_SYSRQ:-/proc/sysrq-trigger}
    [ -w "$trigger" ] || { echo "$trigger cannot be written: the pod is not privileged"; exit 1; }
    # who asked is answered first; then files are written, file systems closed, and the machine starts anew
    # https://docs.kernel.org/admin-guide/sysrq.html
    (
      sleep "${RAILYARD_BEFORE_BOOT:-3}"
      for key in s u b; do
        echo "$key" >"$trigger"
        sleep "${RAILYARD_BETWEEN:-3}"
      done
    ) </dev/null >/dev/null 2>&1 &
    ;;
  *) echo "usage: mend.sh reset|reboot" >&2 && exit 2 ;;
esac
