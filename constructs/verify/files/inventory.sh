# shellcheck shell=bash
# values:
__sysfs=class/infiniband # Folder of /sys with an entry for each device of the fabric; a folder that is not there counts 0.
__hugepages=2048 # Size of the pages that are counted, KiB.
# end of values
# Prints key=value lines of what this node has; what cannot be asked is left out.
root=${RAILYARD_ROOT:-}
# of lines, each once, in one line
kinds() { awk -v key="$1" 'NF && !seen[$0]++ { all = all (all == "" ? "" : ", ") $0 } END { if (all != "") print key "=" all }' < <(sort); }
host=$(hostname -s)
echo "host=$host"
# EC2's Nitro machines have their instance id there; other vendors write what they like, and ids of servers are for root alone
dmi=$root/sys/class/dmi/id
machine=$(grep -oxE 'i-[0-9a-f]{8,17}' "$dmi/board_asset_tag" 2>/dev/null || grep -oxiE '[0-9a-f-]{36}' "$dmi/product_uuid" 2>/dev/null)
[ -n "$machine" ] && echo "machine=$machine"
if command -v nvidia-smi >/dev/null 2>&1; then
  nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | awk 'NF { n++; model = $0 } END { print "gpus=" n + 0; if (n) print "model=" model }'
  nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | sed -n '1s/^/driver=/p'
  nvidia-smi --query-gpu=vbios_version --format=csv,noheader 2>/dev/null | kinds vbios
fi
# boards of the same type have the same firmware, or it is told of how many they are
for card in "$root/sys/${__sysfs}"/*; do
  [ -r "$card/fw_ver" ] && echo "$(cat "$card/fw_ver")$(sed 's/^/ of /' "$card/board_id" 2>/dev/null)"
done | kinds firmware
[ -r "$root/sys/module/efa/version" ] && echo "efaDriver=$(cat "$root/sys/module/efa/version")"
[ -r "$root/sys/module/mlx5_core/version" ] && echo "mlx5Driver=$(cat "$root/sys/module/mlx5_core/version")"
efa=$(sed -n 's/^# EFA installer version: *//p' "$root/opt/amazon/efa_installed_packages" 2>/dev/null | head -n 1)
[ -n "$efa" ] && echo "efaInstaller=$efa"
echo "devices=$(find "$root/sys/${__sysfs}" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)"
size=$__hugepages
pages=$root/sys/kernel/mm/hugepages/hugepages-${size}kB/nr_hugepages
[ -r "$pages" ] && echo "hugepagesMiB=$(($(cat "$pages") * size / 1024))"
echo "nvme=$(find "$root/sys/class/block" -maxdepth 1 -name 'nvme*n1' 2>/dev/null | wc -l)"
echo "memlock=$(ulimit -l)"
[ -d "$root/dev/shm" ] && echo "shmMiB=$(df -Pm "$root/dev/shm" 2>/dev/null | awk 'NR == 2 { print $2 }')"
[ -r "$root/proc/sys/kernel/osrelease" ] && echo "kernel=$(cat "$root/proc/sys/kernel/osrelease")"
awk '/^MemTotal:/ { printf "memoryMiB=%d\n", $2 / 1024 }' "$root/proc/meminfo" 2>/dev/null
echo "cpus=$(nproc)"
