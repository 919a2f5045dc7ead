#!/usr/bin/env bash
# Real slurmctld, slurmd with cgroups (v1), sshd and pam_slurm_adopt on sshd.conf of FOLDER, in namespaces of their own: what a person
# without a job, with one, and after it was answered lies in answers/.
#
#   lab.sh FOLDER NODE
set -u
F=$1 NODE=$2
if [ -z "${RAILYARD_LAB:-}" ]; then
  RAILYARD_LAB=1 unshare --mount --pid --net --uts --fork --kill-child --mount-proc bash "$0" "$@"
  # cgroups are those of the machine
  sleep 1
  [ ! -d "/sys/fs/cgroup/freezer/slurm_$NODE" ] || find "/sys/fs/cgroup/freezer/slurm_$NODE" -depth -type d -exec rmdir {} +
  exit
fi
exec </dev/null
cd "$F" || exit 1
within() { # tenths of a second, command …
  local left=$1
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 0.1
  done
}
ip link set lo up
# with loopback addresses alone, getaddrinfo finds no IPv4
ip addr replace 192.0.2.1/32 dev lo
hostname "$NODE"
mkdir -p answers copy state munge
cp -a /etc/. copy
mount --bind copy /etc
mount -t tmpfs tmpfs /run
mkdir -p /run/sshd /run/slurmd /run/munge /etc/slurm /etc/ssh/authorized_keys.d
echo "127.0.0.1 localhost $NODE" >/etc/hosts
echo 'ada:x:20001:20001::/tmp:/bin/bash' >>/etc/passwd
echo 'ada:*::0:99999:7:::' >>/etc/shadow
echo 'ada:x:20001:' >>/etc/group
# the line and the place that the image of slurmd has
sed -i 's|^@include *common-account|account required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny\n&|' /etc/pam.d/sshd
ssh-keygen -A >/dev/null
ssh-keygen -q -t ed25519 -N '' -f key
cp key.pub /etc/ssh/authorized_keys.d/ada
head -c 128 /dev/urandom >munge/key
chmod 700 munge
chmod 600 munge/key
munged --force --key-file="$F/munge/key" --log-file="$F/munge/log" --pid-file="$F/munge/pid" --seed-file="$F/munge/seed" 2>answers/munge
cp slurm.conf /etc/slurm/slurm.conf
printf 'CgroupPlugin=cgroup/v1\nCgroupMountpoint=/sys/fs/cgroup\n' >/etc/slurm/cgroup.conf
chmod 644 /etc/slurm/*.conf
slurmctld -D >answers/slurmctld 2>&1 &
slurmd -D -N "$NODE" >answers/slurmd 2>&1 &
is_idle() { [ "$(sinfo -h -o %t)" = idle ]; }
within 600 is_idle
/usr/sbin/sshd -f "$F/sshd.conf" -E "$F/answers/sshd"
log_in() {
  ssh -p 10022 -F none -i key -o IdentitiesOnly=yes -o BatchMode=yes -o LogLevel=ERROR -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null ada@127.0.0.1 "$@" 2>>answers/ssh
}
ask() { # name, command …
  local status=0
  log_in "${@:2}" >"answers/$1" || status=$?
  echo "exit $status" >>"answers/$1"
}
ask before id -un
job=$(cd /tmp && setpriv --reuid 20001 --regid 20001 --clear-groups sbatch --parsable -o /dev/null --wrap 'sleep 100')
runs() { [ "$(squeue -h -o %t)" = R ] && sleep 0.3; }
within 600 runs
ask during 'id -un; grep -o "job_[0-9]*" /proc/self/cgroup | sort -u'
ask session 'echo in; sleep 50; echo stayed' &
session=$!
within 300 grep -q in answers/session
scancel "$job"
wait "$session"
is_gone() { [ -z "$(squeue -h)" ]; }
within 600 is_gone
ask after id -un
