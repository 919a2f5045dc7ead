# shellcheck shell=bash
# shellcheck disable=SC2164
# values:
__version=1.51.0 # Release of the EFA installer.
# end of values
folder=$(mktemp -d)
cd "$folder"
for file in aws-efa-installer.key aws-efa-installer-${__version}.tar.gz aws-efa-installer-${__version}.tar.gz.sig; do
  curl --fail --silent --show-error --retry 5 --remote-name "https://efa-installer.amazonaws.com/$file"
done
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
gpg --quiet --import aws-efa-installer.key
gpg --quiet --verify aws-efa-installer-${__version}.tar.gz.sig
tar --extract --gzip --file aws-efa-installer-${__version}.tar.gz
cd aws-efa-installer
# the kernel module and rdma-core: libfabric and the plugin of NCCL are in images of jobs
./efa_installer.sh --yes --minimal
cd /
rm -rf "$folder" "$GNUPGHOME"
