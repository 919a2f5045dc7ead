# shellcheck shell=bash
# values:
__folder=/shared # Where the volume is mounted.
__mib=4096 # What each of eight threads writes and reads, MiB.
# end of values
# Storage to the first GPU and back, directly, then by way of the host. cuFile may not fall back: a run that goes by the host says so.
command -v gdsio >/dev/null 2>&1 || { echo "railyard: gdsio is not there"; exit 0; }
[ -d $__folder ] || { echo "railyard: $__folder is not there"; exit 0; }
file=$(mktemp -p $__folder .railyard-verify.XXXXXXXX) || { echo "railyard: $__folder is not there"; exit 0; }
config=$(mktemp)
trap 'rm -f "$file" "$config"' EXIT
sed 's/"allow_compat_mode"[[:space:]]*:[[:space:]]*true/"allow_compat_mode": false/' \
  "${CUFILE_ENV_PATH_JSON:-/etc/cufile.json}" >"$config" 2>/dev/null || echo '{"properties": {"allow_compat_mode": false}}' >"$config"
common=(-f "$file" -d 0 -w 8 -s "${__mib}M" -i 1M)
CUFILE_ENV_PATH_JSON=$config gdsio "${common[@]}" -x 0 -I 1 2>&1 || true
CUFILE_ENV_PATH_JSON=$config gdsio "${common[@]}" -x 0 -I 0 2>&1 || true
# 2: storage to the host, and from there to the GPU
gdsio "${common[@]}" -x 2 -I 0 2>&1 || true
