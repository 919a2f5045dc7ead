#!/usr/bin/env bash
# Has each GPU as many NVLinks that carry data as the others of the node? "Link 0: 26.562 GB/s" or "Link 0: <inactive>"
set -u
told=$(nvidia-smi nvlink --status 2>/dev/null) || exit 2
awk '
  /^GPU [0-9]+:/ { gpu = $2; sub(":", "", gpu); order[++gpus] = gpu; active[gpu] += 0; next }
  /Link [0-9]+:.*GB\/s/ { active[gpu]++ }
  END {
    for (i = 1; i <= gpus; i++) if (active[order[i]] > most) most = active[order[i]]
    for (i = 1; i <= gpus; i++) if (active[order[i]] < most) { print "GPU " order[i] " has " active[order[i]] " NVLinks, and others have " most; exit 1 }
  }' <<<"$told"
