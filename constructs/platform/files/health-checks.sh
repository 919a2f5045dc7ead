#!/bin/bash
# shellcheck disable=SC2034
# Runs in a pod that shares the processes of its node: reads what the driver writes into the kernel's log as it is written, asks the
# node what its list of checks says every few minutes, and writes what came of it into a condition. Where it is told to, it resets the
# GPUs of the node or starts it anew; that no pod is there then has been seen to by who tells it.
# values:
__folder=/scripts # Folder with the lists of checks and their scripts.
__root=/proc/1/root # The host's files.
__condition=HealthChecks # Condition of the node.
__mark=railyard.dev/cordoned-for # Annotation of a node that is cordoned for a fault: no other one is mended.
__order=railyard.dev/repair-order # Annotation with what is to be done: a number, the step, and the boot for which it holds.
__answer=railyard.dev/repair-answer # Annotation with what came of it.
__steps="reset reboot" # What may be done; none in a dry run.
__xids=cordon # What an XID of the hardware does: cordon, tell or off.
__pause=15 # Seconds between two looks at the log.
__every=20 # Of these looks every so many also ask all checks.
# end of values
set -uo pipefail
# insert: facts
export RAILYARD_SYSFS=${__root}/sys
run=${__root}/run/railyard
tell() { echo "$(date --utc +%FT%TZ) $*"; }
# insert: host

# Sets xid to the gravest XID or SXid since the node has booted, or since its GPUs were reset, and tells of those of programs. What has left the
# log since then is remembered beside it. Fails where the log cannot be read.
told=0
read_log() {
  local uptime mended=0 answer kind stamp text last=$told
  uptime=$(cut -d. -f1 "${RAILYARD_UPTIME:-/proc/uptime}") && answer=$(dmesg --syslog --raw 2>/dev/null) || return 1
  # a moment of the clock: the log counts from the boot
  [ ! -r "$run/mended" ] || mended=$(($(cat "$run/mended") - $(date +%s) + uptime))
  answer=$(awk -v mended="$mended" -f "$__folder/health-xids.awk" "$__folder/xids" - <<<"$answer") || return 1
  while read -r kind stamp text; do
    case $kind in
      program) [ "$stamp" -le "$last" ] || { tell "tells of: $text" && told=$stamp; } ;;
      worst) xid=$text && mkdir -p "$run" && echo "$stamp $text" >"$run/health-xid" ;;
    esac
  done <<<"$answer"
  if [ -z "$xid" ] && read -r stamp text 2>/dev/null <"$run/health-xid" && [ "$stamp" -gt "$mended" ]; then xid=$text; fi
}

ask_all() { [ ! -s "$__folder/$1" ] || ask "$(cat "$__folder/$1")"; }

# Sets status, reason and message from what all checks say. `asked`: they are asked anew, and not only the log.
lines=
look() { # asked or empty
  local fault name text xid='' silent=''
  if [ -n "$1" ]; then
    lines=$(ask_all checks) || return 1
    while read -r fault name text; do
      case $fault in "" | -) ;; *) tell "tells of: $fault: $name: $text" ;; esac
    done < <(ask_all tells)
  fi
  status=True reason=Passed message=''
  if [ "$__xids" != off ]; then
    if read_log; then
      [ -z "$xid" ] || [ "$__xids" != tell ] || { [ "$xid" = "${last_xid-}" ] || tell "tells of: hardware: xid: $xid"; last_xid=$xid; xid=; }
      [ -z "$xid" ] || status=False reason=Hardware message="xid: $xid"
    else silent=xid; fi
  fi
  while read -r fault name text; do
    case $fault in
      "") continue ;;
      -) silent+="${silent:+, }$name" && continue ;;
    esac
    # the first one says whose fault it is
    if [ $status = True ]; then status=False reason=${fault^}; fi
    message+="${message:+; }$name: $text"
  done <<<"$lines"
  [ -n "$message" ] || message="all checks passed"
  [ -z "$silent" ] || message+="; not asked: $silent"
  message=$(plain "$message" 900)
}

# Four lines: the boot, what is to be done, whether it is cordoned for a fault, and the condition.
node() {
  kubectl get node "$NODE" -o go-template="{{.status.nodeInfo.bootID}}
{{with .metadata.annotations}}{{with index . \"$__order\"}}{{.}}{{end}}{{end}}
{{if .spec.unschedulable}}{{with .metadata.annotations}}{{with index . \"$__mark\"}}{{.}}{{end}}{{end}}{{end}}
{{range .status.conditions}}{{if eq .type \"$__condition\"}}{{.status}} {{.reason}} {{.message}}{{end}}{{end}}"
}

# insert: write

# Does what it is told, once, soon after, and on no node that is not cordoned for a fault.
obey() { # order, boot, mark
  local id step boot text result
  read -r id step boot <<<"$1"
  [[ $id =~ ^[0-9]+$ && " ${__steps} " == *" $step "* && $boot = "$2" && $3 == kubernetes:* ]] || return 0
  [ "$(($(date +%s) - id))" -lt 600 ] && [ ! -e "$run/order-$id" ] || return 0
  # written down before it is done
  mkdir -p "$run" && : >"$run/order-$id" || return 0
  tell "$step"
  if text=$(RAILYARD_STATE=$run bash "$__folder/mend.sh" "$step" 2>&1); then result="done"; else result="failed: $(plain "$(tail -n 1 <<<"$text")" 200)"; fi
  tell "$step: $result"
  kubectl annotate node "$NODE" "$__answer=$id $result" --overwrite >/dev/null
}

looks=0 every=$__every
until [ "$looks" = "${RAILYARD_LOOKS:-}" ]; do
  asked=
  [ "$((looks % every))" != 0 ] || asked=asked
  looks=$((looks + 1))
  if state=$(node) && look "$asked"; then
    { read -r boot; read -r order; read -r mark; read -r condition; } <<<"$state"
    # now and then it says that it still looks
    [ -z "$asked" ] || condition="${condition%% *} again"
    write "$condition" || tell "the condition cannot be written"
    obey "$order" "$boot" "$mark"
  else tell "nobody tells how the node is"; fi
  sleep "$__pause"
done
