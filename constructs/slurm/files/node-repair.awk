# What is done with broken nodes: reads lines of what there is and what it remembers, prints what it remembers from now on, what
# it says and what is to be done. It asks nobody and does nothing itself: the same lines give the same answer.
#
# now, mode (dry-run or on), faults and days: so many faults of a node in so many days, and it is not given back.
#
#   cause|words|steps|seconds to wait|outside         what is done about it; what is outside says nothing of the machine
#   pool|name|an hour|at once|percent|steps|by        limits, and how many must work; the steps that may be taken; who replaces: group, karpenter or list
#   node|name|pool|state|since|ready|reason|mark      each node; without a state nothing is known of it
#   result|node|failed or undone                      of what was to be done at the last look
#   was|…                                             what it remembered
BEGIN { FS = "|" }
$1 == "cause" { steps[$2] = $3; waits[$2] = $4; outside[$2] = $5 }
$1 == "pool" { hourly[$2] = $3; at_once[$2] = $4; least[$2] = $5; may[$2] = "," $6 ","; by[$2] = $7 }
$1 == "node" { names[++count] = $2; pool[$2] = $3; state[$2] = $4; since[$2] = $5; ready[$2] = $6; reason[$2] = $7; mark[$2] = $8 }
$1 == "result" { result[$2] = $3 }
# node, since, words, steps done, when and what the last one was, what was tried, what was said, when it ended
$1 == "was" && $2 == "case" { cases[$3] = 1; begun[$3] = $4; words[$3] = $5; done[$3] = $6; acted[$3] = $7; last[$3] = $8; tried[$3] = $9; said[$3] = $10; ended[$3] = $11; lemon[$3] = $12 }
# when, node, words, its GPU
$1 == "was" && $2 == "fault" { if (now - $3 < days * 86400) { fault_at[++fault_count] = $3; fault_of[fault_count] = $4; fault_words[fault_count] = $5; fault_gpu[fault_count] = $6 } }
# when, pool, node, step
$1 == "was" && $2 == "step" { if (now - $3 < 3600) { step_at[++step_count] = $3; step_pool[step_count] = $4; step_node[step_count] = $5; step_what[step_count] = $6 } }
# since when, node, pool, what
$1 == "was" && $2 == "list" { listed[$4] = 1; listed_at[$4] = $3; listed_pool[$4] = $5; listed_for[$4] = $6 }

# Time in which a step mends a node or has not: checks look every five minutes, and take it back after ten.
function settles(step) { return step == "replace" ? 3600 : step == "reboot" ? 2700 : 1200 }
# Whether it shows yet what has come of the last step. Pods that were sent away have gone, or not.
function settling(node) { return acted[node] != "" && result[node] != "failed" && !(last[node] == "evict" && is_free(node)) && now - acted[node] < settles(last[node]) }
function works(node) { return state[node] ~ /^(allocated|completing|idle|mixed|planned|reserved)[-+]?$/ }
# No job is on it. `absent`: Slurm answers, and does not know it.
function is_free(node) { return state[node] ~ /^((drained|down)\*?|absent)$/ }
function answers(node) { return state[node] !~ /\*$|^absent$/ && ready[node] == "True" }
function say(node, text) { print "say|" node "|" text }
# What stands in the way is said once.
function hold(node, text) { if (said[node] != text) { said[node] = text; say(node, text) } }

