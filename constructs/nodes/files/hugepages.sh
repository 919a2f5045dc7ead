# shellcheck shell=bash
# values:
__pages=5128 # Pages of 2 MiB.
# end of values
pool=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
grep -q '^Hugepagesize: *2048 kB' /proc/meminfo || { log "FAILED: the default huge page is not 2 MiB"; exit 1; }
want=$(cat "$pool")
[ "$want" -ge $__pages ] || want=$__pages
echo "vm.nr_hugepages = $want" > /etc/sysctl.d/99-railyard-hugepages.conf
echo 1 > /proc/sys/vm/compact_memory
sysctl --quiet --load=/etc/sysctl.d/99-railyard-hugepages.conf
got=$(cat "$pool")
log "$got of $want huge pages of 2 MiB"
[ "$got" -ge "$want" ] || { log "FAILED: memory is too fragmented or too small"; exit 1; }
