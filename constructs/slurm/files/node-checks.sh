#!/usr/bin/env bash
# shellcheck disable=SC1091
# Asks a node what its table of checks says: node-checks.sh prolog, epilog, accept or health, which is meant without a word.
# A finding drains the node, with whose fault it is in the reason, or is told in the log; a node that it has drained is taken
# back when all checks pass. A node that somebody else has drained is theirs.
set -u
export PATH=${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
set -a
. "$here/node.env"
set +a
moment=${1:-health}
run=${RAILYARD_STATE:-/run/railyard}
node=${SLURMD_NODENAME:-$(hostname -s)}
now=$(date +%s)
mkdir -p "$run"

tell() {
  local line
  line="$(date --utc +%FT%TZ) railyard: $moment: $*"
  # the log of the pod, which its first process writes
  { printf '%s\n' "$line" >>"${RAILYARD_LOG:-/proc/1/fd/1}"; } 2>/dev/null || printf '%s\n' "$line"
}

# Columns of the table: name, seconds, fault, reaction, what mends it, moments with commas between.
due() { # moments …
  local name limit fault reaction mends moments each
  while read -r name limit fault reaction mends moments; do
    for each; do
      case ,$moments, in *",$each,"*) echo "$name $limit $fault $reaction" && break ;; esac
    done
  done <"$here/checks"
}

# Runs all that are due at one time. Prints "reaction fault name text" of what they found, in the order of the table.
look() { # moments …
  local folder rows name limit fault reaction
  folder=$(mktemp -d) || return 1
  rows=$(due "$@")
  while read -r name limit fault reaction; do
    {
      text=$(timeout -s KILL "$limit" bash "$here/check-$name.sh" 2>/dev/null)
      status=$?
      # jobs may leave little of the processors: it must be silent twice
      silent=
      case $status in
        124 | 137) if [ -e "$run/silent-$name" ]; then silent=again; else : >"$run/silent-$name"; fi ;;
        *) rm -f "$run/silent-$name" ;;
      esac
      case $status in
        0) ;;
        1) echo "$reaction $fault $name ${text%%$'\n'*}" >"$folder/$name" ;;
        124 | 137) echo "$([ -n "$silent" ] && echo "$reaction" || echo tell) unknown $name does not answer within $limit s" >"$folder/$name" ;;
        *) echo "tell unknown $name cannot be told" >"$folder/$name" ;;
      esac
    } </dev/null &
  done <<<"$rows"
  wait
  while read -r name _; do cat "$folder/$name" 2>/dev/null; done <<<"$rows"
  rm -rf "$folder"
}

# state, time of the reason and the reason itself; nothing where slurmctld does not know the node yet, or does not answer
record() { timeout 10 sinfo --noheader --all --Node --nodes="$node" --format='%T|%H|%E' 2>/dev/null | head -n 1; }
seconds_of() { date -d "$1" +%s 2>/dev/null || echo "$now"; }
is_ours() { [[ $1 =~ ^railyard:\ (hardware|fabric|user|unknown):\ ([a-z0-9-]+):\  ]]; }

# Nodes of the pool that checks have drained, "seconds name", the first one first.
drained() {
  local name when features reason
  while IFS='|' read -r name when features reason; do
    if [[ ,$features, != *",$POOL,"* ]] || ! is_ours "$reason"; then continue; fi
    echo "$(seconds_of "$when") $name"
  done < <(timeout 10 sinfo --noheader --all --Node --states=drain --format='%N|%H|%f|%E' 2>/dev/null) | sort -u -k1,1n -k2,2
}

# Whether one more node of the pool may be drained: what finds a fault on all of them is more likely wrong itself.
may_drain() { # nodes that are drained, a list of them
  local when before=0 lately=0
  while read -r when _; do
    [ -n "$when" ] || continue
    before=$((before + 1))
    [ $((now - when)) -ge 3600 ] || lately=$((lately + 1))
  done <<<"$1"
  [ "$before" -lt "$DRAINS_AT_ONCE" ] && [ "$lately" -lt "$DRAINS_PER_HOUR" ] && return
  tell "not drained: $before nodes of $POOL are, $lately of them within an hour; no more than $DRAINS_AT_ONCE, and $DRAINS_PER_HOUR in an hour"
  return 1
}

