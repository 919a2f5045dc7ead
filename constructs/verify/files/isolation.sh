# shellcheck shell=bash
# A pod that has asked for no device: prints those that it sees all the same.
root=${RAILYARD_ROOT:-}
echo "== isolation"
for device in "$root"/dev/nvidia[0-9]* "$root"/dev/nvidia-caps/* "$root"/dev/infiniband/uverbs*; do
  [ -e "$device" ] && echo "device=${device#"$root"}"
done
if command -v nvidia-smi >/dev/null 2>&1; then nvidia-smi --query-gpu=uuid --format=csv,noheader 2>/dev/null | sed -n 's/^GPU-/gpu=GPU-/p'; fi
echo "== end"
