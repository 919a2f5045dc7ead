# shellcheck shell=bash
# where in the log of changes a dump stands: the file, and how far in it; a dump from before there was one says nothing
position_of() {
  sed -n "s/^-- CHANGE MASTER TO MASTER_LOG_FILE='\([^']*\)', MASTER_LOG_POS=\([0-9]*\);$/\1 \2/p" | head -n 1
}
