# shellcheck shell=bash
cat > /usr/local/sbin/railyard-tuning << 'TUNING'
# insert: apply
TUNING
chmod 0755 /usr/local/sbin/railyard-tuning
cat > /etc/systemd/system/railyard-tuning.service << 'UNIT'
# insert: service
UNIT
# insert: timer
systemctl daemon-reload
systemctl enable railyard-tuning.service
/usr/local/sbin/railyard-tuning
