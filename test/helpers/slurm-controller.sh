# A slurmctld of its own, in namespaces of its own, that reads one folder. Prints what it knows of the topology.
#   slurm-controller.sh ROOT FOLDER
# ROOT has Slurm installed ("/" or a chroot); FOLDER is seen from ROOT.
set -eu
ROOT=$1 W=$2 RW=${1%/}$2
if [ -z "${INNER:-}" ]; then INNER=1 exec unshare --mount --pid --net --fork --kill-child --mount-proc bash "$0" "$@"; fi
ip link set lo up
ip addr add 192.0.2.1/32 dev lo
mkdir -p "$ROOT/run"
mount -t tmpfs tmpfs "$ROOT/run"
mkdir -p "$ROOT/run/munge" "$RW/state" "$RW/munge"
if [ "$ROOT" != / ]; then
  mount -t proc proc "$ROOT/proc"
  printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$RW/hosts"
  touch "$ROOT/etc/hosts"
  mount --bind "$RW/hosts" "$ROOT/etc/hosts"
  mount -t tmpfs tmpfs "$ROOT/dev"
  mkdir -p "$ROOT/dev/shm"
  for d in null:3 zero:5 random:8 urandom:9; do mknod -m 666 "$ROOT/dev/${d%:*}" c 1 "${d#*:}"; done
fi
chmod 755 "$RW"
chmod 700 "$RW/munge"
head -c 128 /dev/urandom >"$RW/munge/key"
chmod 600 "$RW/munge/key"
inside() { chroot "$ROOT" env SLURM_CONF="$W/slurm.conf" "$@"; }
inside munged --force --key-file="$W/munge/key" --log-file="$W/munge/log" --pid-file="$W/munge/pid" \
  --seed-file="$W/munge/seed"
inside slurmctld -D -f "$W/slurm.conf" >"$RW/out" 2>&1 &
for _ in $(seq 150); do
  if inside timeout 5 scontrol ping 2>/dev/null | grep -q 'is UP'; then
    inside timeout 10 scontrol show topology
    exit
  fi
  kill -0 $! 2>/dev/null || break
  sleep 0.2
done
cat "$RW/out"
exit 1
