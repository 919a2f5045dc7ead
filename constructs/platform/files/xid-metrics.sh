# shellcheck shell=sh
# Counts the XIDs that the driver of NVIDIA's GPUs writes into the kernel's log, and says when the newest one of each kind came. The log
# forgets: what was counted is kept beside the metrics, by the moment of the last line and how many lines had that moment. Lines that
# processes wrote into the log have a mark of their own, and count nothing.
# values:
__facts=/proc # Where uptime, and the boot's number, are read.
# end of values
log() {
  dmesg -r 2> /dev/null || echo unread
}
count() {
  awk -v state="$OUT/xids" -v boot="$(cat $__facts/sys/kernel/random/boot_id)" -v now="$(date +%s)" -v up="$(cut -d. -f1 $__facts/uptime)" '
    BEGIN {
      while ((getline line < state) > 0) {
        split(line, word, " ")
        if (word[1] != "boot") { key = word[1] " " word[2]; count[key] = word[3]; newest[key] = word[4]; kinds++ }
        else if (word[2] == boot) { known = 1; last = old = word[3]; lines = same = word[4] }
      }
      readable = 1
    }
    $0 == "unread" { readable = 0 }
    !match($0, /^<[0-7]>\[ *[0-9]+\.[0-9]+\](\[ *[CT][0-9]+\])? NVRM: Xid \(PCI:[0-9A-Fa-f:.]+\): [0-9]+/) { next }
    {
      text = substr($0, 1, RLENGTH)
      stamp = substr(text, index(text, "[") + 1) + 0
      if (stamp < old || (stamp == old && ++again <= same)) next
      if (stamp > last) { last = stamp; lines = 1 } else if (stamp == last) lines++
      number = gpu = text
      sub(/.*: /, "", number)
      sub(/.*\(PCI:/, "", gpu)
      sub(/\).*/, "", gpu)
      key = number " " tolower(gpu)
      if (!count[key]++) kinds++
      # the clock of the log drifts: of what is new it is known better
      when = known ? now : now - up + int(stamp)
      if (when > newest[key] + 0) newest[key] = when
    }
    function series(name, kind, values, key, word) {
      if (kinds) print "# TYPE " name " " kind
      for (key in count) { split(key, word, " "); printf "%s{pci=\"%s\",xid=\"%s\"} %d\n", name, word[2], word[1], values[key] }
    }
    END {
      # who has read nothing yet does not know what is new
      printf "boot %s %.6f %d\n", (known || readable ? boot : "-"), last, lines > (state ".new")
      for (key in count) print key, count[key], newest[key] > (state ".new")
      print "# TYPE railyard_kernel_log_readable gauge\nrailyard_kernel_log_readable " readable
      series("railyard_xid_errors_total", "counter", count)
      series("railyard_xid_last_timestamp_seconds", "gauge", newest)
    }'
}
collect() {
  log | count > "$OUT/xids.prom.new" && mv "$OUT/xids.new" "$OUT/xids" && mv "$OUT/xids.prom.new" "$OUT/xids.prom"
}
while collect; do sleep 15 || exit; done
