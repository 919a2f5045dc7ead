# shellcheck shell=bash
# values:
__json='{"properties":{"rdma_dev_addr_list":[]}}' # cufile.json with an empty list of addresses.
__need=/weka # Volumes that need the list, with spaces between.
__file=/run/railyard/cufile.json # Where jobs look for it.
# end of values
# IPv4 addresses of an interface: by ip, or, in images without it, the first one by Python.
cufile_addresses() {
  timeout 5 ip -4 -o addr show dev "$1" scope global 2>/dev/null || timeout 5 python3 -c '
import fcntl, socket, struct, sys
asked = struct.pack("256s", sys.argv[1].encode()[:15])
print("inet", socket.inet_ntoa(fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0x8915, asked)[20:24]))
' "$1" 2>/dev/null
}
# What GPUDirect Storage is told: addresses of the RDMA cards that this pod has. A job starts without it, too.
cufile() {
  local net address list="" json=$__json need=$__need file=${RAILYARD_CUFILE:-$__file}
  for net in "${RAILYARD_SYSFS:-/sys}"/class/infiniband/*/device/net/*; do
    [ -e "$net" ] || continue
    while read -r address; do
      case $list in *"\"$address\""*) continue ;; esac
      list=${list:+$list,}\"$address\"
    done < <(cufile_addresses "${net##*/}" | grep -oE 'inet [0-9.]+' | cut -d' ' -f2)
  done
  if [ -z "$list" ] && [ -n "$need" ]; then
    echo "railyard: no RDMA card of this pod has an IPv4 address: GPUDirect Storage reads $need through the memory of the host"
  fi
  mkdir -p "${file%/*}" && printf '%s\n' "${json/\"rdma_dev_addr_list\":[]/\"rdma_dev_addr_list\":[$list]}" >"$file.new" &&
    chmod 644 "$file.new" && mv -f "$file.new" "$file"
}
cufile || echo "railyard: cufile.json could not be written"
