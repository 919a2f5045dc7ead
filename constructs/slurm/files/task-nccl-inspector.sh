# shellcheck shell=bash
# values:
__folder=/var/lib/railyard-telemetry # Of the host.
__plugin=libnccl-profiler-inspector.so # Its path, or its name.
__microseconds=30000000 # Between two files of it.
# end of values
# NCCL loads a plugin that writes files of metrics, unless the job loads another one, none, or has it write something else. A folder that
# is told already is that of the job which started this one.
root=${RAILYARD_TELEMETRY_ROOT:-$__folder}
plugin=$__plugin
if [ -w "$root/${SLURM_JOB_ID:-}" ] && [ -n "${SLURM_JOB_ID:-}" ] &&
  [ "${NCCL_PROFILER_PLUGIN:-$plugin} ${NCCL_INSPECTOR_ENABLE:-1} ${NCCL_INSPECTOR_PROM_DUMP:-1}" = "$plugin 1 1" ]; then
  printf 'export %s\n' "NCCL_PROFILER_PLUGIN=$plugin" NCCL_INSPECTOR_ENABLE=1 NCCL_INSPECTOR_PROM_DUMP=1
  [ -n "${NCCL_INSPECTOR_ENABLE_P2P:-}" ] || echo "export NCCL_INSPECTOR_ENABLE_P2P=0"
  [ -n "${NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS:-}" ] ||
    echo "export NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS="$__microseconds
  case ${NCCL_INSPECTOR_DUMP_DIR:-} in
    '' | "$root"/*) echo "export NCCL_INSPECTOR_DUMP_DIR=$root/$SLURM_JOB_ID" ;;
  esac
fi
