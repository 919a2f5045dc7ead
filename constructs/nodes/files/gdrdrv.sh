# shellcheck shell=bash
# insert: retry
if [ -c /dev/gdrdrv ]; then log "present in the image"; exit 0; fi
if systemctl cat nvidia-kmod-load.service > /dev/null 2>&1; then systemctl start nvidia-kmod-load.service; fi
# insert: build
cat > /usr/local/sbin/railyard-gdrdrv << 'SCRIPT'
#!/bin/bash
set -euo pipefail
modprobe gdrdrv
[ -c /dev/gdrdrv ] || mknod --mode=0666 /dev/gdrdrv c "$(awk '$2 == "gdrdrv" { print $1 }' /proc/devices)" 0
SCRIPT
chmod 0755 /usr/local/sbin/railyard-gdrdrv
cat > /etc/systemd/system/railyard-gdrdrv.service << 'UNIT'
[Unit]
Description=Load the GDRCopy module
After=nvidia-kmod-load.service
[Service]
Type=oneshot
ExecStart=/usr/local/sbin/railyard-gdrdrv
RemainAfterExit=true
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable railyard-gdrdrv.service
/usr/local/sbin/railyard-gdrdrv
