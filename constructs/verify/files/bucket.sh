# shellcheck shell=bash
# values:
__place=s3://bucket/prefix # Below which an object is written.
__mib=1024 # Its size, MiB.
# end of values
# Writes an object in parts, reads it and compares it; nothing of it stays.
command -v aws >/dev/null 2>&1 || { echo "railyard: aws is not there"; exit 0; }
mib=$__mib
folder=$(mktemp -d) || exit 0
object=$__place/railyard-verify-$(hostname -s)-$RAILYARD_RUN
trap 'rm -rf "$folder"; aws s3 rm --quiet "$object" >/dev/null 2>&1 || true' EXIT
head -c $((mib * 1048576)) /dev/urandom >"$folder/file"
sum=$(sha256sum <"$folder/file")
timed() { # Nanoseconds that a command takes, behind its name; what it says where it fails.
  local name=$1 start out
  shift
  start=$(date +%s%N)
  if out=$("$@" 2>&1); then echo "${name}Nanoseconds=$(($(date +%s%N) - start))"; else echo "error=$name: $(tail -n 1 <<<"$out")"; exit 0; fi
}
echo "bytes=$((mib * 1048576))"
timed write aws s3 cp --only-show-errors "$folder/file" "$object"
rest=${object#s3://}
etag=$(aws s3api head-object --bucket "${rest%%/*}" --key "${rest#*/}" --query ETag --output text 2>/dev/null | tr -d '"')
echo "parts=$([[ $etag == *-* ]] && echo "${etag##*-}" || echo 1)"
timed read aws s3 cp --only-show-errors "$object" "$folder/back"
echo "same=$([ "$(sha256sum <"$folder/back")" = "$sum" ] && echo yes || echo no)"
