# Reads a line of the log of the kernel with its syslog prefix, "<4>[ 4242.123456][ T1234] NVRM: Xid (PCI:0000:53:00): 79, pid=1", and says whether it
# is one of those below. Sets kind, moment (seconds since the boot), number, place and severity. A line that a process has written has a prefix
# of 8 or more, for the kernel gives nobody else its own facility.
function kernel_line(line, rest) {
  if (!match(line, /^<[0-7]>\[ *[0-9]+\.[0-9]+\](\[ *[CT][0-9]+\])? /)) return 0
  moment = substr(line, index(line, "[") + 1) + 0
  line = substr(line, RLENGTH + 1)
  number = severity = ""
  if (line ~ /^Lustre(Error)?: /) return lustre_line(line)
  if (!match(line, /^(NVRM: Xid|nvidia-nvswitch[0-9]+: SXid) \(PCI:[0-9A-Fa-f:.]+\): [0-9]+/)) return 0
  rest = substr(line, RLENGTH + 1)
  if (rest !~ /^(,|$)/) return 0
  line = substr(line, 1, RLENGTH)
  kind = line ~ /^NVRM/ ? "xid" : "sxid"
  number = place = line
  sub(/.*: /, "", number)
  sub(/.*\(PCI:/, "", place)
  sub(/\).*/, "", place)
  place = tolower(place)
  if (kind == "xid") return 1
  # more lines with the data of the same error follow
  if (rest ~ /^, (Severity|Data) /) return 0
  severity = match(rest, /^, (Fatal|Non-fatal|Correctable), /) ? tolower(substr(rest, 3, RLENGTH - 4)) : "other"
  return 1
}
# "LustreError: 167-0: fs1-OST0000-osc-ffff9d61: This client was evicted by fs1-OST0000; in progress operations …", "Lustre: …: Connection to
# fs1-MDT0000 (at 10.0.1.7@tcp) was lost; …": the place is the file system, as its servers call it.
function lustre_line(line) {
  if (!sub(/^Lustre(Error)?: ([0-9a-f]+-[0-9a-f]+: )?[A-Za-z0-9_-]+: /, "", line)) return 0
  if (sub(/^This client was evicted by /, "", line)) kind = "evicted"
  else if (line ~ /^Connection to [^ ]+ \(at [^ ]+\) was lost; / && sub(/^Connection to /, "", line)) kind = "lost"
  else return 0
  if (!match(line, /^[A-Za-z0-9_-]+-(OST|MDT)[0-9a-fA-F]+[; ]/)) return 0
  place = substr(line, 1, RLENGTH - 1)
  sub(/-(OST|MDT)[0-9a-fA-F]+$/, "", place)
  return 1
}
# What people call what a driver says.
function kernel_words() { return kind == "xid" ? "XID " number " on GPU " place : "SXid " number " on NVSwitch " place }
