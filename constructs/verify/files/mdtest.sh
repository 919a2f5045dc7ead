# shellcheck shell=bash
# values:
__folder=/shared # Where the volume is mounted.
__files=1000 # Of a task.
__each=4 # Tasks of a node.
# end of values
# Tasks that find each other by MPI make files in folders of their own, look at those that another node made, and remove them.
command -v mdtest >/dev/null 2>&1 || { echo "railyard: mdtest is not there"; exit 0; }
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
place=$__folder/.railyard-verify.$RAILYARD_RUN
mkdir -p "$place" || exit 0
mdtest -F -u -i 3 -n $__files -N $__each -d "$place/files" 2>&1 || true
rm -rf "$place" 2>/dev/null || true
