# shellcheck shell=bash
mkdir -p /etc/systemd/system/containerd.service.d
printf '[Service]\nLimitMEMLOCK=infinity\n' > /etc/systemd/system/containerd.service.d/10-railyard-memlock.conf
systemctl daemon-reload
if systemctl is-active --quiet containerd.service; then systemctl restart containerd.service; fi
