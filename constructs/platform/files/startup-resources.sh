#!/usr/bin/env bash
# Does the kubelet offer as many of each device as pods of a whole node ask for?
set -u
# shellcheck disable=SC2016
offered=$(kubectl get node "$NODE" -o go-template='{{range $name, $count := .status.allocatable}}{{$name}}={{$count}}
{{end}}' 2>/dev/null) || exit 2
for wanted in $RESOURCES; do
  name=${wanted%=*}
  found=$(awk -F= -v name="$name" '$1 == name { print $2 }' <<<"$offered")
  [[ $found =~ ^[0-9]+$ ]] || found=0
  [ "$found" -ge "${wanted##*=}" ] && continue
  echo "the kubelet offers $found of ${wanted##*=} $name"
  exit 1
done
exit 0
