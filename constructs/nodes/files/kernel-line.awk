# Reads a line of the log of the kernel with its syslog prefix, "<4>[ 4242.123456][ T1234] NVRM: Xid (PCI:0000:53:00): 79, pid=1", and says whether it
# is one of those below. Sets kind, moment (seconds since the boot), number, place and severity. A line that a process has written has a prefix
# of 8 or more, for the kernel gives nobody else its own facility.
function kernel_line(line, rest) {
  if (!match(line, /^<[0-7]>\[ *[0-9]+\.[0-9]+\](\[ *[CT][0-9]+\])? /)) return 0
  moment = substr(line, index(line, "[") + 1) + 0
  line = substr(line, RLENGTH + 1)
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
  severity = ""
  if (kind == "xid") return 1
  # more lines with the data of the same error follow
  if (rest ~ /^, (Severity|Data) /) return 0
  severity = match(rest, /^, (Fatal|Non-fatal|Correctable), /) ? tolower(substr(rest, 3, RLENGTH - 4)) : "other"
  return 1
}
# What people call it.
function kernel_words() { return kind == "xid" ? "XID " number " on GPU " place : "SXid " number " on NVSwitch " place }