# Sets finding and cause of a node, as drains and cordons of ours have them; empty: none.
function read_reason(node, text, part) {
  finding = cause = ""
  text = reason[node]
  if (text ~ /^railyard: (hardware|fabric|unknown): [a-z0-9-]+: /) sub(/^railyard: /, "", text)
  else if (mark[node] ~ /^kubernetes: (hardware|fabric|unknown): [a-z0-9-]+: /) { text = mark[node]; sub(/^kubernetes: /, "", text) }
  else return
  finding = text
  split(text, part, ": ")
  cause = part[2]
  text = substr(text, length(part[1]) + length(part[2]) + 5)
  if (text ~ /^does not answer within /) cause = "silent"
  else if (cause == "xid" && match(text, /^XID [0-9]+/)) cause = "xid " substr(text, 5, RLENGTH - 4)
  else if (cause == "xid" && match(text, /^SXid [0-9]+/)) {
    cause = "sxid " substr(text, 6, RLENGTH - 5)
    if (!(cause in steps)) cause = "sxid"
  }
  else if (cause == "memory-rows" && text ~ /next reset/) cause = "memory-rows-reset"
  else if (cause == "kubernetes" && text ~ /^the node is not ready/) cause = "not-ready"
  else if (cause == "kubernetes" && match(text, /^NvidiaXID[0-9]+/)) cause = "xid " substr(text, 10, RLENGTH - 9)
}

function remember_fault(node) { fault_at[++fault_count] = now; fault_of[fault_count] = node; fault_words[fault_count] = cause; fault_gpu[fault_count] = gpu_of(finding) }
# The GPU that a finding names, where it names one.
function gpu_of(text) { return match(text, /GPU [0-9A-Fa-f:.]+/) ? substr(text, RSTART + 4, RLENGTH - 4) : "" }
function faults_of(node, i, found) {
  for (i = 1; i <= fault_count; i++) if (fault_of[i] == node) found++
  return found + 0
}
function forget_faults(node, i) { for (i = 1; i <= fault_count; i++) if (fault_of[i] == node) fault_of[i] = "" }

# A fault that comes again within an hour of a repair was not mended: its case goes on.
function open_case(node) {
  if (node in cases && ended[node] != "" && now - ended[node] < 3600 && words[node] == cause && acted[node] != "") {
    ended[node] = ""
    begun[node] = now
    say(node, "comes again: " finding)
    return
  }
  cases[node] = 1
  begun[node] = since[node] ~ /^[0-9]+$/ ? since[node] : now
  words[node] = cause
  done[node] = 0
  acted[node] = last[node] = tried[node] = said[node] = ended[node] = lemon[node] = ""
  say(node, finding)
  # a volume that answers nobody would make lemons of all nodes
  if (outside[cause] != "") return
  remember_fault(node)
  if (faults_of(node) >= faults) {
    lemon[node] = 1
    say(node, faults_of(node) " faults in " days " days: it is not given back")
  }
}

function put_on_list(node, why) {
  if (node in listed) return
  listed[node] = 1
  listed_at[node] = now
  listed_pool[node] = pool[node]
  listed_for[node] = finding (tried[node] == "" ? "" : "; tried: " tried[node])
  say(node, "is for people: " why ": " listed_for[node])
}

function steps_within_hour(name, i, found) {
  for (i = 1; i <= step_count; i++) if (step_pool[i] == name) found++
  return found + 0
}

function act(node, step, text) {
  if (mode != "on") { hold(node, "dry run: would " text); return }
  acted[node] = now
  last[node] = step
  if (step != "keep") tried[node] = tried[node] == "" ? step : tried[node] ", " step
  said[node] = ""
  if (step != "keep") {
    step_at[++step_count] = now
    step_pool[step_count] = pool[node]
    step_node[step_count] = node
    step_what[step_count] = step
    mending[pool[node]]++
  }
  say(node, text)
  print "do|" node "|" pool[node] "|" step "|" finding
}

