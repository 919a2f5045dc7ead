import { shellWord } from "../core/shell-word";

/** Hours in which nodes of Slurm run. */
export interface SlurmHours {
  /** Of the IANA database. */
  readonly timeZone: string;
  /** Cron in the time zone: when nodes are started. */
  readonly start: string;
  /** Cron in the time zone: when nodes take no more jobs, `drainMinutes` before they go. */
  readonly drain: string;
  /** From the start of nodes until they go. */
  readonly openMinutes: number;
  readonly drainMinutes: number;
  /** Features of the nodes: names of node groups. */
  readonly nodeGroups: readonly string[];
  /** Nobody is switched off before this moment, in UTC. @default - the hours hold every day */
  readonly pausedUntil?: string;
}

export const RESERVATION = "railyard-off-hours";
const REASON = "railyard: off hours";

/** File beside the script, with what may change while it runs. */
export const PAUSE_FILE = "paused-until";

/** Seconds since 1970; 0 without a pause. */
export function pauseText({ pausedUntil }: SlurmHours): string {
  return `${pausedUntil === undefined ? 0 : Date.parse(pausedUntil) / 1000}\n`;
}

/**
 * What Slurm is told of the hours. `start` reserves the nodes from the drain on: from then Slurm starts no job whose time
 * limit would run into it. It goes on until then, for nodes come late, are replaced, or stop to answer. `drain` keeps jobs
 * off each node. Nodes that an administrator drained or that are down are left alone. A job that is on a node when it goes
 * is queued again (JobRequeue).
 * @see https://slurm.schedmd.com/reservations.html
 */
export function offHoursScript(hours: SlurmHours): string {
  return `#!/usr/bin/env bash
# Tells Slurm that nodes come (start) or are about to go (drain).
set -euo pipefail
groups=${shellWord(`,${hours.nodeGroups.join(",")},`)}
here=$(dirname "\${BASH_SOURCE[0]}")

# When this was meant to begin: Kubernetes ends the name of a CronJob's Job with it, in minutes since 1970.
scheduled() {
  local now minutes=\${RAILYARD_JOB:-}
  now=$(date +%s)
  minutes=\${minutes##*-}
  if [[ $minutes =~ ^[0-9]{8}$ ]] && [ $((minutes * 60)) -le "$now" ] && [ $((minutes * 60)) -gt $((now - 86400)) ]; then
    echo $((minutes * 60))
  else
    echo "$now"
  fi
}

# Whether nodes stay at their end at $1: read each time, for a pause may come while this runs.
paused() { [ "$1" -lt "$(cat "$here/${PAUSE_FILE}" 2> /dev/null || echo 0)" ]; }

# Lines "node state reason" of the groups' nodes, or of all, each once.
nodes() {
  local name features state reason feature
  sinfo -h -N -o '%N|%f|%T|%E' | sort -u | while IFS='|' read -r name features state reason; do
    for feature in \${features//,/ }; do
      case $groups in all | *",$feature,"*) echo "$name $state $reason" && break ;; esac
    done
  done
}

# Names of those that answer: records of nodes that are gone stay for a while.
names() { nodes | while read -r name state reason; do case $state in *'*' | down*) ;; *) echo "$name" ;; esac; done; }

there() { scontrol show reservation ${RESERVATION} > /dev/null 2>&1; }
release() { scontrol delete ReservationName=${RESERVATION} 2> /dev/null || true; }

# Reserves the nodes $2 from $1 on.
reserve() {
  if there; then
    scontrol update ReservationName=${RESERVATION} Nodes="$2"
  else
    scontrol create reservation ReservationName=${RESERVATION} StartTime=now+$(($1 - $(date +%s))) \\
      Duration=UNLIMITED Users=root Flags=MAINT,IGNORE_JOBS Nodes="$2"
  fi
}

start() {
  local begins list known="" failures=0 name state reason
  begins=$(($(scheduled) + ${(hours.openMinutes - hours.drainMinutes) * 60}))
  # who takes the hours away, takes this away: nothing else would end the reservation
  trap 'release; exit 143' TERM
  # one of the day before begins in the past
  release
  # of all groups, for one may have left the hours since
  groups=all nodes | while read -r name state reason; do
    [ "$reason" != "${REASON}" ] || scontrol update NodeName="$name" State=RESUME || true
  done
  # the rest is the drain's
  while [ "$(date +%s)" -lt $((begins - 60)) ]; do
    if ! list=$(names | paste -sd, -); then
      failures=$((failures + 1))
    elif paused $((begins + ${hours.drainMinutes * 60})); then
      [ "$known" = paused ] || echo "the schedule is paused: nodes stay tonight"
      release
      known=paused failures=0
    elif [ -z "$list" ] || [ "$list" = "$known" ]; then
      failures=0
    elif reserve "$begins" "$list"; then
      known=$list failures=0
      echo "reserved from the end of the hours on: $list"
    else
      failures=$((failures + 1))
    fi
    # another pod may fare better
    [ "$failures" -lt 10 ] || return 1
    # a signal ends the wait, not the sleep
    sleep "\${RAILYARD_POLL:-30}" &
    wait $!
  done
}

drain() {
  if paused $(($(scheduled) + ${hours.drainMinutes * 60})); then
    echo "the schedule is paused: nodes stay tonight"
    return
  fi
  local name state reason
  nodes | while read -r name state reason; do
    case $state in *drain* | *down*) continue ;; esac
    scontrol update NodeName="$name" State=DRAIN Reason="${REASON}"
    echo "$name takes no more jobs"
  done
  # a record in a reservation cannot go with its node
  release
}

case \${1:-} in
  start | drain) "$1" ;;
  *) echo "usage: off-hours.sh start|drain" >&2 && exit 2 ;;
esac
`;
}
