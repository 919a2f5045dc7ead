# shellcheck shell=bash
# values:
__uuids=/tmp/gres/uuids # Instances of the node.
__mark=/tmp/gres/shared # There where several jobs have one GPU at one time.
# end of values
# What still runs on a GPU may be another job's.
[ -s "${RAILYARD_UUIDS:-$__uuids}" ] && exit 0
[ -e "${RAILYARD_SHARED:-$__mark}" ] && exit 0
