# Which nodes are broken, and what becomes of their cordons: reads lines of what there is, prints what is to be written and what repair
# is told. It asks nobody: the same lines give the same answer. Moments are ISO 8601 in UTC, which compare as text.
#
# silent: a node that is not ready since then is broken; steady: one whose conditions are good since then is opened.
#
#   kind|type|status|fault|since|ours         a condition: when it tells of a fault, and since when it must; ours: it says itself what
#   program|reason                            reason of a condition that tells of what a program did
#   pool|name|most                            nodes of it that may be cordoned for faults at one time
#   node|name|pool|version|closed|mark|ready|since
#   condition|node|type|status|since|reason|message
#
#   patch|node|version|open, leave, forget, or cordon and mark|fault|what was found
#   say|node|text
#   row|node|pool|state|ready|reason|mark     state held: ours, and nobody has asked yet whether a pod is on it
BEGIN { FS = "|" }
$1 == "kind" { kinds++; order[$2] = kinds; kind_of[kinds] = $2; bad[$2] = $3; whose[$2] = $4; from[$2] = $5; ours[$2] = $6 }
$1 == "program" { program[$2] = 1 }
$1 == "pool" { limit[$2] = $3 }
$1 == "node" { names[++count] = $2; pool[$2] = $3; version[$2] = $4; closed[$2] = $5 == "true"; mark[$2] = $6; ready[$2] = $7; since[$2] = $8; if ($8 > changed[$2]) changed[$2] = $8 }
$1 == "condition" && ($3 in bad) {
  if ($5 > changed[$2]) changed[$2] = $5
  if ($4 == bad[$3] && !($6 in program) && (from[$3] == "" || $5 <= from[$3])) { fails[$2, $3] = 1; reason[$2, $3] = $6; message[$2, $3] = $7 }
}

# Sets fault and finding of a node: "hardware" and "xid: XID 79 on GPU 0000:53:00". Empty: nothing is wrong.
function read_node(node, i, type, text) {
  fault = finding = ""
  for (i = 1; i <= kinds; i++) {
    type = kind_of[i]
    if (!((node, type) in fails)) continue
    fault = whose[type]
    if (ours[type]) {
      text = tolower(reason[node, type])
      if (text ~ /^(hardware|fabric|unknown)$/) fault = text
      # what the first check has found
      finding = message[node, type]
      sub(/; .*/, "", finding)
      if (finding !~ /^[a-z0-9-]+: /) finding = "kubernetes: " type ": " finding
    } else finding = "kubernetes: " (reason[node, type] == "" ? type : reason[node, type])
    return
  }
  if (ready[node] != "True" && since[node] <= silent) { fault = "unknown"; finding = "kubernetes: the node is not ready" }
}
# The check of a finding, or of a mark of ours.
function check_of(text) { sub(/^kubernetes: (hardware|fabric|unknown): /, "", text); sub(/: .*/, "", text); return text }
function ours_by(text) { return text ~ /^kubernetes: (hardware|fabric|unknown): / }

END {
  for (i = 1; i <= count; i++) if (closed[names[i]] && mark[names[i]] ~ /^(kubernetes|kept): /) held[pool[names[i]]]++
  for (i = 1; i <= count; i++) {
    node = names[i]
    read_node(node)
    state = closed[node] ? "drained" : ready[node] == "True" ? "idle" : "unready"
    told = ""
    of = mark[node]
    if (of == "") {
      # a cordon of somebody else is theirs
      if (finding != "" && !closed[node]) {
        if (held[pool[node]] + 0 >= limit[pool[node]] + 0) print "say|" node "|is not cordoned: " held[pool[node]] + 0 " nodes of " pool[node] " are; " fault ": " finding
        else { held[pool[node]]++; print "patch|" node "|" version[node] "|cordon|" fault "|" finding }
      }
      of = ""
    } else if (of ~ /^opened: /) {
      if (finding == "") print "patch|" node "|" version[node] "|forget||"
      of = ""
    } else if (!closed[node]) {
      # a person has opened it: a kept one is taken back, another one stays open until its reason is gone
      print "patch|" node "|" version[node] "|" (of ~ /^kept: / ? "forget" : "leave") "||" of
      of = ""
    } else if (of ~ /^kept: /) {
      told = "railyard lemon: " substr(of, 7)
      of = ""
    } else if (finding == "") {
      # what is sound just now is not repaired, and is opened when it has been so for long enough
      state = ""
      if (ours_by(of) && ready[node] == "True" && changed[node] <= steady) print "patch|" node "|" version[node] "|open||" of
    } else {
      state = "held"
      if (check_of(of) != check_of(finding)) print "patch|" node "|" version[node] "|mark|" fault "|" finding
    }
    print "row|" node "|" pool[node] "|" state "|" ready[node] "|" (told == "" ? "none" : told) "|" of
  }
}
