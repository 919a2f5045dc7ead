import { IMAGE_NAMES, IMAGE_USERS_SOURCES } from "../facts/image-users";
import { keyLine, sshPublicKey } from "./ssh-public-key";
import { lustresOf } from "../storage/fsx-lustre/per-file-system";
import { homesOf } from "../storage/homes";
import type { Rule } from "../kernel/rule";

/** User ids between which systemd and Debian have their own. @see https://www.debian.org/doc/debian-policy/ch-opersys.html#uid-and-gid-classes */
const RESERVED_UIDS = { first: 60000, last: 65535 };

const reservedUser: Rule = {
  id: "slurm/user-reserved",
  title: "No user has a name or an id of the system.",
  severity: "error",
  why: "Who has the name or the id of a system user or group has its files and rights, or is left out on every login and compute node: each user has a group of the same name.",
  source: IMAGE_USERS_SOURCES.base,
  *check({ env: { slurm } }) {
    for (const [name, { uid }] of Object.entries(slurm?.users ?? {})) {
      if (IMAGE_NAMES.has(name)) {
        yield {
          path: ["slurm", "users", name],
          message: `${name} is a user or group of the system: images of login and compute nodes have it`,
          fix: "give the person another name",
        };
      }
      if (uid < RESERVED_UIDS.first || uid > RESERVED_UIDS.last) continue;
      yield {
        path: ["slurm", "users", name, "uid"],
        message: `${uid} is one of the ids from ${RESERVED_UIDS.first} to ${RESERVED_UIDS.last}, which the system keeps for itself`,
        fix: "write one from 1000 to 59999, or above 65535, that nobody has had",
      };
    }
  },
};

const uidTwice: Rule = {
  id: "slurm/user-id-twice",
  title: "Every user has an id of their own.",
  severity: "error",
  why: "Files and jobs belong to the id: two users with one id read and end each other's.",
  source: "https://man7.org/linux/man-pages/man5/passwd.5.html",
  *check({ env: { slurm } }) {
    const owners = new Map<number, string>();
    for (const [name, { uid }] of Object.entries(slurm?.users ?? {})) {
      const owner = owners.get(uid);
      if (owner === undefined) {
        owners.set(uid, name);
        continue;
      }
      yield {
        path: ["slurm", "users", name, "uid"],
        message: `${uid} is the id of ${owner}, too`,
        fix: "write an id that nobody has had",
      };
    }
  },
};

const userKeys: Rule = {
  id: "slurm/user-keys",
  title: "Keys of users are public SSH keys.",
  severity: "error",
  why: "sshd passes over a line that it cannot read, so that the user cannot log in; and a private key in config is everybody's.",
  source: "https://man.openbsd.org/sshd#AUTHORIZED_KEYS_FILE_FORMAT",
  *check({ env: { slurm } }) {
    for (const [name, { keys }] of Object.entries(slurm?.users ?? {})) {
      for (const [index, text] of keys.entries()) {
        if (sshPublicKey(text) !== null) continue;
        const path = ["slurm", "users", name, "keys", index];
        // the value is not told again: it may be secret
        if (/PRIVATE KEY/.test(text)) {
          yield {
            path,
            message: "this is a private key, and config is in Git: whoever reads it can log in",
            fix: "write the public key, the one line of the file that ends in .pub, and make a new pair: this one is known",
          };
          continue;
        }
        if (sshPublicKey(keyLine(text).key) !== null) {
          yield {
            path,
            message: "before the key are options that are not taken, or whose values sshd could not read",
            fix: 'keep from="10.0.0.0/8,*.example.com" (blocks without host bits), expiry-time="20271231Z", restrict, no-… and those that give back what restrict took, permitopen and permitlisten alone, with commas between; none that runs a command, sets variables or signs other keys',
          };
          continue;
        }
        yield {
          path,
          message: "this is no public SSH key on one line: a type, the key in base64, and a comment",
          fix: "copy the line of the .pub file, such as ~/.ssh/id_ed25519.pub; RSA keys need 2048 bits",
        };
      }
    }
  },
};

