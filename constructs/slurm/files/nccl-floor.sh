# shellcheck shell=bash
# shellcheck disable=SC2154
# values:
__floor=300 # GB/s that a sound fabric reaches.
# end of values
awk -v have="$busbw" 'BEGIN { exit !(have >= ${__floor}) }' || refuse "$busbw GB/s is below the floor of ${__floor} GB/s"
echo "FABRIC OK: $busbw GB/s, floor ${__floor} GB/s"