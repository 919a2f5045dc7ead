# shellcheck shell=sh
# shellcheck disable=SC2016
# Counts what the drivers of hardware write into the kernel's log, and says when the newest one of each kind came. The log forgets: what was
# counted is kept beside the metrics, by the moment of the last line and how many lines had that moment. Of busybox dmesg -r asks syslog(2).
# values:
__facts=/proc # Where uptime, and the boot's number, are read.
# end of values
log() {
  dmesg -r 2> /dev/null || echo unread
}
count() {
  awk -v state="$OUT/kernel-log" -v boot="$(cat $__facts/sys/kernel/random/boot_id)" -v now="$(date +%s)" -v up="$(cut -d. -f1 $__facts/uptime)" '
# insert: kernel_line
    function labels() {
      if (kind == "xid") return "pci=\"" place "\",xid=\"" number "\""
      if (kind != "sxid") return "file_system=\"" place "\""
      return "pci=\"" place "\",severity=\"" severity "\",sxid=\"" number "\""
    }
    BEGIN {
      while ((getline line < state) > 0) {
        split(line, word, " ")
        if (word[1] != "boot") { key = word[1] " " word[2]; count[key] = word[3]; newest[key] = word[4]; kinds[word[1]] = 1 }
        else if (word[2] == boot) { known = 1; last = old = word[3]; lines = same = word[4] }
      }
      readable = 1
    }
    $0 == "unread" { readable = 0 }
    kernel_line($0) {
      if (moment < old || (moment == old && ++again <= same)) next
      if (moment > last) { last = moment; lines = 1 } else if (moment == last) lines++
      key = kind " " labels()
      count[key]++
      kinds[kind] = 1
      # the clock of the log drifts: of what is new it is known better
      when = known ? now : now - up + int(moment)
      if (when > newest[key] + 0) newest[key] = when
    }
    function series(kind, name, type, values, key, word) {
      if (!(kind in kinds)) return
      print "# TYPE " name " " type
      for (key in count) { split(key, word, " "); if (word[1] == kind) printf "%s{%s} %d\n", name, word[2], values[key] }
    }
    END {
      # who has read nothing yet does not know what is new
      printf "boot %s %.6f %d\n", (known || readable ? boot : "-"), last, lines > (state ".new")
      for (key in count) print key, count[key], newest[key] > (state ".new")
      print "# TYPE railyard_kernel_log_readable gauge\nrailyard_kernel_log_readable " readable
      series("xid", "railyard_xid_errors_total", "counter", count)
      series("xid", "railyard_xid_last_timestamp_seconds", "gauge", newest)
      series("sxid", "railyard_sxid_errors_total", "counter", count)
      series("sxid", "railyard_sxid_last_timestamp_seconds", "gauge", newest)
      series("evicted", "railyard_lustre_evictions_total", "counter", count)
      series("evicted", "railyard_lustre_eviction_last_timestamp_seconds", "gauge", newest)
      series("lost", "railyard_lustre_lost_connections_total", "counter", count)
    }'
}
collect() {
  log | count > "$OUT/kernel-log.prom.new" && mv "$OUT/kernel-log.new" "$OUT/kernel-log" && mv "$OUT/kernel-log.prom.new" "$OUT/kernel-log.prom"
}
while collect; do sleep 15 || exit; done