function repair(node, name, i, all, of, step) {
  name = pool[node]
  all = split(lemon[node] ? "replace" : steps[cause], of, ",")
  for (i = done[node] + 1; i <= all; i++) {
    step = of[i]
    if (may[name] !~ ("," step ",")) continue
    # nobody is there to be sent away
    if (step == "evict" && is_free(node)) continue
    # nothing reaches a node that does not answer
    if (step == "replace" || answers(node)) break
  }
  if (!is_free(node) && (i > all || step != "evict")) { hold(node, "waits for its jobs"); return }
  if (last[node] == "keep" && result[node] != "failed") return
  if (settling(node)) return
  if (lemon[node] && (by[name] == "list" || may[name] !~ /,replace,/)) {
    act(node, "keep", "keep it drained, after " faults_of(node) " faults in " days " days")
    if (mode == "on") put_on_list(node, "not given back")
    return
  }
  if (!lemon[node] && acted[node] == "" && now - begun[node] < waits[cause]) return
  if (i > all) { put_on_list(node, steps[cause] == "" ? "nothing mends it by itself" : "no step is left"); return }
  if (step == "replace" && by[name] == "list") { put_on_list(node, "to be replaced"); return }
  if (working[name] * 100 < least[name] * total[name]) { hold(node, working[name] + 0 " of " total[name] " nodes of " name " work, fewer than " least[name] " in a hundred: nothing is done"); return }
  if (steps_within_hour(name) >= hourly[name]) { hold(node, "waits: " hourly[name] " steps in " name " within the hour"); return }
  if (mending[name] >= at_once[name]) { hold(node, "waits: " mending[name] " nodes of " name " are being repaired"); return }
  if (mode == "on") done[node] = i
  act(node, step, step ": " finding)
}

END {
  for (i = 1; i <= count; i++) {
    node = names[i]
    here[node] = 1
    total[pool[node]]++
    if (works(node)) working[pool[node]]++
    # what was not done after all does not count
    if (result[node] == "undone" && node in cases && last[node] != "") {
      if (last[node] != "keep") { done[node] -= 1; sub(/(, )?[a-z]+$/, "", tried[node]) }
      acted[node] = last[node] = ""
      for (k = step_count; k > 0; k--) if (step_node[k] == node) { step_pool[k] = ""; break }
    }
    if (node in cases && ended[node] == "" && last[node] != "keep" && settling(node)) mending[pool[node]]++
  }
  for (i = 1; i <= count; i++) {
    node = names[i]
    # without an answer of Slurm nothing is known of it
    if (state[node] == "") continue
    if (works(node) && node in listed) { delete listed[node]; say(node, "takes jobs again: it is off the list") }
    # a person has taken it back: its faults are counted anew
    if (works(node) && last[node] == "keep") forget_faults(node)
    read_reason(node)
    if (finding == "") {
      if (node in cases && ended[node] == "" && reason[node] !~ /^railyard lemon: /) {
        ended[node] = now
        if (acted[node] != "") say(node, (works(node) ? "takes jobs again" : "is with somebody else now") (tried[node] == "" ? "" : ", after: " tried[node]))
      }
      continue
    }
    # that was between two looks, and it was drained anew
    again = last[node] == "keep" && since[node] > acted[node]
    if (again) forget_faults(node)
    if (!(node in cases) || ended[node] != "" || words[node] != cause || again) open_case(node)
    repair(node)
  }
  for (node in cases) {
    if (!(node in here) && ended[node] == "") { ended[node] = now; say(node, "is gone" (tried[node] == "" ? "" : ", after: " tried[node])); if (last[node] == "replace") delete listed[node] }
    if (ended[node] != "" && now - ended[node] >= 3600) continue
    print "memory|case|" node "|" begun[node] "|" words[node] "|" done[node] "|" acted[node] "|" last[node] "|" tried[node] "|" said[node] "|" ended[node] "|" lemon[node]
  }
  for (i = 1; i <= fault_count; i++) if (fault_of[i] != "") print "memory|fault|" fault_at[i] "|" fault_of[i] "|" fault_words[i] "|" fault_gpu[i]
  for (i = 1; i <= step_count; i++) if (step_pool[i] != "") print "memory|step|" step_at[i] "|" step_pool[i] "|" step_node[i] "|" step_what[i]
  for (node in listed) print "memory|list|" listed_at[node] "|" node "|" listed_pool[node] "|" listed_for[node]
}
