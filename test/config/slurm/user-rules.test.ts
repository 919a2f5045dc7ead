import { SLURM_USER_RULES } from "../../../config/slurm/user-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA jane@laptop";
const OTHER = KEY.replace("AAAA jane", "AAAB joe");
const users = (all: object, more: object = {}) => ({ slurm: { users: all }, ...more });
const jane = { uid: 20001, keys: [KEY] };
const inVision = { teams: { vision: { users: ["jane.doe"] } } };
const SCRATCH = { deployment: "scratch-2", capacityGiB: 38400, throughput: null, efa: null };
const at = (...path: (string | number)[]) => ["slurm", "users", ...path];

ruleCases(SLURM_USER_RULES, {
  "slurm/user-reserved": {
    severity: "error",
    trips: [
      ...["root", "slurm", "sshd", "nobody", "ubuntu", "video", "users", "plugdev", "_ssh", "render"].map((name) => ({
        when: name,
        change: users({ [name]: jane }),
        at: at(name),
        message: [`${name} is a user or group of the system`],
      })),
      ...[60000, 65534, 65535].map((uid) => ({
        when: `the id ${uid}`,
        change: users({ jane: { uid } }),
        at: at("jane", "uid"),
        message: [String(uid), "60000 to 65535"],
        fix: ["1000 to 59999"],
      })),
    ],
    passes: [
      { when: "names with dots", change: users({ "jane.doe": jane }) },
      { when: "1000, whose user the images remove", change: users({ jane: { uid: 1000 } }) },
      { when: "ids of a directory", change: users({ jane: { uid: 65536 }, joe: { uid: 1_720_000_123 } }) },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/user-id-twice": {
    severity: "error",
    trips: [
      {
        change: users({ jane, joe: { uid: 20001 } }),
        at: at("joe", "uid"),
        message: ["20001 is the id of jane"],
        fix: ["nobody has had"],
      },
    ],
    passes: [{ when: "two ids", change: users({ jane, joe: { uid: 20002 } }) }],
  },
  "slurm/user-keys": {
    severity: "error",
    trips: [
      {
        when: "a private key",
        change: users({ jane: { uid: 20001, keys: [KEY, "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r"] } }),
        at: at("jane", "keys", 1),
        message: ["private key"],
        fix: [".pub"],
      },
      {
        when: "a command before the key",
        change: users({ jane: { uid: 20001, keys: [`command="sh" ${KEY}`] } }),
        at: at("jane", "keys", 0),
        message: ["before the key are options"],
        fix: ['from="10.0.0.0/8'],
      },
      {
        when: "a path",
        change: users({ jane: { uid: 20001, keys: ["~/.ssh/id_ed25519.pub"] } }),
        at: at("jane", "keys", 0),
        message: ["no public SSH key"],
        fix: [".pub file"],
      },
    ],
    passes: [
      { when: "a public key", change: users({ jane }) },
      { when: "a key for a block", change: users({ jane: { uid: 20001, keys: [`from="10.0.0.0/8" ${KEY}`] } }) },
    ],
  },
  "slurm/user-key-twice": {
    severity: "warning",
    trips: [
      {
        when: "one key of two users, with another comment and with options",
        change: users({
          jane,
          joe: { uid: 20002, keys: [OTHER, `from="10.0.0.0/8" ${KEY.replace("jane@", "joe@")}`] },
        }),
        at: at("joe", "keys", 1),
        message: ["jane has this key, too"],
        fix: ["ssh-keygen"],
      },
    ],
    passes: [
      { when: "a key each", change: users({ jane, joe: { uid: 20002, keys: [OTHER] } }) },
      { when: "one that a user has twice", change: users({ jane: { uid: 20001, keys: [KEY, KEY] } }) },
    ],
  },
  "slurm/nobody-can-log-in": {
    severity: "warning",
    tripsSample: true,
    trips: [
      { when: "no users", change: {}, at: at(), message: ["no user with a key is in a team"], fix: ["vision"] },
      { when: "a user in no team", change: users({ jane }), at: at(), fix: ["users"] },
      {
        when: "a member without a key",
        change: users({ "jane.doe": { uid: 20001 } }, inVision),
        at: at(),
        fix: ["keys"],
      },
    ],
    passes: [
      { when: "whoever a directory has", change: { slurm: { directorySecretName: "sssd" } } },
      { when: "a member with a key", change: users({ "jane.doe": jane }, inVision) },
      {
        when: "a member whose keys a Secret may have",
        change: { slurm: { keysSecretName: "people", users: { "jane.doe": { uid: 20001 } } }, ...inVision },
      },
      { when: "no login nodes", change: { slurm: { login: { kind: "none" } } } },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/keys-secret": {
    severity: "error",
    trips: [
      {
        when: "nobody who could have a key",
        change: { slurm: { keysSecretName: "people" } },
        at: ["slurm", "keysSecretName"],
        message: ["slurm.users has nobody"],
        fix: ['an entry "jane.doe" with lines of .pub files'],
      },
      {
        when: "no login nodes",
        change: { slurm: { keysSecretName: "people", users: { jane }, login: { kind: "none" } } },
        at: ["slurm", "keysSecretName"],
        message: ["no login nodes"],
      },
    ],
    passes: [
      { when: "users", change: { slurm: { keysSecretName: "slurm-people.of-ours", users: { jane } } } },
      { when: "no Secret", change: users({ jane }) },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/users-beside-directory": {
    severity: "warning",
    trips: [
      {
        when: "users and a directory",
        change: { slurm: { directorySecretName: "sssd", users: { jane: { uid: 20001 }, joe: { uid: 20002 } } } },
        at: ["slurm", "users"],
        message: ["jane (20001), joe (20002)"],
        fix: ["getent -s sss passwd 20001"],
      },
      {
        when: "many users, of whom some are named",
        change: {
          slurm: {
            directorySecretName: "sssd",
            users: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`u${n}`, { uid: 20000 + n }])),
          },
        },
        at: ["slurm", "users"],
        message: ["u5 (20005) and 2 more"],
      },
    ],
    passes: [
      { when: "a directory alone", change: { slurm: { directorySecretName: "sssd" } } },
      { when: "users alone", change: users({ jane }) },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/user-without-team": {
    severity: "warning",
    trips: [
      { when: "a user in no team", change: users({ jane }), at: at("jane"), message: ["in no team"], fix: ['"jane"'] },
      {
        when: "a member who is no user",
        change: inVision,
        at: ["teams", "vision", "users", 0],
        message: ["jane.doe cannot log in"],
        fix: ["uid"],
      },
      {
        when: "a coordinator who is no user",
        change: users(
          { "jane.doe": jane },
          { teams: { vision: { users: ["jane.doe"], coordinators: ["jane.doe", "ada"] } } },
        ),
        at: ["teams", "vision", "coordinators", 1],
        message: ["ada cannot log in"],
        fix: ["uid"],
      },
    ],
    passes: [
      { when: "both", change: users({ "jane.doe": jane }, inVision) },
      {
        when: "a user who is coordinator and nothing else",
        change: users({ "jane.doe": jane }, { teams: { vision: { coordinators: ["jane.doe"] } } }),
      },
      { when: "members without login nodes", change: { slurm: { login: { kind: "none" } }, ...inVision } },
      { when: "no Slurm", change: { slurm: null, ...inVision } },
    ],
  },
  "slurm/homes-do-not-last": {
    severity: "warning",
    trips: [
      {
        when: "no file system",
        change: users({ jane }, { lustre: null, checkpoints: null }),
        at: at(),
        message: ["no volume is mounted", "lost with them"],
      },
      {
        when: "scratch in production",
        change: users({ jane }, { lustre: SCRATCH }),
        at: ["lustre", "deployment"],
        message: ["one copy"],
      },
    ],
    passes: [
      { when: "persistent storage", change: users({ jane }) },
      {
        when: "scratch in development",
        change: users({ jane }, { profile: "development", lustre: SCRATCH }),
      },
      { when: "nobody with a home", change: { lustre: null, checkpoints: null } },
    ],
  },
});

test("a private key is not told again", () => {
  const change = users({ jane: { uid: 20001, keys: ["-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r"] } });
  const [found] = violations(ruleOf(SLURM_USER_RULES, "slurm/user-keys"), change);
  expect(JSON.stringify(found)).not.toContain("b3Blbn");
});
