# shellcheck shell=sh
# shellcheck disable=SC2016
# Asks NVMe disks of the host how worn they are, by the program nvme of the host. Disks of EBS are somebody else's. What a disk does not answer
# has no series; where it answers nothing, or the host has no nvme, smart_readable is 0.
# values:
__pause=300 # Seconds between two looks.
# end of values
disks() {
  for folder in "$SYSFS"/class/nvme/nvme*; do
    case $(cat "$folder/model" 2> /dev/null) in "" | *"Elastic Block Store"*) continue ;; esac
    disk=$(basename "$folder")
    echo "disk $disk"
    timeout 10 nsenter -t 1 -m -- nvme smart-log "/dev/$disk" -o json < /dev/null 2> /dev/null | sed 's/[,{}]/\n/g'
    echo
  done
}
metrics() {
  awk '
    function series(name, type, key, factor, less, device) {
      print "# TYPE railyard_nvme_" name " " type
      for (device in found) if ((device, key) in value) printf "railyard_nvme_%s{device=\"%s\"} %.10g\n", name, device, value[device, key] * factor - less
    }
    /^disk nvme[0-9]+$/ { device = $2; found[device] = 1; disks++; value[device, "readable"] = 0; next }
    {
      gsub(/[" \t\r]/, "")
      if (split($0, word, ":") != 2 || word[2] !~ /^[0-9]+([.][0-9]+)?$/) next
      key = tolower(word[1])
      # the same name stands once in an answer
      if (!((device, key) in value)) value[device, key] = word[2] + 0
      if (key == "percent_used") value[device, "readable"] = 1
    }
    END {
      if (!disks) exit
      series("smart_readable", "gauge", "readable", 1, 0)
      series("used_ratio", "gauge", "percent_used", 0.01, 0)
      series("spare_ratio", "gauge", "avail_spare", 0.01, 0)
      series("spare_threshold_ratio", "gauge", "spare_thresh", 0.01, 0)
      # the log has kelvin
      series("temperature_celsius", "gauge", "temperature", 1, 273)
      series("media_errors_total", "counter", "media_errors", 1, 0)
      series("critical_warning", "gauge", "critical_warning", 1, 0)
    }'
}
collect() {
  disks | metrics > "$OUT/nvme.prom.new" && mv "$OUT/nvme.prom.new" "$OUT/nvme.prom"
}
while collect; do sleep $__pause || exit; done
