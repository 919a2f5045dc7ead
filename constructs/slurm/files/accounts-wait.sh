# shellcheck shell=bash
# shellcheck disable=SC2034
# values:
__wanted="gres|gpu:h100" # TRES that slurmdbd has to know.
# end of values
for ((waited = 0; ; waited += 5)); do
  known=$(sacctmgr -n -P list tres format=type,name 2>/dev/null || true)
  # insert: tests
  if [ "$waited" -ge "${RAILYARD_WAIT:-900}" ]; then
    echo "slurmctld has not registered its resources with slurmdbd: ${__wanted}" >&2
    exit 1
  fi
  sleep 5
done