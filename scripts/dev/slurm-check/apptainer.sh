# Sourced by harness.sh: jobs that run images by Apptainer, with what TaskProlog tells them of the disks of their node.

prepare_apptainer() {
  local PROMISE=containers lacks
  if ! grep -q APPTAINER_CACHEDIR "$RW/etc/task-prolog.sh"; then note "apptainer: config does not ask for it"; return 1; fi
  lacks=$(lacks_registry)
  inside test -x /usr/bin/apptainer || lacks="Apptainer in $ROOT"
  [ -z "$lacks" ] || { unknown "apptainer: not tried without $lacks"; return 1; }
  mkdir -p "$RW/scratch"
  chmod 777 "$RW/scratch"
  sed -i -E "s#([ =\"])/scratch#\1$W/scratch#g" "$RW/etc/task-prolog.sh" "$RW/etc/prolog-10-railyard.sh"
  start_registries
  cat "$RW/registry/ca.crt" >>"$RW/etc.copy/ssl/certs/ca-certificates.crt"
  within 30 registries_answer || { fail "apptainer: registries start: $(tail -qn 2 "$RW"/registry/*.log | paste -sd';')"; return 1; }
}

check_apptainer() {
  local PROMISE=containers group name partition ask one two uid each
  IFS=$'\t' read -r name group _ <"$RW/etc/nodes"
  partition=$(partition_of "$group")
  read -ra ask <<<"-C $group $(one_gpu_of "$group") -t 10 -w $name"
  { read -r one; read -r two; } < <(awk -F'\t' '$1 == "user" { print $2 }' "$RW/users.list")
  within 60 joins "$one" sandbox
  [ -z "$two" ] || within 60 joins "$two" sandbox
  push_image "$PUBLIC" tools/small 1.0 public >/dev/null || { fail "apptainer: an image is pushed: $(tail -qn 2 "$RW"/registry/*.log | paste -sd';')"; return; }
  uid=$(inside id -u "$one")
  # what stands for the driver covers a part of /proc, which nobody may mount anew then
  while IFS=$'\t' read -r each _; do nsenter --target "$(cat "$RW/slurmd.$each.main")" --mount umount /proc/driver; done <"$RW/etc/nodes"
  job_of "$one" <<<"#!/bin/bash
srun apptainer exec docker://$PUBLIC/tools/small:1.0 sh -c 'cat /etc/word; id -u; ls /etc/gone; echo region=\$AWS_REGION'; echo status \$?"
  says "apptainer: a job of $one runs in an image of a registry with an authority of config" '^public$' "^$uid\$" '^status 0$' "^region=$(sed -nE 's/.*export AWS_REGION=([a-z0-9-]+).*/\1/p' "$RW/etc/task-prolog.sh")\$"
  OUT=$(find "$RW/scratch.$name" -maxdepth 2 -printf '%f %U %m\n'; ls -A "$RW/home/$one")
  says "apptainer: its cache is on the disks of the node, in a folder of their own" "^apptainer-$uid $uid 700$" '^cache '
  if grep -qx '\.apptainer' <<<"$OUT" && [ -d "$RW/home/$one/.apptainer/cache" ]; then fail "containers: apptainer: its cache is in the home"; else pass "containers: apptainer: nothing of the cache is in the home"; fi
  [ -z "$two" ] || {
    job_of "$two" -N2 <<<"#!/bin/bash
srun apptainer exec docker://$PUBLIC/tools/small:1.0 cat /etc/word; echo status \$?"
    says "apptainer: a job of $two on two nodes runs in it, too" '^public$' '^status 0$'
  }
  mknod -m 666 "${ROOT%/}/dev/fuse" c 10 229 || { unknown "apptainer: not tried with FUSE: this machine makes no devices"; return; }
  job_of "$one" <<<"#!/bin/bash
srun apptainer exec docker://$PUBLIC/tools/small:1.0 sh -c 'cat /etc/word; echo unsquash=\$APPTAINER_UNSQUASH'; echo status \$?"
  says "apptainer: where a node has FUSE, the image is mounted and not unpacked" '^public$' '^unsquash=$' '^status 0$'
}
