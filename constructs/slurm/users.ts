import { HOMES_MARK, SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import type { SlurmLayout } from "./slurm-types";
import { scriptFile } from "../core/script-file";
import type { Volume, VolumeMount } from "../kubernetes/objects";

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
  for (const [kind, ...fields] of lines) {
    // a colon ends a field of passwd; options before a key have addresses of IPv6
    const breaking = kind === "key" ? /[\t\n\r]/ : /[\t\n\r:]/;
    for (const field of fields)
      if (breaking.test(field)) throw new Error(`${JSON.stringify(field)} cannot stand in a list of users`);
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
 * everywhere; what the image itself has stays as it is, and wins. A list that is not there changes nothing. Keys of a Secret are
 * added to those of the list where it is mounted: a line of it counts as one of config does, without options.
 */
export function usersScript(): string {
  return scriptFile("slurm/files/users.sh", {
    values: { users: USERS_PATH, more: SLURM_MOUNTS.userKeys, mark: HOMES_MARK },
  });
}

/** Mounts of a login or slurmd pod. */
export const USERS_MOUNTS: readonly VolumeMount[] = [
  { name: "users", mountPath: USERS_PATH, readOnly: true },
  { name: "users-service", mountPath: SLURM_MOUNTS.supervisor, subPath: "supervisor.conf", readOnly: true },
];

/** Their volumes: two, since the chart's DCGM patch merges the mounts of one volume into one. */
export const USERS_VOLUMES: readonly Volume[] = [
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

const USER_KEYS = "user-keys";

/** Mount of the Secret with more keys of users: login pods alone have an sshd. */
export const USER_KEYS_MOUNT: VolumeMount = { name: USER_KEYS, mountPath: SLURM_MOUNTS.userKeys, readOnly: true };

/** Its volume. Pods start without it, too, and get it when it is there; people who work in them do not read it. */
export const userKeysVolume = (secretName: string): Volume => ({
  name: USER_KEYS,
  secret: { secretName, optional: true, defaultMode: 0o400 },
});
