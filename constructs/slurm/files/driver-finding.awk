# Prints the first one that is not older than `seconds`, of those whose numbers stand in `xids` and `sxids`; "fatal" among these stands for all
# SXids that the driver calls so.
kernel_line($0) && now - int(moment) <= seconds && ((kind == "xid" && index(xids, " " number " ")) || (kind == "sxid" && (index(sxids, " " number " ") || (severity == "fatal" && index(sxids, " fatal "))))) {
  print kernel_words()
  exit
}