const keyTwice: Rule = {
  id: "slurm/user-key-twice",
  title: "Every key is one user's.",
  severity: "warning",
  why: "Whoever has the private key logs in as each of them: nobody can tell whose jobs and files they are, and the key of one who leaves still lets the other in.",
  source: "https://man.openbsd.org/sshd#AUTHORIZED_KEYS_FILE_FORMAT",
  *check({ env: { slurm } }) {
    const owners = new Map<string, string>();
    for (const [name, { keys }] of Object.entries(slurm?.users ?? {})) {
      for (const [index, text] of keys.entries()) {
        const key = sshPublicKey(keyLine(text).key);
        // what is no key is told of elsewhere
        if (key === null) continue;
        const owner = owners.get(key);
        if (owner === undefined || owner === name) {
          owners.set(key, name);
          continue;
        }
        yield {
          path: ["slurm", "users", name, "keys", index],
          message: `${owner} has this key, too`,
          fix: `let ${name} make a key of their own with ssh-keygen, and write its .pub file here`,
        };
      }
    }
  },
};

const nobodyCanLogIn: Rule = {
  id: "slurm/nobody-can-log-in",
  title: "Somebody can log in.",
  severity: "warning",
  why: "Login nodes let in users with keys, and Slurm takes jobs of users in teams: without both the cluster runs for nobody.",
  source: "https://slurm.schedmd.com/accounting.html",
  *check({ env: { slurm, teams } }) {
    // whom a directory has, nobody knows here
    if (!slurm || slurm.login.kind === "none" || slurm.directorySecretName !== undefined) return;
    const members = new Set(Object.values(teams).flatMap(({ users, coordinators }) => [...users, ...coordinators]));
    // what a Secret has, nobody knows here
    const hasKeys = (keys: readonly string[]) => keys.length > 0 || slurm.keysSecretName !== undefined;
    const able = Object.entries(slurm.users).some(([name, { keys }]) => hasKeys(keys) && members.has(name));
    if (able) return;
    const [team = "research"] = Object.keys(teams);
    yield {
      path: ["slurm", "users"],
      message: "nobody can log in and start a job: no user with a key is in a team",
      fix: `write slurm: { users: { "jane.doe": { uid: 20001, keys: ["ssh-ed25519 …"] } } } and teams: { ${team}: { users: ["jane.doe"] } }`,
    };
  },
};

const secretOfKeys: Rule = {
  id: "slurm/keys-secret",
  title: "A Secret with keys has users to be for.",
  severity: "error",
  why: "Keys count for users of config alone, and on login nodes.",
  source:
    "https://kubernetes.io/docs/concepts/configuration/secret/; Railyard's own design: users and their ids are in config, keys may be in a Secret",
  *check({ env: { slurm } }) {
    const name = slurm?.keysSecretName;
    if (!slurm || name === undefined) return;
    const path = ["slurm", "keysSecretName"];
    if (slurm.login.kind === "none") {
      yield {
        path,
        message: "there are no login nodes that could take keys",
        fix: "take keysSecretName out, or have login nodes",
      };
    } else if (Object.keys(slurm.users).length === 0) {
      yield {
        path,
        message: "no key of the Secret counts: slurm.users has nobody",
        fix: 'write slurm: { users: { "jane.doe": { uid: 20001 } } }; the Secret has an entry "jane.doe" with lines of .pub files',
      };
    }
  },
};

