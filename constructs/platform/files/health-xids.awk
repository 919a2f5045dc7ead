# Of two inputs, lines "xid 79 class rank" and the kernel's log, prints "worst seconds XID 79 on GPU 0000:53:00" for the gravest one of the
# hardware, the newest of equals, and "program seconds XID 31 on GPU …" for each of a program. "sxid fatal" stands for SXids that the driver calls
# so and that have no line of their own. Seconds count from the boot; what is not after `mended` is over.
# insert: kernel_line
FNR == NR { class[$1 " " $2] = $3; rank[$1 " " $2] = $4; next }
kernel_line($0) && int(moment) > mended + 0 {
  key = kind " " number
  if (!(key in class)) key = kind " " severity
  if (!(key in class)) next
  text = int(moment) " " kernel_words()
  if (class[key] == "program") print "program " text
  else if (rank[key] >= best) { best = rank[key]; worst = text }
}
END { if (worst != "") print "worst " worst }
