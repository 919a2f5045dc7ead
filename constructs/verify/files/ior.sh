# shellcheck shell=bash
# values:
__folder=/shared # Where the volume is mounted.
__mib=4096 # What each task writes and reads, MiB.
__each=4 # Tasks of a node.
__files=-F # A file for each task; `-g`, which changes nothing that is measured, for one of all.
# end of values
# Tasks that find each other by MPI write and read together. What a node reads another one wrote.
command -v ior >/dev/null 2>&1 || { echo "railyard: ior is not there"; exit 0; }
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
place=$__folder/.railyard-verify.$RAILYARD_RUN
mkdir -p "$place" || exit 0
ior -a POSIX -w -r -e -C -Q $__each $__files -t 4m -b "${__mib}m" -o "$place/ior" 2>&1 || true
rmdir "$place" 2>/dev/null || true
