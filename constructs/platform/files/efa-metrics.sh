# shellcheck shell=sh
# values:
__vendor=0x1d0f # Vendor of EFA devices on the PCI bus.
# end of values
counters() {
  cd "$SYSFS/class/infiniband" 2> /dev/null || return
  printf '%s\n' */ports/*/hw_counters/* | while IFS=/ read -r device ports port folder counter; do
    [ "$(cat "$device/device/vendor" 2> /dev/null)" = $__vendor ] || continue
    [ "$counter" != lifespan ] || continue
    value=$(cat "$device/$ports/$port/$folder/$counter" 2> /dev/null) || continue
    printf '%s %s %s %s\n' "$counter" "$device" "$port" "$value"
  done | sort
}
metrics() {
  last=
  while read -r counter device port value; do
    [ "$counter" = "$last" ] || printf '# TYPE node_amazonefa_%s counter\n' "$counter"
    printf 'node_amazonefa_%s{device="%s",port="%s"} %s\n' "$counter" "$device" "$port" "$value"
    last=$counter
  done
}
collect() {
  counters | metrics > "$OUT/efa.prom.new" && mv "$OUT/efa.prom.new" "$OUT/efa.prom"
}
while collect; do sleep 15 || exit; done
