# shellcheck shell=bash
# shellcheck disable=SC2164
# values:
__url='https://example.com/client.zip' # Setup package of AWS.
__least=1 # EFA interfaces that LNet has at least.
# end of values
# insert: retry
mkdir -p /opt/railyard/lustre-efa
cd /opt/railyard/lustre-efa
retry curl --fail --silent --show-error --location --max-time 120 --output client.zip $__url
# insert: check
python3 -m zipfile --extract client.zip .
# The CPU partitions that spread EFA devices take effect only when libcfs is loaded with them.
if [ -d /sys/module/libcfs ]; then lustre_rmmod; fi
bash configure-efa-fsx-lustre-client/setup.sh --configure-once
bash configure-efa-fsx-lustre-client/setup.sh --systemd-only
# insert: interfaces
count=$(lnetctl net show --net efa | grep -c '@efa' || true)
log "LNet has $count EFA interfaces"
[ "$count" -ge $__least ] || { log "FAILED: Lustre will use TCP"; exit 1; }
