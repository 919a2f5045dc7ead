/** Commands that stand for hardware, and wrappers that let Slurm's own scripts find them. By file name. */
export function fakeCommands(folder: string): Record<string, string> {
  const wrapper = (script: string, output: string) => `#!/bin/bash
export PATH=${folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin SLURM_CONF=${folder}/etc/slurm.conf
: "\${SLURMD_NODENAME:=$(tr '\\0' ' ' </proc/$PPID/cmdline | sed -nE 's/.* -N ([^ ]+).*/\\1/p')}"
export SLURMD_NODENAME RAILYARD_SYSFS=${folder}/sys RAILYARD_SHM=${folder}/shm RAILYARD_PAUSE=0
${script}${output}
`;
  return {
    srun: SRUN,
    torchrun: TORCHRUN,
    apptainer: '#!/bin/bash\nwhile [ "$1" != nvidia-smi ]; do shift; done\nexec "$@"\n',
    "nvidia-smi": nvidiaSmi(folder),
    "health-check": wrapper(
      `mkdir -p "$RAILYARD_SYSFS/class/infiniband"
for i in $(seq 64); do : >"$RAILYARD_SYSFS/class/infiniband/efa$i"; done
group=$(awk -F'\\t' -v node="$SLURMD_NODENAME" '$1 == node { print $2 }' "${folder}/etc/nodes")
sed 's|^SHARED_PATH=.*|SHARED_PATH=|' "${folder}/etc/node-$group.env" >"${folder}/spool.$SLURMD_NODENAME/node.env"
cp "${folder}/etc/health-check.sh" "${folder}/spool.$SLURMD_NODENAME/health-check.sh"
exec bash "${folder}/spool.$SLURMD_NODENAME/health-check.sh"`,
      ` >>"${folder}/health.$SLURMD_NODENAME.out" 2>&1`,
    ),
    prolog: wrapper(
      `[ -e "${folder}/etc/prolog-10-railyard.sh" ] || exit 0\nexec bash "${folder}/etc/prolog-10-railyard.sh"`,
      "",
    ),
    "task-prolog": `#!/bin/bash
RAILYARD_TOKEN=${folder}/etc/slurm.conf exec bash "${folder}/etc/task-prolog.sh"
`,
    epilog: wrapper(
      `[ -e "${folder}/etc/epilog-10-railyard.sh" ] || exit 0\nexec bash "${folder}/etc/epilog-10-railyard.sh"`,
      "",
    ),
  };
}

/** Slurm's own, without what Pyxis and PMIx would read, and with another program in the place of nccl-tests. */
const SRUN = `#!/bin/bash
arguments=()
for argument; do
  case $argument in
    --container-*=* | --mpi=pmix) ;;
    /opt/nccl-tests/*) arguments+=(echo "$argument") ;;
    *) arguments+=("$argument") ;;
  esac
done
exec "$(PATH=/usr/local/bin:/usr/bin:/bin type -P srun)" "\${arguments[@]}"
`;

/** A training that writes its checkpoint when it is told to end, and is done at once where it finds one. */
const TORCHRUN = `#!/bin/bash
echo "torchrun $*"
[ -n "\${CHECKPOINTS:-}" ] || exit 0
[ ! -e "$CHECKPOINTS/last.pt" ] || { : >"$CHECKPOINTS/resumed.$SLURM_NODEID"; exit 0; }
trap 'echo saved >"$CHECKPOINTS/last.pt"; exit 0' TERM
: >"$CHECKPOINTS/started.$SLURM_NODEID"
while :; do sleep 0.2; done
`;

/** Answers as a driver would on a node with as many GPUs as the file `gpus.<node>` says. */
function nvidiaSmi(folder: string): string {
  return `#!/bin/bash
count=$(cat "${folder}/gpus.$SLURMD_NODENAME" 2>/dev/null || echo 0)
group=$(awk -F'\\t' -v node="$SLURMD_NODENAME" '$1 == node { print $2 }' "${folder}/etc/nodes" 2>/dev/null)
instances=$(sed -nE 's/^WANTED="?([^"]*)"?$/\\1/p' "${folder}/etc/gres-$group" 2>/dev/null)
if [ -n "$instances" ]; then
  for ((g = 0; g < count; g++)); do
    place=0
    if [ "$1" = -L ]; then echo "GPU $g: NVIDIA (UUID: GPU-$g)"; else printf '<gpu id="00000000:%02X:00.0">\\n' $((g + 16)); fi
    for each in $instances; do
      for ((n = 0; n < \${each##*:} / count; n++)); do
        if [ "$1" = -L ]; then
          printf '  MIG %-14s  Device %2d: (UUID: MIG-%d-%d-%s)\\n' "\${each%:*}" "$place" "$g" "$place" "\${each%:*}"
        else
          printf '<mig_device>\\n<index>%d</index>\\n<gpu_instance_id>%d</gpu_instance_id>\\n<compute_instance_id>0</compute_instance_id>\\n' \
            "$place" $((place + 1))
        fi
        place=$((place + 1))
      done
    done
    [ "$1" = -L ] || printf '<minor_number>%d</minor_number>\\n</gpu>\\n' "$g"
  done
  case $1 in -L | -q) exit 0 ;; esac
fi
wanted=$(seq 0 $((count - 1)))
while [ $# -gt 0 ]; do
  case $1 in
    -L) for i in $wanted; do echo "GPU $i: NVIDIA (UUID: GPU-$i)"; done; exit 0 ;;
    -i) wanted=$(tr ',' '\\n' <<<"$2" | awk -v n="$count" '$1 < n'); shift ;;
    --query-gpu=index) query=index ;;
  esac
  shift
done
[ "\${query:-}" = index ] && echo "$wanted"
exit 0
`;
}
