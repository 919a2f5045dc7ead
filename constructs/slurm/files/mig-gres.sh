#!/usr/bin/env bash
# values:
__wanted="3g.40gb:2 1g.10gb:4" # Instances of the node, by their profiles, in the order of its Gres.
__folder=/tmp/gres # Where slurmd and the prologs of tasks read.
# end of values
# Lists the MIG instances of this node for slurmd: nothing in its image finds them. Fails where they are not those that config
# says: slurmd would come up with others, or with none.
set -euo pipefail
WANTED="${__wanted}"
FOLDER=${RAILYARD_FOLDER:-${__folder}}
MINORS=${RAILYARD_MINORS:-/proc/driver/nvidia-caps/mig-minors}
SYSFS=${RAILYARD_SYSFS:-/sys}
DEV=${RAILYARD_DEV:-/dev}

stop() { echo "railyard: $*" >&2; exit 1; }

# Profile and UUID of each instance, by the place of its GPU and its own: "0 0 1g.10gb MIG-…".
names=$(nvidia-smi -L | awk '
  /^GPU [0-9]+:/ { gpu++; next }
  match($0, /MIG [^ ]+ +Device +[0-9]+: \(UUID: [^)]+\)/) {
    split(substr($0, RSTART, RLENGTH), w, /[ :()]+/)
    gsub(/\+/, ".", w[2]); print gpu - 1, w[4], w[2], w[6]
  }')
# Minor of the GPU, its address and both ids of each instance: "0 0 0 00000000:07:00.0 7 0".
ids=$(nvidia-smi -q -x | awk '
  function text() { sub(/^[^>]*>/, ""); sub(/<.*/, ""); return $0 }
  /<gpu id="/ { gpu++; n = 0; bus = $0; sub(/.*<gpu id="/, "", bus); sub(/".*/, "", bus) }
  /<mig_device>/ { n++ }
  /<index>/ { index_[n] = text() }
  /<gpu_instance_id>/ { gi[n] = text() }
  /<compute_instance_id>/ { ci[n] = text() }
  /<minor_number>/ { minor = text() }
  /<\/gpu>/ { for (i = 1; i <= n; i++) print gpu - 1, index_[i], minor, bus, gi[i], ci[i] }')

cap() { # path below mig-minors: sets REPLY to its device file
  REPLY=$(awk -v path="$1" '$1 == path { print $2; exit }' "$MINORS" 2>/dev/null)
  [ -n "$REPLY" ] || stop "$MINORS does not have $1"
  REPLY=$DEV/nvidia-caps/nvidia-cap$REPLY
}

# Slurm counts cores by sockets, and wants whole ones: those of the socket that the GPU is at. Nothing where it is not known.
packages=$(for cpu in "$SYSFS"/devices/system/cpu/cpu[0-9]*/topology; do
  [ ! -r "$cpu/core_id" ] || echo "$(cat "$cpu/physical_package_id") $(cat "$cpu/core_id") $(cat "$cpu/die_id" 2>/dev/null)"
done | sort -u | awk '{ n[$1]++ } END { for (p in n) print p, n[p] }' | sort -n)
cores_of() { # PCI address: sets REPLY to " Cores=0-47" or nothing
  local list cpu package first=0 p count
  REPLY=
  list=$(cat "$SYSFS/bus/pci/devices/$(tr 'A-F' 'a-f' <<<"${1: -12}")/local_cpulist" 2>/dev/null) || return 0
  cpu=${list%%[-,]*}
  package=$(cat "$SYSFS/devices/system/cpu/cpu$cpu/topology/physical_package_id" 2>/dev/null) || return 0
  while read -r p count; do
    if [ "$p" = "$package" ]; then
      REPLY=" Cores=$first-$((first + count - 1))"
      return
    fi
    first=$((first + count))
  done <<<"$packages"
}

mkdir -p "$FOLDER"
: >"$FOLDER/gres.new"
: >"$FOLDER/uuids"
for want in $WANTED; do
  type=${want%:*} count=${want##*:} found=0
  # Slurm numbers instances by type in this order, and within a type as they are listed
  while read -r gpu place profile uuid; do
    [ "$profile" = "$type" ] || continue
    read -r _ _ minor bus gi ci < <(awk -v g="$gpu" -v i="$place" '$1 == g && $2 == i' <<<"$ids") ||
      stop "nvidia-smi -q does not have the instance $uuid"
    cap "gpu$minor/gi$gi/access" && access=$REPLY
    cap "gpu$minor/gi$gi/ci$ci/access" && compute=$REPLY
    cores_of "$bus"
    echo "Name=gpu Type=$type MultipleFiles=$DEV/nvidia$minor,$access,$compute$REPLY" >>"$FOLDER/gres.new"
    echo "$uuid" >>"$FOLDER/uuids"
    found=$((found + 1))
  done <<<"$names"
  [ "$found" = "$count" ] || stop "$found of $count instances $type are there: look at the label nvidia.com/mig.config.state"
done
others=$(awk -v wanted=" $WANTED " 'NF && index(wanted, " " $3 ":") == 0 { print $3 }' <<<"$names" | sort -u | paste -sd' ')
[ -z "$others" ] || stop "instances that config does not say are there: $others"
mv "$FOLDER/gres.new" "$FOLDER/gres.conf"
