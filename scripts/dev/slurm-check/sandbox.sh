# Sourced by harness.sh: the machine that Slurm believes in, and its daemons.

prepare_machine() {
  local i device
  ip link set lo up
  # with loopback addresses alone, getaddrinfo finds no IPv4
  ip addr replace 192.0.2.1/32 dev lo
  if [ "$ROOT" != / ]; then
    mount -t proc proc "$ROOT/proc"
    mount --rbind /sys "$ROOT/sys"
    printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$RW/hosts"
    touch "$ROOT/etc/hosts"
    mount --bind "$RW/hosts" "$ROOT/etc/hosts"
  fi
  mkdir -p "$ROOT/run"
  mount -t tmpfs tmpfs "$ROOT/run"
  mkdir -p "$ROOT/run/munge" "$ROOT/run/slurm"
  mount -t tmpfs tmpfs "$ROOT/dev"
  mkdir -p "$ROOT/dev/shm"
  for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$ROOT/dev/${device%:*}" c 1 "${device#*:}"; done
  mknod -m 666 "$ROOT/dev/tty" c 5 0
  ln -s /proc/self/fd "$ROOT/dev/fd"
  for i in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${i%:*}" "$ROOT/dev/${i#*:}"; done
  # terminals of their own, for jobs that have one
  mkdir -p "$ROOT/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts" && ln -s pts/ptmx "$ROOT/dev/ptmx"
  for i in $(seq 0 15); do mknod "$ROOT/dev/nvidia$i" c 195 "$i" 2>/dev/null || : >"$ROOT/dev/nvidia$i"; done
  mkdir -p "$RW/state" "$RW/munge"
  # nothing here outlives its daemons, which would wait for a disk after every change
  mount -t tmpfs -o mode=755 tmpfs "$RW/state"
  chmod +x "$RW"/etc/*.sh "$RW"/etc/railyard-srun "$RW"/bin/* 2>/dev/null
}

start_munge() {
  head -c 128 /dev/urandom >"$RW/munge/key"
  chmod 700 "$RW/munge"
  chmod 600 "$RW/munge/key"
  start_munged
}
start_munged() {
  inside munged --force --key-file="$W/munge/key" --log-file="$W/munge/log" --pid-file="$W/munge/pid" \
    --seed-file="$W/munge/seed" >"$RW/munge.out" 2>&1
}

# The database is this machine's own, whatever ROOT is: slurmdbd reaches it over loopback.
start_database() {
  local sql="mariadb --no-defaults -uroot -S $RW/db/socket"
  mkdir -p "$RW/db" "$RW/db.tmp"
  mount -t tmpfs -o mode=755 tmpfs "$RW/db"
  # in /tmp, two databases of namespaces with the same process ids take each other's tables
  export TMPDIR=$RW/db.tmp
  mariadb-install-db --no-defaults --user=root --datadir="$RW/db" --auth-root-authentication-method=normal \
    >"$RW/db.out" 2>&1 || return 1
  mariadbd --no-defaults --user=root --datadir="$RW/db" --socket="$RW/db/socket" --port=13306 \
    --bind-address=127.0.0.1 --pid-file="$RW/db/pid" >>"$RW/db.out" 2>&1 &
  unset TMPDIR
  within 180 $sql -e 'select 1' >/dev/null 2>&1 || return 1
  $sql -e "create user s@localhost identified by 'x'; grant all on *.* to s@localhost;
    create user s@'127.0.0.1' identified by 'x'; grant all on *.* to s@'127.0.0.1'" >>"$RW/db.out" 2>&1 || return 1
  printf '%s\n' AuthType=auth/munge DbdHost=localhost DbdPort=16819 SlurmUser=root \
    StorageType=accounting_storage/mysql StorageHost=127.0.0.1 StoragePort=13306 StorageUser=s StoragePass=x \
    StorageLoc=acct "LogFile=$W/slurmdbd.log" "PidFile=$W/slurmdbd.pid" >"$RW/etc/slurmdbd.conf"
  chmod 600 "$RW/etc/slurmdbd.conf"
  start_dbd
}
start_dbd() {
  inside slurmdbd -D >>"$RW/db.out" 2>&1 &
  # sacctmgr reads slurm.conf, so what is wrong there shows here first
  within 120 accounting_answers
}
accounting_answers() { inside sacctmgr -n list cluster >>"$RW/db.out" 2>&1; }

start_controller() {
  inside slurmctld -D -f "$W/etc/slurm.conf" >"$RW/slurmctld.out" 2>&1 &
  controller=$!
  within 120 controller_answers
}
controller_answers() {
  kill -0 "$controller" 2>/dev/null || return 1
  inside timeout 10 scontrol ping 2>/dev/null | grep -q 'is UP'
}

# Each slurmd sees the sockets and cores of its instance type through hwloc, and GPUs of its own: those that the driver
# would list under /proc and /sys.
start_node() { # line of etc/nodes, [GPUs that are there]
  local name group port leaf gpus type cpus sockets threads conf arguments
  IFS=$'\t' read -r name group port leaf gpus type cpus sockets threads conf <<<"$1"
  gpus=${2:-$gpus}
  # of GPUs that are cut, Slurm counts the instances
  ! is_cut "$group" || gpus=$(sed -n 's/^EXPECTED_GPUS=//p' "$RW/etc/node-$group.env")
  echo "$gpus" >"$RW/gpus.$name"
  mkdir -p "$RW/spool.$name"
  arguments=(-D -N "$name" -f "$W/etc/slurm.conf")
  [ "$conf" = - ] || arguments+=(-Z --conf "$conf")
  SLURMD_NODENAME=$name GROUP=$group unshare --mount --uts bash -c '
    . "$1/sandbox.sh"; . "$1/node-gres.sh"; ROOT=$2 W=$3 RW=${2%/}$3; list_gpus "$4" "$5" "$6" "$7"
    ! lists_gres || node_gres "$SLURMD_NODENAME" "$GROUP" "$6" "$7" "$8"
    export HWLOC_SYNTHETIC="package:$7 core:$((${6} / ${7} / ${8})) pu:$8" HWLOC_THISSYSTEM=1; shift 8
    own_disks "$SLURMD_NODENAME"
    own_root
    exec env SLURM_CONF="$W/etc/slurm.conf" PATH="$W/bin:/usr/sbin:/usr/bin:/sbin:/bin" slurmd "$@"' \
    - "$HERE" "$ROOT" "$W" "$gpus" "$type" "$cpus" "$sockets" "$threads" "${arguments[@]}" >"$RW/slurmd.$name.out" 2>&1 &
  echo $! >"$RW/slurmd.$name.main"
}
# In the namespace of a node: what jobs with containers write is its own, where they are tried.
own_disks() { # node
  [ ! -e "$RW/own-names" ] || { hostname "$1" && mount -t tmpfs tmpfs "${ROOT%/}/tmp" && mount -t tmpfs tmpfs "${ROOT%/}/dev/shm"; }
  [ -d "$RW/scratch" ] || return 0
  mkdir -p "$RW/scratch.$1" "${ROOT%/}/run/pyxis"
  chmod 777 "$RW/scratch.$1"
  mount --bind "$RW/scratch.$1" "$RW/scratch"
  mount -t tmpfs -o mode=755 tmpfs "${ROOT%/}/run/pyxis"
}
# In the namespace of a node: ROOT is its root. A process in a chroot may make no namespace of users, and containers need one.
own_root() {
  [ "$ROOT" != / ] || return 0
  mount --rbind "$ROOT" "$ROOT" && cd "$ROOT" && pivot_root . . && umount -l . && cd /
}
list_gpus() { # GPUs, type, CPUs and sockets of the node
  local i id first last per=$(($3 / $4)) drivers=${ROOT%/}/sys/bus/pci/drivers
  mount -t tmpfs tmpfs "${ROOT%/}/proc/driver"
  [ "$1" -gt 0 ] || return 0
  mount -t tmpfs tmpfs "$drivers" || return 0
  for ((i = 0; i < $1; i++)); do
    id=$(printf '0000:%02x:00.0' $((i + 16)))
    mkdir -p "${ROOT%/}/proc/driver/nvidia/gpus/$id" "$drivers/nvidia/$id"
    printf 'Model: \t\t NVIDIA %s\nDevice Minor: \t %d\n' "${2^^}" "$i" >"${ROOT%/}/proc/driver/nvidia/gpus/$id/information"
    first=$((i * $4 / $1 * per)) last=$(((i * $4 / $1 + 1) * per - 1))
    echo "$first-$last" >"$drivers/nvidia/$id/local_cpulist"
  done
}
stop_node() {
  kill "$(cat "$RW/slurmd.$1.main")" 2>/dev/null
  within 30 eval "! kill -0 $(cat "$RW/slurmd.$1.main") 2>/dev/null"
}
