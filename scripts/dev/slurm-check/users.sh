# Sourced by harness.sh: a person of config on this machine, from their key to their first job.

USER_NAME=jane.doe USER_ID=23456

# /etc is a copy of its own, as in the image of a pod: users of the list come into it.
prepare_users() {
  mkdir -p "$RW/etc.copy"
  cp -a "${ROOT%/}/etc/." "$RW/etc.copy"
  mount --bind "$RW/etc.copy" "${ROOT%/}/etc"
  [ ! -e "$RW/hosts" ] || mount --bind "$RW/hosts" "${ROOT%/}/etc/hosts"
  # homes of config are on a file system that is not here
  sed -E "s|\t/[^\t]*/home/|\t$W/home/|; s|\t/home/|\t$W/home/|" "$RW/etc/users" >"$RW/users.list"
  # nobody of config, and no id of theirs
  while cut -f2 "$RW/users.list" | grep -qxF "$USER_NAME"; do USER_NAME+=.x; done
  while cut -f3 "$RW/users.list" | grep -qxF "$USER_ID"; do USER_ID=$((USER_ID + 1)); done
  printf 'user\t%s\t%s\t%s\n' "$USER_NAME" "$USER_ID" "$W/home/$USER_NAME" >>"$RW/users.list"
  if command -v ssh-keygen >/dev/null && ssh-keygen -q -t ed25519 -N '' -f "$RW/key" -C "$USER_NAME"; then
    printf 'key\t%s\t%s\n' "$USER_NAME" "$(cut -d' ' -f1,2 "$RW/key.pub")" >>"$RW/users.list"
  fi
  without_namesakes
  users_once
}
# Users and groups of this machine with a name or an id of config's: no image has them, a rule says.
without_namesakes() {
  local file
  for file in passwd group shadow; do
    awk -F'[:\t]' -v shadow="$file" 'NR == FNR { if ($1 == "user") { names[$2]; ids[$3] } next }
      !($1 in names) && (shadow == "shadow" || !($3 in ids))' "$RW/users.list" "$RW/etc.copy/$file" >"$RW/etc.copy/$file.kept"
    cat "$RW/etc.copy/$file.kept" >"$RW/etc.copy/$file"
  done
}
users_once() { inside env RAILYARD_USERS="$W/users.list" RAILYARD_USER_KEYS="$W/user-keys" bash "$W/etc/users.sh" once >>"$RW/users.out" 2>&1; }

check_users() {
  local PROMISE=users
  local want have name group account id
  want=$(grep -c '^user' "$RW/users.list")
  have=$(cut -f2,3 <(grep '^user' "$RW/users.list") | while read -r name id; do [ "$(inside id -u "$name")" = "$id" ] && echo "$name"; done | wc -l)
  if [ "$want" = "$have" ]; then pass "all $have users have the ids of config"; else fail "$have of $want users have the ids of config: $(tail -n 3 "$RW/users.out" | paste -sd';')"; fi
  check_ssh
  # a team that may use a GPU
  account=$(sed -nE 's/^set_qos team-([^ ]+) .* GrpTRES=gres\/gpu=(-1|[1-9]).*/\1/p' "$RW/etc/accounts.sh" | head -n 1)
  account=${account:-sandbox}
  within 180 joins "$USER_NAME" "$account"
  IFS=$'\t' read -r _ group _ <"$RW/etc/nodes"
  person() { chroot "$ROOT" setpriv --reuid "$USER_ID" --regid "$USER_ID" --clear-groups env -i HOME="$W/home/$USER_NAME" \
    SLURM_CONF="$W/etc/slurm.conf" PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c 'cd && exec "$@"' - "$@"; }
  # over SSH where somebody listens: what login pods are for
  over_ssh() { log_in "$USER_NAME@127.0.0.1" "SLURM_CONF=$W/etc/slurm.conf PATH=/usr/sbin:/usr/bin:/sbin:/bin $(printf '%q ' "$@")"; }
  local by=person words="starts a job"
  [ ! -e "$RW/sshd.pid" ] || { by=over_ssh words="starts a job over SSH"; }
  first_job() {
    id=$($by sbatch --parsable -p "$(partition_of "$group")" $(one_gpu_of "$group") $(memory_of_one_gpu "$group") --wrap 'id -un; pwd; touch checkpoint' 2>"$RW/sbatch.err") && [ -n "$id" ]
  }
  within 180 first_job
  # the last step of the job: what it prints is whole then
  within 180 test -e "$RW/home/$USER_NAME/checkpoint"
  if [ "$(paste -sd' ' "$RW/home/$USER_NAME/slurm-$id.out" 2>/dev/null)" = "$USER_NAME $W/home/$USER_NAME" ] &&
    within 180 test "$(stat -c %u "$RW/home/$USER_NAME/checkpoint" 2>/dev/null)" = "$USER_ID"; then
    pass "$USER_NAME $words that runs as them, in their home"
  else
    fail "$USER_NAME $words: $(head -n 1 "$RW/sbatch.err") $(head -c 200 "$RW/home/$USER_NAME/slurm-$id.out" 2>/dev/null)"
  fi
  if [ "$by" = over_ssh ]; then
    sees_queue() { [[ $(over_ssh sbatch --parsable --hold $(one_gpu_of "$group") $(memory_of_one_gpu "$group") -p "$(partition_of "$group")" --wrap true) =~ ^[0-9]+$ ]] &&
      [ "$(over_ssh squeue -h --me -o '%u %t')" = "$USER_NAME PD" ] && over_ssh scancel --me; }
    if sees_queue 2>"$RW/sbatch.err"; then pass "$USER_NAME sees their waiting job with squeue, and cancels it"; else fail "squeue over SSH: $(head -n 1 "$RW/sbatch.err")"; fi
  fi
  sed -i "/\t$USER_NAME\t/d" "$RW/users.list"
  users_once
  if ! inside id "$USER_NAME" >/dev/null 2>&1 && [ ! -e "${ROOT%/}/etc/ssh/authorized_keys.d/$USER_NAME" ] && [ -d "$RW/home/$USER_NAME" ]; then
    pass "who leaves config has no key and no id any more, and their home stays"
  else
    fail "$USER_NAME is still there after they left config"
  fi
  [ "$by" != over_ssh ] || check_gone_over_ssh
}

