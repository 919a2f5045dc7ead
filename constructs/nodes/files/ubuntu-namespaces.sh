# shellcheck shell=bash
# Ubuntu lets programs without a profile of AppArmor make user namespaces in which they may do nothing: Enroot and Apptainer make
# containers in them. Later boots read the file; a kernel without the setting needs none.
file=/etc/sysctl.d/60-railyard-namespaces.conf
echo 'kernel.apparmor_restrict_unprivileged_userns = 0' > "$file"
sysctl --ignore --load="$file"
