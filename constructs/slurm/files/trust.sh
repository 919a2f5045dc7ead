#!/usr/bin/env bash
# values:
__authorities=/opt/railyard-authorities # Folder with a file for each authority, which ends with .crt.
__certificates=/railyard-certificates # Folder that becomes /etc/ssl/certs of the pod.
# end of values
# Makes the certificates that programs of the pod trust: those of its image, and the authorities of the environment.
set -eu
authorities=${RAILYARD_AUTHORITIES:-$__authorities}
certificates=${RAILYARD_CERTIFICATES:-$__certificates}
if ! command -v update-ca-certificates > /dev/null; then
  echo "this image has no update-ca-certificates: build it with the package ca-certificates, or take outbound.authorities out" >&2
  exit 1
fi
cp -L "$authorities"/*.crt "${RAILYARD_LOCAL:-/usr/local/share/ca-certificates}/"
update-ca-certificates
# links lead to files that other containers of the pod have not
cp -rL "${RAILYARD_MADE:-/etc/ssl/certs}/." "$certificates/"
