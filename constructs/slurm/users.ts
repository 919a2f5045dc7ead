import { HOMES_MARK, SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import type { SlurmLayout } from "./slurm-types";

/** ConfigMap with the users; pods mount it as a folder, so that a change reaches them while they run. */
export const USERS_CONFIG_MAP = "railyard-slurm-users";

const USERS_PATH = SLURM_MOUNTS.users;

/** Keys of users, by name: sshd takes no file below a folder that others may write to, as those of a ConfigMap are. */
const KEYS_PATH = "/etc/ssh/authorized_keys.d";

/** Lines of sshd_config: keys of config alone let users in, and nobody is root. */
export const USERS_SSHD_CONFIG = [
  `AuthorizedKeysFile ${KEYS_PATH}/%u`,
  "PermitRootLogin no",
  "KbdInteractiveAuthentication no",
];

/** Folder of a user. */
const homeOf = (user: string, { homes }: SlurmLayout) => `${homes}/${user}`;

/** Files of the ConfigMap. */
export function usersFiles(layout: SlurmLayout): Record<string, string> {
  return { users: usersList(layout), "users.sh": usersScript(), "supervisor.conf": SUPERVISOR_CONF };
}

/** The users as the script reads them: what a line is, and its fields, with tabs between. */
export function usersList(layout: SlurmLayout): string {
  const lines = layout.users.flatMap(({ name, uid, keys }) => [
    ["user", name, String(uid), homeOf(name, layout)],
    ...keys.map((key) => ["key", name, key]),
  ]);
  for (const field of lines.flat()) {
    if (/[\t\n\r:]/.test(field)) throw new Error(`${JSON.stringify(field)} cannot stand in a list of users`);
  }
  return lines.map((fields) => `${fields.join("\t")}\n`).join("");
}

const SUPERVISOR_CONF = `[program:railyard-users]
command=bash ${USERS_PATH}/users.sh
autorestart=true
stdout_logfile=/dev/stdout
stderr_logfile=/dev/stderr
stdout_logfile_maxbytes=0
stderr_logfile_maxbytes=0
`;

/**
 * Keeps users, keys and homes of a pod as the list says. On login and compute nodes alike, so that an id is the same person
 * everywhere; what the image itself has stays as it is, and wins. A list that is not there changes nothing.
 */
export function usersScript(): string {
  return `#!/usr/bin/env bash
# Usage: users.sh   looks at the list every 15 seconds   |   users.sh once
set -u
list=\${RAILYARD_USERS:-${USERS_PATH}/users}
etc=\${RAILYARD_ETC:-/etc}
keys=$etc/\${RAILYARD_KEYS:-ssh/authorized_keys.d}
state=$etc/railyard
umask 022

home_of() { # name uid home
  # whoever cleans up on the file system sees by it that these are homes
  [ ! -d "\${3%/*}" ] || [ -e "\${3%/*}/${HOMES_MARK}" ] || timeout 60 touch "\${3%/*}/${HOMES_MARK}"
  [ -d "$3" ] && return
  timeout 60 mkdir -p "\${3%/*}" && timeout 60 touch "\${3%/*}/${HOMES_MARK}" && timeout 60 mkdir "$3" && cp -rT "$etc/skel" "$3" 2>/dev/null
  chown -R "$2:$2" "$3" && chmod 700 "$3" || { echo "users: no home $3 for $1" >&2; return 1; }
}

apply() {
  local name uid home kind key failed=0
  mkdir -p "$state" "$keys.new" || return 1
  for file in passwd group shadow; do
    [ -e "$state/$file" ] || cp -p "$etc/$file" "$state/$file" || return 1
    cp -p "$state/$file" "$etc/$file.railyard" || return 1
  done
  while IFS=$'\\t' read -r kind name uid home; do
    [ "$kind" = user ] || continue
    if awk -F: -v name="$name" -v uid="$uid" '$1 == name || $3 == uid { found = 1 } END { exit !found }' "$state/passwd" ||
      awk -F: -v name="$name" -v gid="$uid" '$1 == name || $3 == gid { found = 1 } END { exit !found }' "$state/group"; then
      echo "users: $name ($uid) is left out: the image has such a user or group itself" >&2
      continue
    fi
    echo "$name:x:$uid:$uid::$home:/bin/bash" >>"$etc/passwd.railyard"
    echo "$name:x:$uid:" >>"$etc/group.railyard"
    # no password, and none that could expire
    echo "$name:*::0:99999:7:::" >>"$etc/shadow.railyard"
    : >"$keys.new/$name"
  done <"$1"
  while IFS=$'\\t' read -r kind name key; do
    [ "$kind" = key ] && [ -e "$keys.new/$name" ] && echo "$key" >>"$keys.new/$name"
  done <"$1"
  for file in group shadow passwd; do mv "$etc/$file.railyard" "$etc/$file" || return 1; done
  rm -rf "$keys.old"
  [ ! -e "$keys" ] || mv "$keys" "$keys.old"
  mv "$keys.new" "$keys" && rm -rf "$keys.old"
  while IFS=$'\\t' read -r kind name uid home; do
    [ "$kind" = user ] && [ -e "$keys/$name" ] || continue
    home_of "$name" "$uid" "$home" || failed=1
  done <"$1"
  return "$failed"
}

while :; do
  # one look at a list that may change meanwhile
  if seen=$(mktemp) && cp "$list" "$seen" 2>/dev/null && ! cmp -s "$seen" "$state/applied"; then
    rm -rf "$keys.new"
    if apply "$seen"; then
      cp "$seen" "$state/applied"
      echo "users: $(grep -c '^user' "$seen") as config says"
    fi
  fi
  rm -f "$seen"
  [ "\${1:-}" != once ] || exit 0
  sleep 15
done
`;
}

/** Mounts of a login or slurmd pod. */
export const USERS_MOUNTS = [
  { name: "users", mountPath: USERS_PATH, readOnly: true },
  { name: "users-service", mountPath: SLURM_MOUNTS.supervisor, subPath: "supervisor.conf", readOnly: true },
];

/** Their volumes: two, since the chart's DCGM patch merges the mounts of one volume into one. */
export const USERS_VOLUMES = [
  {
    name: "users",
    configMap: {
      name: USERS_CONFIG_MAP,
      items: ["users", "users.sh"].map((file) => ({ key: file, path: file })),
    },
  },
  {
    name: "users-service",
    configMap: { name: USERS_CONFIG_MAP, items: [{ key: "supervisor.conf", path: "supervisor.conf" }] },
  },
];
