#!/usr/bin/env bash
# Two slurmctld with one state: the first is killed, and comes back. Prints a line for each thing that was seen.
# FOLDER: an empty folder; PORT, NODE_PORT, TIMEOUT: SlurmctldPort, that of slurmd, SlurmctldTimeout. In mounts of its own, as root.
set -euo pipefail
cd "$FOLDER"
export SLURM_CONF=$FOLDER/slurm.conf
mkdir state spool
printf 'k%.0s' {1..128} >munge.key
chmod 600 munge.key
: >cgroup.conf
{
  printf '%s\n' ClusterName=two 'SlurmctldHost=ctl0(127.0.0.11)' 'SlurmctldHost=ctl1(127.0.0.12)' CommunicationParameters=NoCtldInAddrAny \
    "SlurmctldPort=$PORT" "SlurmctldTimeout=$TIMEOUT" SlurmUser=root SlurmdUser=root AuthType=auth/munge CredType=cred/munge \
    "AuthInfo=socket=$FOLDER/munge.sock" "StateSaveLocation=$FOLDER/state" "SlurmdSpoolDir=$FOLDER/spool" SlurmctldPidFile=/run/ctld.pid \
    "SlurmdPidFile=$FOLDER/slurmd.pid" ProctrackType=proctrack/linuxproc TaskPlugin=task/none MpiDefault=none MailProg=/bin/true \
    SelectType=select/cons_tres SelectTypeParameters=CR_Core SlurmdParameters=config_overrides ReturnToService=2 \
    "NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$NODE_PORT CPUs=4 State=UNKNOWN" \
    'PartitionName=all Nodes=n1 Default=YES MaxTime=60 State=UP'
} >slurm.conf
printf '%s\n' "127.0.0.1 localhost $(hostname)" '127.0.0.11 ctl0' '127.0.0.12 ctl1' >hosts
mount --bind hosts /etc/hosts

children=()
finish() { for pid in "${children[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done; }
trap finish EXIT
# each with a name of its own, and a file of its own for its number: they would end each other
controller() {
  # shellcheck disable=SC2016 # the inner shell has these arguments
  unshare --uts --mount sh -c 'hostname "$1"; mount -t tmpfs none /run; shift; exec slurmctld -D "$@"' _ "$@" >/dev/null 2>&1 &
  children+=($!)
}
munged --foreground --force --socket="$FOLDER/munge.sock" --key-file=munge.key --pid-file="$FOLDER/munge.pid" \
  --log-file="$FOLDER/munge.log" --seed-file="$FOLDER/munge.seed" >/dev/null 2>&1 &
children+=($!)
sleep 1
controller ctl0 -c -L "$FOLDER/ctl0.log"
first=${children[-1]}
sleep 3
controller ctl1 -L "$FOLDER/ctl1.log"
slurmd -D -N n1 -L "$FOLDER/slurmd.log" >/dev/null 2>&1 &
children+=($!)

# until COMMAND...: for three minutes
until_true() {
  for ((try = 0; try < 180; try++)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 1
  done
  echo "waited too long for: $*" >&2
  tail -n 5 ctl0.log ctl1.log >&2
  exit 1
}
idle() { [ "$(timeout 10 sinfo --noheader --format=%T)" = idle ]; }
both() { [ "$(timeout 10 scontrol ping | grep --count 'is UP')" = 2 ]; }
queue() { timeout 20 squeue --noheader --sort=i --format='%i %j %T' | paste --serial --delimiters=, | sed "s/^/$1: /"; }
submit() { timeout 20 sbatch --output=/dev/null --ntasks=1 "$@"; }
until_true idle
until_true both
submit --job-name=runs --wrap='sleep 600' >/dev/null
submit --job-name=held --hold --wrap=true >/dev/null
submit --job-name=waits --dependency=afterok:1 --wrap=true >/dev/null
# slurmctld writes its jobs at most every few seconds
sleep 12
queue before
kill -KILL "$first"
until_true submit --job-name=later --hold --wrap=true
queue after
grep --quiet 'taking over' ctl1.log && echo 'ctl1 took over'
controller ctl0 -L "$FOLDER/ctl0.log"
until_true both
queue back
# its script lies in the spool of this slurmd, and no other one's
pgrep --full "$FOLDER/spool/job0*1/" >/dev/null && echo 'the job runs'
timeout 20 scancel 1 || true
sleep 2
