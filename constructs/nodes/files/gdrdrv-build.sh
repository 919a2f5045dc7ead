# shellcheck shell=bash
# shellcheck disable=SC2164,SC2086
# values:
__url='https://example.com/gdrcopy.tar.gz' # Source archive of GDRCopy.
__sum='0000  source.tar.gz' # Its line for sha256sum.
# end of values
if ! modinfo gdrdrv > /dev/null 2>&1; then
  if ! command -v gcc > /dev/null || ! command -v make > /dev/null; then retry dnf install -y gcc make; fi
  [ -n "$(find /usr/src -name nv-p2p.c -print -quit)" ] || { log "FAILED: no NVIDIA driver source in /usr/src"; exit 1; }
  mkdir -p /opt/railyard/gdrcopy
  cd /opt/railyard/gdrcopy
  retry curl --fail --silent --show-error --location --max-time 120 --output source.tar.gz $__url
  echo $__sum | sha256sum --check --quiet
  tar --extract --gzip --strip-components=1 --file source.tar.gz
  cd src/gdrdrv
  make install
fi
