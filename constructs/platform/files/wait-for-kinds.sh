# shellcheck shell=bash
# shellcheck disable=SC2154
# values:
__seconds=600 # How long custom kinds may take, which operators define when they have begun.
# end of values
set -u
limit=$__seconds
end=$((SECONDS + limit))
for kind in "$@"; do
  until kubectl wait --for=condition=Established --timeout=30s "crd/$kind" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || { echo "$kind is not there after $limit s: look at the pods of the Network Operator"; exit 1; }
    sleep 2
  done
  echo "$kind is there"
done
