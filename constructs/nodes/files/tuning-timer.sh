# shellcheck shell=bash
cat > /etc/systemd/system/railyard-tuning.timer << 'TIMER'
# insert: timer
TIMER
systemctl daemon-reload
systemctl enable --now railyard-tuning.timer
