# shellcheck shell=bash
# values:
__folder=/shared # Where the volume is mounted.
__shards=16 # Files of a task.
__mib=256 # Size of a file, MiB.
__wait=900 # Longest time that a task waits for the others, s.
# end of values
# A pass over training data: each task writes files, and reads those of the task after it in an order of its own.
shards=$__shards
mib=$__mib
wait=$__wait
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
rank=$RAILYARD_TASK
tasks=$RAILYARD_TASKS
place=$__folder/.railyard-verify.$RAILYARD_RUN
mkdir -p "$place" || exit 0
others() { # Until all tasks have left their mark, or the time is over.
  : >"$place/$1.$rank"
  local until=$((SECONDS + wait))
  until [ "$(find "$place" -maxdepth 1 -name "$1.*" | wc -l)" -ge "$tasks" ]; do
    [ "$SECONDS" -lt "$until" ] || { echo "rank=$rank error=\"others did not come within $wait s\""; exit 0; }
    sleep 0.2
  done
}
# what a disk or a file system would make smaller is no measure
for shard in $(seq "$shards"); do
  dd if=/dev/urandom of="$place/shard.$rank.$shard" bs=1M count="$mib" conv=fsync status=none 2>&1 || exit 0
done
others written
next=$(((rank + 1) % tasks))
# past the cache of this node, where the file system lets it
flag=(iflag=direct)
dd if="$place/shard.$next.1" of=/dev/null bs=1M count=1 "${flag[@]}" status=none 2>/dev/null || flag=()
start=$(date +%s%N)
for shard in $(seq "$shards" | shuf); do
  dd if="$place/shard.$next.$shard" of=/dev/null bs=1M "${flag[@]}" status=none 2>&1 || exit 0
done
end=$(date +%s%N)
echo "rank=$rank host=$(hostname -s) bytes=$((shards * mib * 1048576)) nanoseconds=$((end - start)) direct=$([ ${#flag[@]} -gt 0 ] && echo yes || echo no)"
others read
# the first task removes the folder when nobody looks at it any more
if [ "$rank" = 0 ]; then
  others gone
  rm -rf "$place"
else
  : >"$place/gone.$rank"
fi