const userWithoutTeam: Rule = {
  id: "slurm/user-without-team",
  title: "Users are in teams, and members of teams are users.",
  severity: "warning",
  why: "Slurm refuses jobs of users without an account; a member without an id and keys cannot log in.",
  source: "https://slurm.schedmd.com/accounting.html",
  *check({ env: { slurm, teams } }) {
    if (!slurm) return;
    const members = new Set(Object.values(teams).flatMap(({ users, coordinators }) => [...users, ...coordinators]));
    for (const name of Object.keys(slurm.users).filter((user) => !members.has(user))) {
      yield {
        path: ["slurm", "users", name],
        message: `${name} is in no team: Slurm refuses their jobs`,
        fix: `add "${name}" to the users of a team`,
      };
    }
    if (slurm.login.kind === "none" || slurm.directorySecretName !== undefined) return;
    for (const [team, { users, coordinators }] of Object.entries(teams)) {
      for (const [key, names] of Object.entries({ users, coordinators })) {
        for (const [index, name] of names.entries()) {
          // who is both is told of once
          if (Object.hasOwn(slurm.users, name) || (key === "coordinators" && users.includes(name))) continue;
          yield {
            path: ["teams", team, key, index],
            message: `${name} cannot log in: slurm.users does not know them`,
            fix: `write slurm: { users: { "${name}": { uid: …, keys: ["ssh-ed25519 …"] } } }`,
          };
        }
      }
    }
  },
};

const idsBesideDirectory: Rule = {
  id: "slurm/users-beside-directory",
  title: "Ids of users in config are none of other people in the directory.",
  severity: "warning",
  why: "Login and compute nodes ask their own files first: who has in the directory an id that config gives to another person reads that person's files, and ends their jobs. Who is in both under two ids does not own what they have elsewhere.",
  source: "https://man7.org/linux/man-pages/man5/nsswitch.conf.5.html",
  *check({ env: { slurm } }) {
    if (slurm?.directorySecretName === undefined) return;
    const users = Object.entries(slurm.users);
    if (users.length === 0) return;
    const ids = users.map(([name, { uid }]) => `${name} (${uid})`);
    const [first, shown] = [
      users[0]!,
      ids.length > 5 ? `${ids.slice(0, 5).join(", ")} and ${ids.length - 5} more` : ids.join(", "),
    ];
    yield {
      path: ["slurm", "users"],
      message: `there is a directory, too, and what ids it has is not known here: ${shown}`,
      fix: `ask it on a machine that knows it, such as getent -s sss passwd ${first[1].uid}: an id must be nobody's there, or the same person's. Or take slurm.users out, and let the directory have everybody`,
    };
  },
};

const homesDoNotLast: Rule = {
  id: "slurm/homes-do-not-last",
  title: "Homes of users outlive pods.",
  severity: "warning",
  why: "Homes are on the volume at /home, else on Lustre, the same on login and compute nodes. Without a volume each pod has its own, which goes with it; on scratch file systems a failed server takes its part of the files along.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html",
  *check({ config: { profile }, env }) {
    const { slurm } = env;
    if (!slurm || Object.keys(slurm.users).length === 0) return;
    const { volume } = homesOf(env);
    const lustre = lustresOf(env).find(({ name }) => name === volume?.name);
    if (!volume) {
      yield {
        path: ["slurm", "users"],
        message:
          "no volume is mounted: homes are in the pods, differ between login and compute nodes, and are lost with them",
        fix: 'add storage: { homes: { kind: "efs" } } or lustre, or let users keep nothing in their homes',
      };
    } else if (lustre?.config.deployment.startsWith("scratch") && profile !== "development") {
      yield {
        path: [...lustre.path, "deployment"],
        message: `homes are on ${lustre.config.deployment}, which keeps one copy: a server that fails takes files along`,
        fix: 'add storage: { homes: { kind: "efs" } }, take a persistent deployment, or let users keep nothing in their homes',
      };
    }
  },
};

export const SLURM_USER_RULES: readonly Rule[] = [
  reservedUser,
  uidTwice,
  userKeys,
  keyTwice,
  nobodyCanLogIn,
  secretOfKeys,
  userWithoutTeam,
  idsBesideDirectory,
  homesDoNotLast,
];
