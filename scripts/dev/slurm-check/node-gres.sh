# Sourced by harness.sh: what nodes with shared GPUs tell slurmd themselves. FOLDER/gres stands for the folder in pods; each
# node has its own there.

lists_gres() { compgen -G "$RW/etc/gres-*" >/dev/null; }
is_cut() { head -n 1 "$RW/etc/gres-$1" 2>/dev/null | grep -q '^#!'; } # group
group_of() { awk -F'\t' -v node="$1" '$1 == node { print $2 }' "$RW/etc/nodes"; }

prepare_gres() {
  local i group
  mkdir -p "$RW/gres"
  : >"$RW/gres/gres.conf"
  for group in "$RW"/etc/gres-*; do
    is_cut "${group##*/gres-}" || continue
    mkdir -p "$ROOT/dev/nvidia-caps"
    for i in $(seq 1 1082); do mknod "$ROOT/dev/nvidia-caps/nvidia-cap$i" c 240 "$i" 2>/dev/null || : >"$ROOT/dev/nvidia-caps/nvidia-cap$i"; done
    # as the driver numbers them: 15 GPU instances of a GPU with 8 compute instances each, behind two of its own
    awk 'BEGIN { print "config 1\nmonitor 2"; m = 3
      for (g = 0; g < 8; g++) for (i = 0; i < 15; i++) {
        print "gpu" g "/gi" i "/access", m++
        for (c = 0; c < 8; c++) print "gpu" g "/gi" i "/ci" c "/access", m++ } }' >"$RW/mig-minors"
    return
  done
}

# In the namespace of the node: its own folder, filled as its pod would be.
node_gres() { # name, group, CPUs, sockets, threads of a core
  local i id per socket cpus=$3 first last sys=$RW/gres/sys
  mount -t tmpfs tmpfs "$RW/gres"
  if ! is_cut "$2"; then
    cp "$RW/etc/gres-$2" "$RW/gres/gres.conf"
    ! grep -q '^Name=shard' "$RW/gres/gres.conf" || : >"$RW/gres/shared"
    return
  fi
  per=$((cpus / $4 / $5))
  for ((i = 0; i < cpus; i++)); do
    mkdir -p "$sys/devices/system/cpu/cpu$i/topology"
    socket=$((i / (per * $5)))
    echo "$socket" >"$sys/devices/system/cpu/cpu$i/topology/physical_package_id"
    echo $((i % per)) >"$sys/devices/system/cpu/cpu$i/topology/core_id"
  done
  for ((i = 0; i < 8; i++)); do
    id=$(printf '0000:%02x:00.0' $((i + 16)))
    mkdir -p "$sys/bus/pci/devices/$id"
    first=$((i * $4 / 8 * per * $5)) last=$(((i * $4 / 8 + 1) * per * $5 - 1))
    echo "$first-$last" >"$sys/bus/pci/devices/$id/local_cpulist"
  done
  SLURMD_NODENAME=$1 chroot "$ROOT" env PATH="$W/bin:/usr/bin:/bin" RAILYARD_MINORS="$W/mig-minors" RAILYARD_SYSFS="$W/gres/sys" \
    bash "$W/etc/gres-$2" || echo "the instances of $1 could not be listed"
}

# Which instance of which GPU a number of Slurm is, by the file that slurmd reads: job's numbers must be of its type.
check_instances() {
  local PROMISE=gpu-parts
  local name group type wanted id out
  lists_gres || return 0
  while IFS=$'\t' read -r name group _ _ _ type _; do
    is_cut "$group" || continue
    wanted=$(sed -n "1,\$p" "$RW/etc/gres-$group" | sed -nE 's/^WANTED="?([^"]*)"?$/\1/p')
    for type in $wanted; do
      id=$(submit -p "$(partition_of "$group")" -C "$group" -N1 "--gpus=${type%:*}:1" --wrap 'echo "$CUDA_VISIBLE_DEVICES"; sleep 1')
      within 120 eval '! query squeue -h -j "$id" 2>/dev/null | grep -q .'
      out=$(head -n 1 "$RW/job.$id.out" 2>/dev/null)
      case $out in
        MIG-*-"${type%:*}") pass "a job with --gpus=${type%:*}:1 is told $out" ;;
        *) fail "a job with --gpus=${type%:*}:1 is told ${out:-nothing} $(head -n 2 "$RW/job.$id.out" 2>/dev/null | paste -sd';')" ;;
      esac
      # see sandbox-files.ts
      [ ! -e "$RW/etc/first-type-alone" ] || break
    done
    return
  done <"$RW/etc/nodes"
}

# Two jobs that ask for a shard have one GPU at one time. That more than a GPU's shards are refused is asked by etc/checks.
check_shards() {
  local PROMISE=gpu-parts
  local name group first second gpus
  while IFS=$'\t' read -r name group _; do
    grep -qs '^Name=shard' "$RW/etc/gres-$group" || continue
    set -- -p "$(partition_of "$group")" -C "$group" -w "$name" --gres=shard:1 --wrap 'echo "GPU $CUDA_VISIBLE_DEVICES"; sleep 600'
    first=$(submit "$@") second=$(submit "$@")
    both_run() { runs "${first:-0}" && runs "${second:-0}" && [ -s "$RW/job.$first.out" ] && [ -s "$RW/job.$second.out" ]; }
    within 180 both_run || fail "two jobs with --gres=shard:1 run beside each other: $(state_of "${first:-0}") $(state_of "${second:-0}") $(head -n 1 "$RW/sbatch.err")"
    gpus=$(head -qn 1 "$RW/job.$first.out" "$RW/job.$second.out" 2>/dev/null | paste -sd,)
    if grep -qE '^GPU ([0-9]+),GPU \1$' <<<"$gpus"; then pass "two jobs with --gres=shard:1 have one GPU at one time: ${gpus%,*}"; else fail "two jobs with --gres=shard:1 are told ${gpus:-nothing}"; fi
    cancel_all
    return
  done <"$RW/etc/nodes"
}
