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
  /** Nodes that are started. */
  readonly nodes: number;
  /** Nobody is switched off before this moment, in UTC. @default - the hours hold every day */
  readonly pausedUntil?: string;
}

export const RESERVATION = "railyard-off-hours";
const REASON = "railyard: off hours";

/**
 * What Slurm is told of the hours. `start` reserves the nodes, as they come, from the drain on: from then Slurm starts no
 * job whose time limit would run into it. `drain` keeps jobs off each node, those that came later too. Nodes that an administrator drained
 * or that are down are left alone. A job that is on a node when it goes is queued again (JobRequeue).
 * @see https://slurm.schedmd.com/reservations.html
 */
export function offHoursScript(hours: SlurmHours): string {
  const pausedUntil = hours.pausedUntil === undefined ? 0 : Date.parse(hours.pausedUntil) / 1000;
  return `#!/usr/bin/env bash
# Tells Slurm that nodes come (start) or are about to go (drain).
set -euo pipefail
groups=",${hours.nodeGroups.join(",")},"
now=\${RAILYARD_NOW:-$(date +%s)}

# Lines "node state reason" of the groups' nodes, each once.
nodes() {
  local name features state reason feature
  sinfo -h -N -o '%N|%f|%T|%E' | sort -u | while IFS='|' read -r name features state reason; do
    for feature in \${features//,/ }; do
      case $groups in *",$feature,"*) echo "$name $state $reason" && break ;; esac
    done
  done
}

# Names of those that answer: records of nodes that are gone stay for a while.
names() { nodes | while read -r name state reason; do case $state in *'*' | down*) ;; *) echo "$name" ;; esac; done; }

start() {
  scontrol delete ReservationName=${RESERVATION} 2> /dev/null || true
  local name state reason
  nodes | while read -r name state reason; do
    [ "$reason" != "${REASON}" ] || scontrol update NodeName="$name" State=RESUME || true
  done
  if [ $((now + ${hours.openMinutes * 60})) -lt ${pausedUntil} ]; then
    echo "the schedule is paused: nodes stay tonight"
    return
  fi
  local begins=$((now + ${(hours.openMinutes - hours.drainMinutes) * 60})) known="" list count=0
  local until=$((SECONDS + \${RAILYARD_WAIT:-2700}))
  while :; do
    list=$(names | paste -sd, -)
    if [ -n "$list" ] && [ "$list" != "$known" ]; then
      if [ -z "$known" ]; then
        scontrol create reservation ReservationName=${RESERVATION} StartTime=now+$((begins - now - SECONDS)) \\
          Duration=UNLIMITED Users=root Flags=MAINT,IGNORE_JOBS Nodes="$list"
      else
        scontrol update ReservationName=${RESERVATION} Nodes="$list"
      fi
      known=$list
      count=$(tr , '\\n' <<< "$list" | wc -l)
      echo "$count nodes are reserved from the end of the hours on"
    fi
    [ "$count" -lt ${hours.nodes} ] && [ "$SECONDS" -lt "$until" ] || break
    sleep "\${RAILYARD_POLL:-20}"
  done
}

drain() {
  if [ $((now + ${hours.drainMinutes * 60})) -lt ${pausedUntil} ]; then
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
  scontrol delete ReservationName=${RESERVATION} 2> /dev/null || true
}

case \${1:-} in
  start | drain) "$1" ;;
  *) echo "usage: off-hours.sh start|drain" >&2 && exit 2 ;;
esac
`;
}
