# shellcheck shell=bash
# insert: retry
if command -v mount.lustre > /dev/null; then
  log "present in the image"
else
  retry dnf install -y lustre-client
fi
modinfo lustre > /dev/null
