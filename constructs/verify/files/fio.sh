# shellcheck shell=bash
# values:
__folder=/shared # Where the volume is mounted.
__mib=4096 # Size of the file of a task, MiB.
# end of values
# Writes a file and reads it, past the cache of the node; nothing of it stays.
command -v fio >/dev/null 2>&1 || { echo "railyard: fio is not there"; exit 0; }
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
file=$(mktemp -p $__folder .railyard-verify.XXXXXXXX) || { echo "railyard: $__folder is not there"; exit 0; }
trap 'rm -f "$file"' EXIT
for mode in write read; do
  echo "== $mode"
  fio --name="$mode" --filename="$file" --rw="$mode" --bs=1M --size="${__mib}M" --direct=1 --numjobs=1 --iodepth=16 \
    --ioengine=libaio --group_reporting --output-format=json 2>&1 || true
done
