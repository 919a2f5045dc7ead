# shellcheck shell=bash
# values:
__variables=/opt/railyard/nccl.env # What NCCL is told on this node, a variable a line.
# end of values
# What a job has set itself stays.
variables=${RAILYARD_VARIABLES:-${__variables}}
if [ -r "$variables" ]; then
  while IFS='=' read -r name value; do
    [ -z "$name" ] || [ -n "${!name:-}" ] || echo "export $name=$value"
  done <"$variables"
fi
