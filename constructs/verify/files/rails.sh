# shellcheck shell=bash
# values:
__devices="mlx5_0 mlx5_1" # RDMA devices of a node, one a rail.
__seconds=5 # Time of a run.
__port=18600 # TCP port by which the ends of a run find each other.
# end of values
# Two tasks, one a node: the second one writes to the first one over each rail in turn, and prints what it measured.
program=ib_write_bw
command -v $program >/dev/null 2>&1 || { echo "railyard: $program is not there"; exit 0; }
first=$RAILYARD_FIRST
port=$__port
seconds=$__seconds
for device in ${__devices}; do
  port=$((port + 1))
  common=(-d "$device" -p "$port" -F --report_gbits -q 4 -s 1048576 -D "$seconds")
  if [ "$RAILYARD_TASK" = 0 ]; then
    timeout $((seconds + 60)) $program "${common[@]}" >/dev/null 2>&1 || true
  else
    echo "== rail $device"
    for _ in $(seq 30); do
      out=$($program "${common[@]}" "$first" 2>&1) && break
      # the other end has not started yet
      grep -qi "couldn't connect" <<<"$out" || break
      sleep 1
    done
    echo "$out"
  fi
done
