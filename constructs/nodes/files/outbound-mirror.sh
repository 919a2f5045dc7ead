# shellcheck shell=bash
# values:
__folder=docker.io # Registry as containerd names its folder.
# end of values
mkdir -p /etc/containerd/certs.d/$__folder
cat > /etc/containerd/certs.d/$__folder/hosts.toml << 'TOML'
# insert: hosts
TOML
