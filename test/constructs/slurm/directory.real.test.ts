import { existsSync, readFileSync } from "node:fs";
import { sshdConfig } from "../../../constructs/slurm/login-set";
import { membersScript } from "../../../constructs/slurm/members-job";
import { usersList, usersScript } from "../../../constructs/slurm/users";
import { askDirectory, hasDirectory, type Entry } from "../../helpers/directory/real-directory";
import { slurmSample } from "../../helpers/slurm";

const can = hasDirectory() || process.env["CI"] !== undefined;

/** Files of SSSD as the documentation has them: for LDAP, and for Active Directory. */
const [OPEN, DOMAIN_OF_AD] = [...readFileSync("docs/slurm.md", "utf8").matchAll(/^```ini\n([^`]*)^```/gm)].map(
  ([, text]) => text!,
) as [string, string];

const AD = OPEN.replace(/^\[domain\/example\][^]*/m, DOMAIN_OF_AD);

/** @param more attributes, in the place of those that everybody has */
const person = (name: string, id: number, key: string, more: Entry = {}): Entry => ({
  dn: `cn=${id}-${more["loginShell"] ?? ""},dc=example,dc=com`.replaceAll("/", "-"),
  objectClass: ["inetOrgPerson", "posixAccount", "ldapPublicKey"],
  cn: `${id}-${more["loginShell"] ?? ""}`.replaceAll("/", "-"),
  sn: "x",
  uid: name,
  uidNumber: String(id),
  gidNumber: "30000",
  homeDirectory: `/export/"$(touch /tmp/touched)"`,
  loginShell: "/bin/bash",
  sshPublicKey: key,
  ...more,
});

/** People of the directory, and what `names` calls those whose name no file could have. */
const NAMES = {
  ada: "ada",
  jane: "jane",
  zoe: "zoe",
  locked: "locked",
  plain: "plain",
  gone: "gone",
  root: "root",
  sshd: "sshd",
  low: "low",
  disk: "disk.person",
  toor: "toor",
  path: "../../tmp/out",
  shell: "$(touch /tmp/touched)",
};
const group = (name: string, gid: number, memberUid: readonly string[]): Entry => ({
  dn: `cn=${name},dc=example,dc=com`,
  objectClass: "posixGroup",
  cn: name,
  gidNumber: String(gid),
  memberUid,
});
const PEOPLE = (key: string) => [
  person("ada", 30001, key),
  person("jane", 30002, key),
  person("zoe", 30003, key, { loginShell: "/usr/bin/tcsh" }),
  person("locked", 30004, key, { loginShell: "/usr/sbin/nologin" }),
  person("plain", 30005, "ssh-ed25519 AAAA"),
  { ...person("gone", 30006, key), dn: "uid=gone,dc=example,dc=com" },
  person("root", 30007, key),
  person("sshd", 30008, key),
  person("low", 401, key),
  person("disk.person", 30012, key, { gidNumber: "6" }),
  person("toor", 0, key),
  person("../../tmp/out", 30009, key),
  person("$(touch /tmp/touched)", 30010, key),
  person("stranger", 30011, key),
  group("ml-vision", 31000, ["ada", "root", "Jane Roe", "$(touch /tmp/touched)", "-x"]),
  group("storage", 42, ["ada"]),
];

const account = (name: string, key: string, more: Entry): Entry => ({
  dn: `CN=${name},CN=Users,DC=example,DC=com`,
  objectClass: "user",
  cn: name,
  sAMAccountName: name,
  userAccountControl: "512",
  altSecurityIdentities: key,
  ...more,
});
const VISION = "CN=ml-vision,CN=Users,DC=example,DC=com";
const DOMAIN = (key: string): readonly Entry[] => [
  { dn: "CN=Users,DC=example,DC=com", objectClass: "device", cn: "Users" },
  account("sssd-reader", key, { userPassword: "pass#word '\"$x" }),
  account("maria", key, { uidNumber: "40001", gidNumber: "41000", unixHomeDirectory: "/u/maria", memberOf: VISION }),
  account("disabled", key, { uidNumber: "40002", gidNumber: "41000", userAccountControl: "514", memberOf: VISION }),
  account("nobody-here", key, {}),
  {
    dn: VISION,
    objectClass: "group",
    cn: "ml-vision",
    sAMAccountName: "ml-vision",
    gidNumber: "41000",
    groupType: "-2147483646",
    member: ["maria", "disabled"].map((name) => `CN=${name},CN=Users,DC=example,DC=com`),
  },
];

const layout = slurmSample({
  users: [{ name: "jane", uid: 20002, keys: [] }],
  homes: "/home",
  teams: [{ name: "vision", share: 100, users: [], directoryGroups: ["ml-vision"] }],
});

(can ? describe : describe.skip)("people of a real directory", () => {
  let answers: Readonly<Record<string, string>>;
  const answer = (question: string) => answers[question]?.trim().split("\n");
  beforeAll(() => {
    answers = askDirectory({
      people: PEOPLE,
      ad: DOMAIN,
      files: {
        "sssd.open": OPEN,
        "sssd.group": OPEN.replace(
          "access_provider = permit",
          "access_provider = simple\nsimple_allow_groups = ml-vision",
        ),
        "sssd.ad": AD.replace("ldap_default_authtok = …", "ldap_default_authtok = pass#word '\"$x"),
        "sssd.wrong-password": AD.replace("ldap_default_authtok = …", "ldap_default_authtok = wrong"),
        "sshd.conf": `UsePAM yes\n${sshdConfig(true)}Port 10022\nPidFile @folder@/sshd.pid\n`,
        "members.sh": membersScript(layout)!,
        "opt/railyard-users/users.sh": usersScript(),
        "opt/railyard-users/users": usersList(layout),
        names: Object.entries(NAMES)
          .map(([label, name]) => `${label}\t${name}\n`)
          .join(""),
        "bin/sacctmgr": `#!/bin/bash\ncase "$*" in *list*) ;; *) echo "sacctmgr $*" >>@folder@/answers/accounting ;; esac\n`,
        "bin/squeue": "#!/bin/bash\n",
      },
    });
  });

  test("have their id, groups and a home, whatever the directory says of it", () => {
    expect(answer("open.passwd.ada")).toEqual(["ada:*:30001:30000:30001-:/home/ada:/bin/bash", "exit 0"]);
    expect(answer("open.id.ada")).toEqual(["uid=30001(ada) gid=30000 groups=30000,31000(ml-vision)", "exit 0"]);
    expect(answer("open.login.ada")).toEqual(["30001", "/home/ada", "bash", "30001:30000:700", "exit 0"]);
  });

  test("come by their key alone, with a shell that is there", () => {
    expect(answer("open.login.other-key")).toEqual(["exit 255"]);
    expect(answer("open.login.plain")).toEqual(["exit 255"]);
    expect(answer("open.passwd.zoe")![0]).toMatch(/:\/bin\/bash$/);
    expect(answer("open.login.zoe")).toContain("/home/zoe");
    expect(answer("open.login.locked")).toEqual(["This account is currently not available.", "exit 1"]);
  });

  test("are who config says they are where both have them", () => {
    expect(answer("open.passwd.jane")![0]).toBe("jane:x:20002:20002::/home/jane:/bin/bash");
    expect(answer("open.login.jane")).toEqual(["20002", "/home/jane", "bash", "20002:20002:700", "exit 0"]);
  });

  test.each(["root", "sshd", "low", "disk", "toor", "path", "shell"])("are not let in as %s", (label) => {
    expect(answer(`open.login.${label}`)).toEqual(["exit 255"]);
    expect(existsSync("/tmp/touched")).toBe(false);
  });

  test("have no id and no group of the system", () => {
    expect(answer("open.passwd.root")![0]).toMatch(/^root:x:0:/);
    expect(answer("open.passwd.sshd")![0]).toMatch(/^sshd:x:\d{1,3}:/);
    for (const question of ["open.passwd.low", "open.passwd.disk", "open.passwd.toor", "open.group.low"])
      expect(answer(question)).toEqual(["exit 2"]);
  });

  test("come to the team of their group, but for names that Slurm does not keep", () => {
    expect(answer("open.group")).toEqual(["ml-vision:*:31000:ada,Jane Roe,$(touch /tmp/touched),-x", "exit 0"]);
    expect(answer("open.members")!.slice(-2)).toEqual(["teams are as config and the directory say", "exit 0"]);
    expect(answer("accounting")).toContain("sacctmgr -i add user name=ada account=vision");
    expect(answers["accounting"]).not.toMatch(/Jane|touch|-x|root/);
  });

  test("who are no more in the directory come no more, and others come while it does not answer", () => {
    expect(answer("open.login.gone")).toContain("exit 0");
    expect(answer("open.login.gone-then")).toEqual([expect.stringMatching(/^exit 25/)]);
    expect(answer("open.login.offline")).toContain("exit 0");
  });

  test("are let in by their group where the file says so", () => {
    expect(answer("group.login.ada")).toContain("exit 0");
    expect(answer("group.login.stranger")).toEqual(["exit 255"]);
  });

  test("of a domain are those with an id who are not disabled", () => {
    expect(answer("ad.passwd.maria")![0]).toBe("maria:*:40001:41000::/home/maria:/bin/bash");
    expect(answer("ad.id.maria")![0]).toBe("uid=40001(maria) gid=41000(ml-vision) groups=41000(ml-vision)");
    expect(answer("ad.login.maria")).toEqual(["40001", "/home/maria", "bash", "40001:41000:700", "exit 0"]);
    expect(answer("ad.login.disabled")).toEqual(["exit 255"]);
    expect(answer("ad.passwd.nobody-here")).toEqual(["exit 2"]);
    expect(answer("accounting")).toContain("sacctmgr -i add user name=maria account=vision");
  });

  test.each(["no-ca", "wrong-password"])("are nobody, and teams stay as they are, with %s", (directory) => {
    expect(answer(`${directory}.members`)).toEqual(["exit 1"]);
    expect(answers[`${directory}.members.err`]).toContain("does not answer: team vision stays as it is");
    expect(answer(`${directory}.passwd.${directory === "no-ca" ? "ada" : "maria"}`)).toEqual(["exit 2"]);
  });
});
