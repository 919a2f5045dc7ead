#!/bin/bash
# values:
__written="Written by railyard node-files" # By this line a later run knows its own files.
# end of values
# ${__written}: mirrors, authorities and the proxy of a node that is not made by Railyard.
# As root, in the folder of this file: bash install.sh. It changes nothing that is so already, and may run again and again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${RAILYARD_ROOT:-}
changed=no

# put FILE PLACE: @returns 0 where it was not there, or was another
put() {
  if cmp -s "$1" "$2"; then return 1; fi
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2.railyard"
  chmod 0644 "$2.railyard"
  mv -f "$2.railyard" "$2"
  echo "wrote ${2#"$root"}"
  changed=yes
}

# containerd reads hosts.toml at each pull, where its configuration names the folder
if [ -d "$here/certs.d" ]; then
  while IFS= read -r -d '' file; do
    put "$file" "$root/etc/containerd/certs.d/${file#"$here/certs.d/"}" || true
  done < <(find "$here/certs.d" -type f -print0)
  if ! grep -qsE '^[[:space:]]*config_path[[:space:]]*=.*/etc/containerd/certs\.d' "$root/etc/containerd/config.toml"; then
    echo "/etc/containerd/config.toml has no config_path with /etc/containerd/certs.d: until it has, containerd reads none of these files." >&2
    echo "Add it below [plugins.\"io.containerd.grpc.v1.cri\".registry] (containerd 2: io.containerd.cri.v1.images), and restart containerd." >&2
  fi
fi

# authorities: Debian, Ubuntu and SUSE have one folder for them, RHEL and Amazon Linux another
if [ -d "$here/authorities" ]; then
  if command -v update-ca-certificates >/dev/null; then
    anchors=/usr/local/share/ca-certificates renew=update-ca-certificates
    [ -d "$root$anchors" ] || anchors=/etc/pki/trust/anchors
  elif command -v update-ca-trust >/dev/null; then
    anchors=/etc/pki/ca-trust/source/anchors renew="update-ca-trust extract"
  else
    echo "neither update-ca-certificates nor update-ca-trust is here: install ca-certificates" >&2
    exit 1
  fi
  renewed=no
  for file in "$here"/authorities/*.crt; do
    put "$file" "$root$anchors/railyard-${file##*/}" && renewed=yes
  done
  if [ "$renewed" = yes ]; then
    $renew
    restart=yes
  fi
fi

# the proxy: containerd and kubelet read it when they start
if [ -e "$here/proxy.conf" ]; then
  for service in containerd kubelet; do
    put "$here/proxy.conf" "$root/etc/systemd/system/$service.service.d/10-railyard-proxy.conf" && restart=yes
  done
fi

if [ "${restart:-no}" = yes ]; then
  systemctl daemon-reload
  echo "Restart containerd and kubelet when it suits you (systemctl restart containerd kubelet): pods go on, and images are pulled by the new way after."
fi
[ "$changed" = yes ] || echo "everything is so already"
