# shellcheck shell=bash
if systemctl is-active --quiet nvidia-imex.service; then systemctl stop nvidia-imex.service; fi
systemctl mask nvidia-imex.service
