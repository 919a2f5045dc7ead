# shellcheck shell=bash
# values:
__nodes=2 # Pods of the job.
__tasks=8 # Ranks of a pod.
__name=check # Of the job, and of the Service in which its pods have names.
__script=/railyard/check.sh # What each rank runs.
__keys=/railyard/ssh # Folder with the key of this run.
__port=2222 # TCP port of sshd.
__seconds=300 # How long a pod waits for the others.
# end of values
# Runs a program over all pods of a job by MPI: the first one starts it, the others let it in. What it prints comes from the
# first one; it ends with what mpirun ends with, which is 0 where ranks ran, whatever they found.
set -u
nodes=$__nodes
tasks=$__tasks
name=$__name
mpirun=$(command -v mpirun) || { echo "railyard: mpirun is not there"; exit 0; }
hosts=localhost:$tasks
if [ "$nodes" -gt 1 ]; then
  sshd=$(command -v sshd || command -v /usr/sbin/sshd) || { echo "railyard: sshd is not there"; exit 0; }
  mkdir -p /run/sshd
  set -- -D -e -p $__port -h ${__keys}/key -o AuthorizedKeysFile=${__keys}/key.pub -o StrictModes=no -o UsePAM=no \
    -o PasswordAuthentication=no -o PermitRootLogin=prohibit-password -o PidFile=none
  # the other pods only let in: they end with the job
  [ "${JOB_COMPLETION_INDEX:-0}" = 0 ] || exec "$sshd" "$@"
  "$sshd" "$@" 2>/dev/null &
  trap 'kill %1 2>/dev/null' EXIT
  hosts=$(hostname):$tasks
  for ((at = 1; at < nodes; at++)); do
    other=$name-$at.$name
    # its name is there once sshd answers
    until getent hosts "$other" >/dev/null; do
      [ "$SECONDS" -lt $__seconds ] || { echo "$other did not start within $__seconds s" >&2; exit 1; }
      sleep 1
    done
    hosts=$hosts,$other:$tasks
  done
fi
ssh="-p $__port -i ${__keys}/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes"
exported=(-x PATH)
[ -z "${LD_LIBRARY_PATH:-}" ] || exported+=(-x LD_LIBRARY_PATH)
# by its path mpirun tells the others where OpenMPI is
"$mpirun" --allow-run-as-root --host "$hosts" -n $((nodes * tasks)) -N "$tasks" --bind-to none \
  --mca plm_rsh_args "$ssh" --mca pml ob1 --mca btl tcp,self "${exported[@]}" bash $__script