# Drains the node unless it is drained already. @returns 1 where it goes on to take jobs
drain() { # "fault name text"
  local state fault name text reason
  read -r fault name text <<<"$1"
  reason="railyard: $fault: $name: $text"
  state=$(record)
  case ${state%%|*} in
    # not registered yet
    "") return 1 ;;
    # somebody's already, or ours
    *drain* | *down* | *fail*) return 0 ;;
  esac
  may_drain "$(drained)" || return 1
  timeout 10 scontrol update "nodename=$node" state=drain "reason=$reason" || return 1
  # others may have done so in the same second: all of them see the same order, and the last ones go back
  sleep "${RAILYARD_SETTLE:-2}"
  if ! may_drain "$(drained | awk -v node="$node" '$2 == node { exit } { print }')"; then
    [[ $(record) != *"|$reason" ]] || timeout 10 scontrol update "nodename=$node" state=undrain
    return 1
  fi
  rm -f "$run/accepted"
  tell "drained: $reason"
}

# Tells what is to be told. Prints "fault name text" of the first finding that drains.
findings() { # moments …
  local reaction fault name text first=
  while read -r reaction fault name text; do
    case $reaction in
      drain) [ -n "$first" ] || first="$fault $name $text" ;;
      tell) tell "$fault: $name: $text" >&2 ;;
    esac
  done < <(look "$@")
  [ -z "$first" ] || echo "$first"
}

# Takes the node back, if the drain is ours and every check passes.
take_back() { # state, time and text of the reason
  local check mends=boot name rest up mended found
  [ "$RESUME" = checks ] || return 0
  # jobs that still run have the GPUs; down and drained is not ours alone
  [ "$1" = drained ] && is_ours "$3" || return 0
  check=${BASH_REMATCH[2]}
  [ $((now - $(seconds_of "$2"))) -ge "${RAILYARD_STEADY:-600}" ] || return 0
  while read -r name _ _ _ rest _; do [ "$name" != "$check" ] || mends=$rest; done <"$here/checks"
  # that it did not answer is over when it does
  [[ $3 != "railyard: unknown: "* ]] || mends=look
  if [ "$mends" = boot ]; then
    up=$(cut -d. -f1 "${RAILYARD_UPTIME:-/proc/uptime}") || return 0
    # a reset of all GPUs does as well, where that is what the finding asks for
    mended=$(cat "$run/mended" 2>/dev/null) || mended=0
    [ $((now - up)) -gt "$(seconds_of "$2")" ] || [ "$mended" -gt "$(seconds_of "$2")" ] || return 0
  fi
  found=$(findings first-job health prolog)
  [ -z "$found" ] || { tell "stays drained: $found"; return 0; }
  # a person may have drained it meanwhile
  [ "$(record)" = "$1|$2|$3" ] || return 0
  : >"$run/accepted"
  timeout 10 scontrol update "nodename=$node" state=resume && tell "takes jobs again, after: $3"
}

case $moment in
  health)
    IFS='|' read -r state when reason <<<"$(record)"
    case $state in
      "" | *down* | *fail*) exit 0 ;;
      *drain*)
        take_back "$state" "$when" "$reason"
        exit 0
        ;;
    esac
    moments=(health)
    first=
    # not beside a job: its prolog has asked
    if [ ! -e "$run/accepted" ] && [[ $state == idle* ]]; then first=1 moments+=(first-job prolog); fi
    found=$(findings "${moments[@]}")
    if [ -z "$found" ]; then
      [ -z "$first" ] || : >"$run/accepted"
    else
      drain "$found"
    fi
    exit 0
    ;;
  prolog)
    moments=(prolog)
    [ -e "$run/accepted" ] || moments+=(first-job)
    found=$(findings "${moments[@]}")
    if [ -n "$found" ]; then
      drain "$found" && exit 1
      exit 0
    fi
    : >"$run/accepted"
    exit 0
    ;;
  epilog)
    found=$(findings epilog)
    [ -z "$found" ] || drain "$found"
    exit 0
    ;;
  accept)
    # who asks decides: nothing is drained here, and nothing taken back
    found=$(findings first-job health prolog)
    if [ -n "$found" ]; then
      rm -f "$run/accepted"
      read -r fault name text <<<"$found"
      echo "railyard: $fault: $name: $text"
    else
      : >"$run/accepted"
      echo sound
    fi
    exit 0
    ;;
  *) echo "usage: node-checks.sh [health|prolog|epilog|accept]" >&2 && exit 2 ;;
esac
