# Of two inputs, lines "number class rank" and the kernel's log, prints "worst seconds XID 79 on GPU 0000:53:00" for the gravest one of the
# hardware, the newest of equals, and "program seconds XID 31 on GPU …" for each of a program. Seconds count from the boot; what is not
# after `mended` is over.
FNR == NR { class[$1] = $2; rank[$1] = $3; next }
match($0, /^\[ *[0-9]+\.[0-9]+\] NVRM: Xid \(PCI:[0-9A-Fa-f:.]+\): [0-9]+/) {
  line = substr($0, RSTART, RLENGTH)
  stamp = line
  sub(/^\[ */, "", stamp)
  sub(/\..*/, "", stamp)
  if (stamp + 0 <= mended + 0) next
  gpu = line
  sub(/.*\(PCI:/, "", gpu)
  sub(/\).*/, "", gpu)
  number = line
  sub(/.*: /, "", number)
  if (!(number in class)) next
  text = stamp " XID " number " on GPU " gpu
  if (class[number] == "program") print "program " text
  else if (rank[number] >= best) { best = rank[number]; worst = text }
}
END { if (worst != "") print "worst " worst }