# The real sshd with the lines that login pods get.
check_ssh() {
  if [ ! -e "$RW/key" ] || ! command -v ssh >/dev/null || ! chroot "$ROOT" sh -c 'command -v sshd' >/dev/null 2>&1; then
    unknown "users: no sshd here, so that nobody logs in"
    return
  fi
  mkdir -p "${ROOT%/}/run/sshd"
  chroot "$ROOT" ssh-keygen -A >/dev/null 2>&1
  { echo "UsePAM yes"; cat "$RW/etc/sshd.conf"; echo "Port 10022"; echo "PidFile $W/sshd.pid"; } >"$RW/sshd_config"
  chroot "$ROOT" /usr/sbin/sshd -f "$W/sshd_config" -E "$W/sshd.log"
  log_in() { ssh -q -p 10022 -i "$RW/key" -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "$@"; }
  in_as_person() { [ "$(log_in "$USER_NAME@127.0.0.1" 'id -un; pwd' 2>/dev/null | paste -sd' ')" = "$USER_NAME $W/home/$USER_NAME" ]; }
  if within 180 in_as_person; then pass "$USER_NAME logs in with their key, and is in their home"; else fail "$USER_NAME does not log in: $(tail -n 2 "$RW/sshd.log" | paste -sd';')"; fi
  mkdir -p "$RW/other" && ssh-keygen -q -t ed25519 -N '' -f "$RW/other/key" -C other
  # a key in the home is none of config's
  mkdir -p "$RW/home/$USER_NAME/.ssh" && cp "$RW/other/key.pub" "$RW/home/$USER_NAME/.ssh/authorized_keys"
  chown -R "$USER_ID:$USER_ID" "$RW/home/$USER_NAME/.ssh"
  chmod 700 "$RW/home/$USER_NAME/.ssh"
  if ssh -q -p 10022 -i "$RW/other/key" -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null "$USER_NAME@127.0.0.1" true 2>/dev/null || log_in root@127.0.0.1 true 2>/dev/null; then
    fail "a key that is not in config lets somebody in"
  else
    pass "no other key lets them in, and nobody is let in as root"
  fi
  check_keys_of_secret
  unknown "users: SSH to a node is for people with a job there (nodeSsh): pam_slurm_adopt needs Contain and cgroups, which are left out here"
}
check_gone_over_ssh() {
  if log_in "$USER_NAME@127.0.0.1" true 2>/dev/null; then fail "who left config still logs in"; else pass "who leaves config logs in no more"; fi
  kill "$(cat "$RW/sshd.pid")" 2>/dev/null
}
# As the kubelet lays a Secret out: files are links into a folder of this moment.
check_keys_of_secret() {
  mkdir -p "$RW/user-keys/..now"
  { echo "# of a laptop"; cat "$RW/other/key.pub"; } >"$RW/user-keys/..now/$USER_NAME"
  chmod 400 "$RW/user-keys/..now/$USER_NAME"
  ln -sfn ..now "$RW/user-keys/..data"
  ln -sfn "..data/$USER_NAME" "$RW/user-keys/$USER_NAME"
  users_once
  in_by_secret() { ssh -q -p 10022 -i "$RW/other/key" -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null "$USER_NAME@127.0.0.1" true 2>/dev/null; }
  if within 60 in_by_secret && in_as_person; then pass "a key of the Secret lets $USER_NAME in, beside that of config"; else fail "a key of the Secret does not let $USER_NAME in: $(tail -n 2 "$RW/sshd.log" | paste -sd';') $(tail -n 2 "$RW/users.out" | paste -sd';')"; fi
  rm "$RW/user-keys/$USER_NAME"
  users_once
  if in_by_secret; then fail "a key that left the Secret lets somebody in"; else pass "a key that left the Secret lets nobody in"; fi
}
