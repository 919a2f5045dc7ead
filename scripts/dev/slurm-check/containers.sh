# Sourced by harness.sh: jobs in containers of Pyxis and Enroot, with the files that are generated, and images of registries on this
# machine.

lacks_containers() {
  local tool
  [ -e "$RW/etc/plugstack.conf" ] || { echo "Pyxis, which config does not ask for"; return; }
  compgen -G "${ROOT%/}/usr/lib/*/slurm*/spank_pyxis.so" >/dev/null || { echo "Pyxis in $ROOT"; return; }
  for tool in enroot curl jq parallel zstd mksquashfs; do inside which "$tool" >/dev/null 2>&1 || { echo "$tool in $ROOT"; return; }; done
  lacks_registry
}

# Paths of pods are those of the sandbox: the disks of a node, the Secret, the volume. Scripts lie where they do in pods, for
# containers have them there. Before the daemons start, which read where TaskProlog is.
prepare_containers() {
  local PROMISE=containers each
  each=$(lacks_containers)
  [ -z "$each" ] || { unknown "containers: not tried without $each"; return 1; }
  mkdir -p "$RW/scratch" "$RW/secret" "$RW/volume" "${ROOT%/}/run/enroot"
  # as they are in pods: an emptyDir, and the folder that the image has
  chmod 777 "$RW/scratch"
  chmod 755 "${ROOT%/}/run/enroot" "$RW/secret" "$RW/volume"
  mount -t tmpfs -o mode=755 tmpfs "${ROOT%/}/opt"
  mkdir -p "${ROOT%/}/opt/railyard"
  cp "$RW/etc/task-prolog.sh" "$RW/etc/railyard-srun" "${ROOT%/}/opt/railyard/"
  each=$RW/etc/nccl-$(first_gpu_node | cut -f2).env
  [ ! -e "$each" ] || cp "$each" "${ROOT%/}/opt/railyard/nccl.env"
  chmod -R a+rX "${ROOT%/}/opt/railyard"
  sed -i 's|^TaskProlog=.*|TaskProlog=/opt/railyard/task-prolog.sh|' "$RW/etc/slurm.conf"
  for each in enroot.conf import-images.sh prolog-10-railyard.sh; do
    [ ! -e "$RW/etc/$each" ] || sed -i -E "s|/opt/railyard-enroot|$W/secret|g; s#([ =\"])/scratch#\\1$W/scratch#g; s#=/work#=$W/import#g" "$RW/etc/$each"
  done
  cp "$RW/etc/enroot.conf" "$RW/etc.copy/enroot/enroot.conf"
  cp "$RW/etc/enroot-mounts" "$RW/etc.copy/enroot/mounts.d/90-railyard.fstab"
  start_registries
  cat "$RW/registry/ca.crt" >>"$RW/etc.copy/ssl/certs/ca-certificates.crt"
  within 30 registries_answer || { fail "containers: registries start: $(tail -qn 2 "$RW"/registry/*.log | paste -sd';')"; return 1; }
}
secret_is() { # login password; none: there is no Secret
  rm -f "$RW/secret/.credentials"
  [ $# -eq 0 ] || printf 'machine %s login %s password %s\n' "$PRIVATE" "$1" "$2" >"$RW/secret/.credentials"
}

# By name of a person of config; root's own way in has other rights.
as_person() {
  local user=$1 id; shift
  id=$(inside id -u "$user")
  chroot "$ROOT" setpriv --reuid "$id" --regid "$id" --clear-groups env -i HOME="$W/home/$user" SLURM_CONF="$W/etc/slurm.conf" \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c 'cd && exec "$@"' - "$@"
}
# As root in a pod of the same image.
in_pod() {
  unshare --mount bash -c '. "$1/sandbox.sh"; ROOT=$2; own_root; shift 2; exec env PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' - "$HERE" "$ROOT" "$@"
}
# A script of a job comes in. Afterwards its output is in $OUT.
job_of() { # user, options …
  local user=$1 id; shift
  cat >"$RW/home/$user/job.sh"
  id=$(as_person "$user" sbatch --parsable -A sandbox -p "$partition" "${ask[@]}" -o "job-%A-%a.out" "$@" job.sh 2>"$RW/sbatch.err") || { OUT=$(cat "$RW/sbatch.err"); return 1; }
  within 180 eval '! query squeue -h -j "$id" 2>/dev/null | grep -q .' || { OUT="job $id does not end: $(state_of "$id")"; query scancel "$id"; return 1; }
  OUT=$(cat "$RW/home/$user/job-$id-"*.out 2>/dev/null)
}
says() { # words, what the output has …
  local words=$1 each; shift
  for each; do grep -qE -- "$each" <<<"$OUT" || { fail "containers: $words: no \"$each\" in $(tail -n 12 <<<"$OUT" | paste -sd';' | cut -c1-700)"; return; }; done
  pass "containers: $words"
}

check_containers() {
  local PROMISE=containers partition group name ask one two digest secret most
  # nodes of the largest job: a group may have one alone
  most=$(head -n 2 "$RW/etc/nodes" | wc -l)
  IFS=$'\t' read -r name group _ <"$RW/etc/nodes"
  partition=$(partition_of "$group")
  read -ra ask <<<"-C $group $(one_gpu_of "$group") -t 10"
  # one node, whose disks are looked at; jobs of two say so
  ask+=(-w "$name")
  { read -r one; read -r two; } < <(awk -F'\t' '$1 == "user" { print $2 }' "$RW/users.list")
  within 60 joins "$one" sandbox
  [ -z "$two" ] || within 60 joins "$two" sandbox
  digest=$(push_image "$PUBLIC" tools/small 1.0 public) && secret=$(push_image "$PRIVATE" team/small 1.0 private) ||
    { fail "containers: images are pushed: $(tail -qn 2 "$RW"/registry/*.log | paste -sd';')"; return; }
  containers_of_one
  [ -z "$two" ] || containers_of_two
  containers_beside
  ! grep -q ^ENROOT_CONFIG_PATH "$RW/etc/enroot.conf" || containers_with_secret
  containers_imported
}

containers_of_one() {
  job_of "$one" <<<"#!/bin/bash
srun --container-image=$PUBLIC#tools/small:1.0 sh -c 'cat /etc/word; ls /etc; id -u; echo word=\$WORD; echo region=\$AWS_REGION; env | sort; echo to-root >/etc/written; ls /dev/null /dev/pts -d; stat -c %s /etc/ssl/certs/ca-certificates.crt'"
  says "a job of $one runs in an image of a registry with an authority of config" '^public$' "^$(inside id -u "$one")\$" '^word=public$' "^region=$(sed -nE 's/.*export AWS_REGION=([a-z0-9-]+).*/\1/p' "$RW/etc/task-prolog.sh")\$" '^/dev/pts$'
  [ ! -s "${ROOT%/}/opt/railyard/nccl.env" ] || says "its tasks have the variables of the node" "^$(head -n 1 "${ROOT%/}/opt/railyard/nccl.env")\$"
  if grep -qx gone <<<"$OUT"; then fail "containers: what a layer took away is there"; else pass "containers: what a layer took away is gone"; fi
  ! grep -q ^/etc/ssl "$RW/etc/enroot-mounts" || says "certificates of the node are in its container" "^$(stat -c %s "$RW/etc.copy/ssl/certs/ca-certificates.crt")\$"
  OUT=$(find "$RW/scratch.$name" -mindepth 1 -maxdepth 4 | sed "s|$RW||" | paste -sd' '; ls -A "$RW/home/$one")
  says "layers are on the disks of the node" 'cache'
  if grep -qE '^\.(cache|local)$' <<<"$OUT"; then fail "containers: something of it is in the home: $OUT"; else pass "containers: nothing of it is in the home"; fi
  OUT=$(find "$RW/scratch.$name" -path '*/data*' -mindepth 3 -name 'pyxis*')
  if [ -z "$OUT" ]; then pass "containers: roots of jobs that ended are gone"; else fail "containers: roots stay: $OUT"; fi
}
# Whoever comes second onto a node finds what the first one has made there.
containers_of_two() {
  job_of "$two" <<<"#!/bin/bash
srun --container-image=$PUBLIC#tools/small:1.0 cat /etc/word"
  says "a job of $two runs in it after one of $one" '^public$'
  OUT=$(find "$RW/scratch.$name" -maxdepth 1 -printf '%f %U %m\n' | sort)
  says "each has a folder of their own there, which others can neither read nor take away" "^scratch[^ ]* 0 1777$" " $(inside id -u "$one") 700$" " $(inside id -u "$two") 700$"
}
containers_beside() {
  mkdir -p "$RW/volume/$one"
  chown "$(inside id -u "$one")" "$RW/volume/$one"
  job_of "$one" <<<"#!/bin/bash
#SBATCH --container-image=$PUBLIC/tools/small:1.0
#SBATCH --array=1-3
cat /etc/word; echo \"task \$SLURM_ARRAY_TASK_ID\""
  says "each task of an array has its container" '^task 1$' '^task 2$' '^task 3$' '^public$'
  job_of "$one" "-N$most" <<<"#!/bin/bash
srun --container-image=$PUBLIC#tools/small:1.0 --container-mounts=$W/volume/$one:/data sh -c 'echo \"\$SLURM_NODEID of \$SLURM_NNODES\" >/data/\$SLURM_NODEID; cat /etc/word'"
  OUT+=$'\n'$(cat "$RW/volume/$one"/* 2>&1)
  says "a job of $most nodes writes to a volume that it mounts" '^public$' "^0 of $most\$" "^$((most - 1)) of $most\$"
  job_of "$one" <<<"#!/bin/bash
srun --container-image=$PUBLIC#tools/none:1.0 true; echo status \$?"
  says "an image that is not there is told, and the step fails" 'pyxis' '^status [1-9]'
}
containers_with_secret() {
  local job="#!/bin/bash
srun --container-image=$PRIVATE#team/small:1.0 cat /etc/word; echo status \$?"
  secret_is
  job_of "$one" <<<"$job"
  says "without the Secret a private image is refused" 'Authenticating with user: <anonymous>' '^status [1-9]'
  secret_is "$REGISTRY_USER" "$REGISTRY_PASSWORD"
  job_of "$one" <<<"$job"
  says "with it every user pulls the image" '^private$'
  if grep -qF "$REGISTRY_PASSWORD" <<<"$OUT" || grep -rqF "$REGISTRY_PASSWORD" "$RW"/slurmd.*.log "$RW/slurmctld.log"; then fail "containers: the password is in an output or a log"; else pass "containers: the password is in no output and no log"; fi
  [ -n "$two" ] || return 0
  mkdir -p "$RW/home/$two/.config/enroot"
  printf 'machine %s login %s password wrong\n' "$PRIVATE" "$REGISTRY_USER" >"$RW/home/$two/.config/enroot/.credentials"
  chown -R "$(inside id -u "$two")" "$RW/home/$two/.config"
  chmod 600 "$RW/home/$two/.config/enroot/.credentials"
  rm -rf "$RW"/scratch.*/*
  job_of "$two" <<<"$job"
  says "who has credentials of their own uses those" "Using credentials from file: .*/home/$two/" '^status [1-9]'
}
# The job of Kubernetes runs as root, with the script and the list that it has.
containers_imported() {
  printf 'small %s/tools/small:1.0@%s\nprivate %s/team/small@%s\n' "$PUBLIC" "$digest" "$PRIVATE" "$secret" >"$RW/images"
  [ -e "$RW/etc/import-images.sh" ] || { note "containers: config imports no image"; return; }
  OUT=$(in_pod RAILYARD_LIST="$W/images" RAILYARD_IMAGES="$W/volume" bash "$W/etc/import-images.sh" 2>&1)
  OUT+=" status $?"
  says "images are imported by digest, and one with the credentials of the Secret" ' status 0$' '^small: importing' '^private: importing'
  OUT=$(in_pod RAILYARD_LIST="$W/images" RAILYARD_IMAGES="$W/volume" bash "$W/etc/import-images.sh" 2>&1)
  says "what is there is not imported again" '^small: is there' '^private: is there'
  secret_is
  job_of "$one" "-N$most" <<<"#!/bin/bash
srun --container-image=$W/volume/private.sqsh cat /etc/word"
  says "a job of $most nodes runs from the file, without credentials" '^private$'
  push_image "$PUBLIC" tools/small 1.0 moved >/dev/null
  rm -rf "$RW"/scratch.*/*
  job_of "$one" <<<"#!/bin/bash
srun --container-image=$PUBLIC#tools/small:1.0 cat /etc/word
srun --container-image=$PUBLIC#tools/small:1.0@$digest cat /etc/word"
  says "where a tag has moved, its digest has not" '^moved$' '^public$'
}
