#!/usr/bin/env bash
# Starts Slurm on one machine from prepared files, asks it questions, and stops it again.
#
#   harness.sh ROOT FOLDER
#
# ROOT has Slurm installed ("/" or a chroot); FOLDER, seen from ROOT, has what sandbox-files.ts wrote in etc/.
# Prints one line for each check: PASS, FAIL, NOTE (there is nothing to ask) or UNKNOWN (this machine cannot show it), the promise
# that it is about (promise-table.ts) and the words, with tabs between. Everything runs in namespaces of its own: when this process
# ends, however it ends, all daemons and mounts are gone.
set -u
# folders of whoever started it are not there inside
unset TMPDIR
ROOT=$1 W=$2
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -z "${RAILYARD_HARNESS:-}" ]; then
  RAILYARD_HARNESS=1 exec unshare --mount --pid --net --fork --kill-child --mount-proc bash "$HERE/harness.sh" "$@"
fi
RW=${ROOT%/}$W
exec 3>&1
# each part has its own as a local
PROMISE=start
pass() { printf 'PASS\t%s\t%s\n' "$PROMISE" "$*" >&3; }
fail() { printf 'FAIL\t%s\t%s\n' "$PROMISE" "$*" >&3; }
note() { printf 'NOTE\t%s\t%s\n' "$PROMISE" "$*" >&3; }
unknown() { printf 'UNKNOWN\t%s\t%s\n' "$PROMISE" "$*" >&3; }
give_up() { fail "$*"; exit 0; }
try() { local words=$1; shift; if "$@"; then pass "$words"; else fail "$words: $(paste -sd";" <<<"${WHY:-}")"; fi; WHY=; }
inside() { chroot "$ROOT" env SLURM_CONF="$W/etc/slurm.conf" PATH="$W/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"; }
# A daemon that has much to do drops connections: what it did not hear is said again, and no answer is not an empty one.
LOST_CONNECTION='connect|contact|socket|timed out|communication|reset by peer|zero bytes'
query() {
  local heard errors="$RW/query.$BASHPID" code=1 tries=5
  while [ "$tries" -gt 0 ]; do
    tries=$((tries - 1))
    heard=$(inside "$@" 2>"$errors") && code=0 && break
    grep -qiE "$LOST_CONNECTION" "$errors" || break
    heard=unanswered
    sleep 1
  done
  cat "$errors" >&2
  rm -f "$errors"
  [ -z "$heard" ] || printf '%s\n' "$heard"
  return "$code"
}
within() { # seconds command …: repeats the command until it succeeds, first soon and then seldom, for asking takes a processor
  local end=$((SECONDS + $1)) tenths=1; shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep "0.$tenths"
    [ "$tenths" -ge 5 ] || tenths=$((tenths + 1))
  done
}

. "$HERE/sandbox.sh"
. "$HERE/node-gres.sh"
. "$HERE/checks.sh"
. "$HERE/by-hand.sh"
. "$HERE/members.sh"
. "$HERE/off-hours.sh"
. "$HERE/users.sh"
. "$HERE/samples.sh"
. "$HERE/drain-first.sh"
. "$HERE/policies.sh"
. "$HERE/restored.sh"
. "$HERE/upgraded.sh"
. "$HERE/submissions.sh"
. "$HERE/fleet.sh"

if [ -n "${RAILYARD_FROM:-}" ]; then check_upgraded "$RAILYARD_FROM" "$ROOT"; exit 0; fi
. "$HERE/node-life.sh"
. "$HERE/block-end.sh"
. "$HERE/registry.sh"
. "$HERE/containers.sh"
. "$HERE/mpi.sh"
. "$HERE/apptainer.sh"
. "$HERE/rollout.sh"
. "$HERE/repair.sh"

prepare_machine
prepare_users
prepare_gres
if [ "${RAILYARD_ONLY:-}" = containers ]; then prepare_containers || exit 0; fi
if [ "${RAILYARD_ONLY:-}" = apptainer ]; then prepare_apptainer || exit 0; fi
if [ "${RAILYARD_ONLY:-}" = mpi ]; then prepare_mpi || exit 0; fi
if [[ ${RAILYARD_ONLY:-} == fleet* ]]; then prepare_fleet || [ "$RAILYARD_ONLY" = fleet-submissions ] || exit 0; fi
start_munge || give_up "munge starts: $(tail -n 1 "$RW/munge.out")"
start_database || give_up "slurmdbd starts: $(grep -iE 'error|fatal' "$RW/db.out" | sort -u | tail -n 3 | paste -sd';')"
start_controller || give_up "slurmctld starts: $({ log_errors | grep ^fatal; log_errors | grep -v ^fatal; } | head -n 3 | paste -sd';')"
pass "slurmctld starts"
if [ "${RAILYARD_ONLY:-}" = accounts ]; then check_accounts_of_many; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = fleet ]; then check_accounts; check_fleet; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = fleet-submissions ]; then check_accounts; create_fleet || fail "nodes: $WHY"; measure_submissions; exit 0; fi
case ${RAILYARD_ONLY:-} in
  health | rollout | repair) only_nodes_of "$(first_gpu_node | cut -f2)" ;;
  block-end)
    others_of_partition "$(blocked_group)" >"$RW/etc/other-nodes"
    only_nodes_of "$(blocked_group)"
    ;;
  mpi) only_nodes_of "$(spread_groups | head -n 1)" ;;
  containers | apptainer) only_nodes_of "$(first_gpu_node | cut -f2)" ;;
esac
while read -r line; do start_node "$line"; done <"$RW/etc/nodes"

check_accounts
check_nodes
if [ "${RAILYARD_ONLY:-}" = submissions ]; then measure_submissions; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = restored ]; then check_restored; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = members ]; then check_members; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = samples ]; then check_samples; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = promises ]; then check_promises; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = rollout ]; then check_rollout; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = repair ]; then check_repair; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = health ]; then check_node_life; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = block-end ]; then check_block_end; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = containers ]; then check_containers; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = apptainer ]; then check_apptainer; check_log; exit 0; fi
if [ "${RAILYARD_ONLY:-}" = mpi ]; then check_mpi; check_log; exit 0; fi
check_leaves
check_jobs
check_instances
check_shards
check_one_leaf
check_rank_order
check_task_environment
check_quotas
check_preemption
check_samples
check_lost_node
check_promises
check_members
check_users
check_lost_gpu
has_checks || check_health
check_drain_first
check_off_hours
if [ -z "${RAILYARD_ASKED_ELSEWHERE:-}" ]; then check_restored; else PROMISE=restore note "restore: asked of the first environment alone; no value of config is in the scripts"; fi
check_log
exit 0
