# shellcheck shell=bash
# shellcheck disable=SC2016
# values:
__count=8 # EFA interfaces that LNet uses.
# end of values
cat > /usr/local/sbin/railyard-lnet-efa << 'SCRIPT'
#!/bin/bash
set -euo pipefail
want=$1
mapfile -t used < <(lnetctl net show --net efa | awk '$1 ~ /^[0-9]+:$/ { print $2 }')
have=${#used[@]}
# Those that stay are spread evenly over the list, and so over the NUMA nodes.
declare -A keep=()
for ((i = 0; i < want && have > want; i++)); do keep[${used[i * have / want]}]=1; done
for device in "${used[@]}"; do
  if [ "$have" -gt "$want" ] && [ -z "${keep[$device]:-}" ]; then lnetctl net del --net efa --if "$device"; fi
done
for path in /sys/class/infiniband/*; do
  device=$(basename "$path")
  [ "$have" -lt "$want" ] || break
  [ "$(basename "$(realpath "$path/device/driver")")" = efa ] || continue
  [[ " ${used[*]} " != *" $device "* ]] || continue
  lnetctl net add --net efa --if "$device" --peer-credits 32
  have=$((have + 1))
done
SCRIPT
chmod 0755 /usr/local/sbin/railyard-lnet-efa
service=/etc/systemd/system/configure-efa-fsx-lustre-client.service.d
mkdir -p "$service"
printf '[Service]\nExecStartPost=/usr/local/sbin/railyard-lnet-efa ${__count}\n' > "$service/10-railyard.conf"
systemctl daemon-reload
/usr/local/sbin/railyard-lnet-efa ${__count}
