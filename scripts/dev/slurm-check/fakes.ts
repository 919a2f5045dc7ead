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
    // programs of training need PyTorch; scripts for nodes say theirs with -c
    python3: '#!/bin/bash\n[ "$1" != -c ] || exec /usr/bin/python3 "$@"\necho "python3 $*"\n',
    apptainer: '#!/bin/bash\nwhile [ "$1" != nvidia-smi ]; do shift; done\nexec "$@"\n',
    "nvidia-smi": nvidiaSmi(folder),
    dmesg: `#!/bin/bash\ncat "${folder}/messages.$SLURMD_NODENAME" 2>/dev/null\nexit 0\n`,
    "health-check": wrapper(
      // one at a time, as it is where five minutes are between them: on a busy machine they would pile up
      `${laid(folder)}\nexec flock --nonblock --close --conflict-exit-code 0 "$laid/asked" bash "$laid/health-check.sh"`,
      ` >>"${folder}/health.$SLURMD_NODENAME.out" 2>&1`,
    ),
    accept: wrapper(
      `${laid(folder)}
export RAILYARD_GPUS=$(cat "${folder}/gpus-at-accept.$SLURMD_NODENAME" 2>/dev/null)
exec bash "$laid/health-check.sh" accept`,
      "",
    ),
    prolog: wrapper(
      `${laid(folder)}
gpus=$(cat "${folder}/gpus-at-prolog.$SLURMD_NODENAME" 2>/dev/null)
export RAILYARD_GPUS=$gpus
${inTurn(folder, "prolog")}`,
      "",
    ),
    "task-prolog": `#!/bin/bash
RAILYARD_TOKEN=${folder}/etc/slurm.conf exec bash "${folder}/etc/task-prolog.sh"
`,
    epilog: wrapper(`${laid(folder)}\n${inTurn(folder, "epilog")}`, ""),
  };
}

/**
 * A node's own copy of what its pod would mount, with the hardware that it is made to believe in. Files of the folder plant what
 * goes wrong: `gpus.<node>`, `messages.<node>` for the kernel's, `uptime.<node>`, `gpus-at-prolog.<node>`, `gpus-at-accept.<node>`.
 */
const laid = (folder: string): string => `laid=${folder}/spool.$SLURMD_NODENAME
export RAILYARD_STATE=$laid/run RAILYARD_LOG=$laid/log RAILYARD_STEADY=3 RAILYARD_CHECKS=$laid/health-check.sh
export RAILYARD_SCRATCH=$laid RAILYARD_BOOT_DISK=/dev/shm
while IFS=$'\\t' read -r name group _; do [ "$name" != "$SLURMD_NODENAME" ] || break; done <"${folder}/etc/nodes"
# what is newer than the node's own copy, and no process for what is not; one that asks may read while another one lays anew
lay() { # from, to, command of the copy …
  [ "$1" -nt "$2" ] || return 0
  "\${@:3}" "$1" >"$2.$$" && mv "$2.$$" "$2"
}
if [ ! -d "$laid/run" ]; then
  pages=$RAILYARD_SYSFS/kernel/mm/hugepages/hugepages-2048kB
  mkdir -p "$laid" "$RAILYARD_SHM" "$RAILYARD_SYSFS/class/infiniband" "$pages"
  for ((i = 1; i <= 64; i++)); do : >"$RAILYARD_SYSFS/class/infiniband/efa$i"; done
  [ -s "$pages/nr_hugepages" ] || { echo 1000000 >"$pages/new.$$" && mv "$pages/new.$$" "$pages/nr_hugepages"; }
  mkdir -p "$laid/run"
fi
lay "${folder}/etc/node-$group.env" "$laid/node.env" sed 's|^SHARED_PATH=.*|SHARED_PATH=|'
for each in "${folder}"/etc/health-check.sh "${folder}"/etc/check-*.sh; do lay "$each" "$laid/\${each##*/}" cat; done
lay "${folder}/etc/checks-$group" "$laid/checks" cat
[ ! -e "${folder}/uptime.$SLURMD_NODENAME" ] || export RAILYARD_UPTIME=${folder}/uptime.$SLURMD_NODENAME`;

/** What Slurm would run one after another; the first that fails is the last. */
const inTurn = (folder: string, moment: "prolog" | "epilog"): string =>
  `for each in "${folder}"/etc/${moment}-*.sh; do
  [ ! -e "$each" ] || bash "$each" || exit
done
exit 0`;

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
count=\${RAILYARD_GPUS:-$(cat "${folder}/gpus.$SLURMD_NODENAME" 2>/dev/null || echo 0)}
instances=
if compgen -G "${folder}/etc/gres-*" >/dev/null; then
  group=$(awk -F'\\t' -v node="$SLURMD_NODENAME" '$1 == node { print $2 }' "${folder}/etc/nodes" 2>/dev/null)
  instances=$(sed -nE 's/^WANTED="?([^"]*)"?$/\\1/p' "${folder}/etc/gres-$group" 2>/dev/null)
fi
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
