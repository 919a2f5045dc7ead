# shellcheck shell=bash
# values:
__release=slurm # Of Slurm: its controller's Service has its name.
__namespace=slurm # Of that Service.
__socket=/run/slurm/sack.socket # At which Slurm's commands are authenticated.
__script=accounts.sh # What is run, and its arguments.
# end of values
set -eu
sackd -D --conf-server ${__release}-controller.${__namespace}:6817 &
for _ in $(seq 60); do [ -S $__socket ] && break; sleep 5; done
exec bash /opt/railyard/${__script}