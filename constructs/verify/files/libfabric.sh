# shellcheck shell=bash
# shellcheck disable=SC2206
# values:
__provider=efa # Of libfabric.
__port=18700 # TCP port by which the ends of a run find each other.
__iterations=2000 # Messages of a run.
# end of values
# Two tasks, one a node: the second one sends to the first one over each device in turn, and prints what it measured.
program=fi_rdm_tagged_bw
for needed in $program fi_info; do
  command -v "$needed" >/dev/null 2>&1 || { echo "railyard: $needed is not there"; exit 0; }
done
first=$RAILYARD_FIRST
port=$__port
# both ends take the same order: a device meets the one that has its place on the other node
mapfile -t devices < <(fi_info -p $__provider -t FI_EP_RDM 2>/dev/null | awk '$1 == "domain:" { print $2 }' | sort -uV)
[ "$RAILYARD_TASK" = 0 ] || echo "== devices ${#devices[@]}"
for device in "${devices[@]}"; do
  port=$((port + 1))
  common=(-p $__provider -d "$device" "-E=$port" -S 1048576 -I $__iterations)
  if [ "$RAILYARD_TASK" = 0 ]; then
    timeout 60 $program "${common[@]}" >/dev/null 2>&1 || true
  else
    echo "== device $device"
    for _ in $(seq 30); do
      out=$(timeout 60 $program "${common[@]}" "$first" 2>&1) && break
      # the other end has not started yet
      grep -qi "connection refused" <<<"$out" || break
      sleep 1
    done
    echo "$out"
  fi
done
