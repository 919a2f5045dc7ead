# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034,SC2086
# values:
__uses="Selected provider is efa" # What the log shows where NCCL uses the fabric.
__names="the EFA provider" # What that is.
__found=p # Prints how many devices NCCL has found.
__devices=32 # Devices of the fabric that a node has.
__title=EFA # What people call the fabric.
__bytes=8589934592 # Size of the message.
# end of values
refuse() { echo "FABRIC FAILED: $1"; exit 1; }
grep -qiE $__uses "$log" ||
  refuse "the log does not show ${__names}: NCCL went over another network"
nics=$(sed -nE $__found "$log" | sort -n | head -n 1)
[ -z "$nics" ] || [ "$((nics))" -ge ${__devices} ] || refuse "NCCL found $((nics)) ${__title} devices on a node, not ${__devices}"
line=$(awk '$1 == ${__bytes} && $8 + 0 > 0' "$log" | tail -n 1)
[ -n "$line" ] || refuse "all_reduce_perf printed no result for ${__bytes} bytes"
wrong=$(awk '{ print $9 }' <<<"$line")
[ "$wrong" = 0 ] || [ "$wrong" = N/A ] || refuse "$wrong values are wrong"
busbw=$(awk '{ print $8 }' <<<"$line")
# insert: floor
