# shellcheck shell=bash
# A task with a GPU of its own runs on the CPUs that are near it, as the kernel tells them: railyard-srun asks for it. Where a
# task has several GPUs, GPUs are cut, or nobody answers, the task stays where Slurm has put it.
near_gpu() {
  local visible each index told cpus
  IFS=, read -ra visible <<<"${CUDA_VISIBLE_DEVICES:-}"
  each=${SLURM_STEP_TASKS_PER_NODE:-0}
  if [ "${#visible[@]}" = 1 ]; then
    index=${visible[0]}
  elif [ "${#visible[@]}" = "${each%%[(,]*}" ]; then
    index=${visible[${SLURM_LOCALID:-0}]}
  else
    return 0
  fi
  [[ $index =~ ^[0-9]+$ ]] || return 0
  told=$(timeout 20 nvidia-smi -i "$index" --query-gpu=pci.bus_id,mig.mode.current --format=csv,noheader 2>/dev/null) || return 0
  [[ $told =~ ^0*([0-9A-Fa-f]{4}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])", " ]] && [[ $told != *Enabled ]] || return 0
  cpus=$(cat "${RAILYARD_SYSFS:-/sys}/bus/pci/devices/${BASH_REMATCH[1],,}/local_cpulist" 2>/dev/null)
  [ -n "$cpus" ] && taskset -cp "$cpus" "${SLURM_TASK_PID:-$PPID}" >/dev/null 2>&1 || return 0
  echo "export RAILYARD_GPU_CPUS=$cpus"
}
[ "${RAILYARD_NEAR_GPU:-0}" != 1 ] || near_gpu
