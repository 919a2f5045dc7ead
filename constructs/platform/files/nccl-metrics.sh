# shellcheck shell=sh
# NCCL Inspector writes a file for each GPU of a job into the folder of the job in $JOBS, and so may its user: lines are taken that can be of
# it, and become metrics that say less. The number of the job is that of the folder, of labels there are as many as there are collectives, and
# of the sizes of messages the largest stands for all: of small ones the bandwidth is that of waiting. Of the GPUs of a node the fastest is told:
# a kernel that waits for other ranks counts the wait as its own time. What nobody has written for five minutes is over.
files() {
  find "./$1" -mindepth 1 -maxdepth 1 -type f -name 'nccl_inspector_metrics_*.prom' -mmin -5 2> /dev/null | head -n 4096 | sort | head -n 16
}
taken() {
  cd "$JOBS" 2> /dev/null || return 0
  find . -mindepth 1 -maxdepth 1 -type d 2> /dev/null | while IFS=/ read -r _ job; do
    case $job in '' | *[!0-9]*) continue ;; esac
    files "$job" | while IFS= read -r file; do
      timeout 5 head -c 524288 "$file" 2> /dev/null
      echo
    done | awk -v job="$job" '
      BEGIN { unit["B"] = 1; unit["KB"] = 1024; unit["MB"] = 1048576; unit["GB"] = 1073741824; unit["TB"] = 1099511627776 }
      length($0) > 1400 { next }
      !/^nccl_bus_bandwidth_gbs\{.*,n_nodes="[0-9]+",nranks="[0-9]+",collective="(AllGatherV?|AllReduce|Broadcast|Reduce|ReduceScatter)",message_size="[0-9][0-9]?[0-9]?[0-9]?-[0-9]+[KMGT]?B",algo_proto="[A-Za-z0-9_]*"\} [0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/ { next }
      {
        sub(/^.*,n_nodes="/, "")
        split($0, part, "\"")
        from = part[7]
        sub(/-.*/, "", from)
        sub(/^[0-9]+-[0-9]+/, "", part[7])
        bytes = from * unit[part[7]]
        gigabytes = substr(part[10], 3) + 0
        # none is known where a kernel took no time, or NCCL knows no such bandwidth
        if (gigabytes <= 0 || gigabytes > 100000) next
        key = "collective=\"" part[5] "\",reach=\"" (part[1] + 0 > 1 ? "nodes" : "node") "\""
        if (!(key in size) || bytes > size[key] || (bytes == size[key] && gigabytes > best[key])) {
          size[key] = bytes
          best[key] = gigabytes
        }
      }
      END {
        for (key in size) {
          printf "railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job=\"%s\",%s} %.6g\n", job, key, best[key] * 1000000000
          printf "railyard_nccl_message_bytes{hpc_job=\"%s\",%s} %.6g\n", job, key, size[key]
        }
      }'
  done | LC_ALL=C sort
}
metrics() {
  awk '
    { name = substr($1, 1, index($1, "{") - 1) }
    name != last { print "# TYPE " name " gauge"; last = name }
    { print }'
}
# what ends before its time leaves the metrics of before
collect() {
  (taken) > "$OUT/nccl.taken" && metrics < "$OUT/nccl.taken" > "$OUT/nccl.prom.new" && mv "$OUT/nccl.prom.new" "$OUT/nccl.prom"
}
while collect; do sleep 15 || exit; done
