import { usersFiles, usersList, usersScript, USERS_MOUNTS, USERS_VOLUMES } from "../../../constructs/slurm/users";
import { runScript, slurmSample } from "../../helpers/slurm";

const PASSWD = "root:x:0:0:root:/root:/bin/bash\nsshd:x:101:65534::/run/sshd:/usr/sbin/nologin\n";
const ETC = {
  "etc/passwd": PASSWD,
  "etc/group": "root:x:0:\nusers:x:100:\n",
  "etc/shadow": "root:*:19000::::::\n",
  "etc/skel/.profile": "# profile\n",
};

/** The script over one list, and then over another in the same folder. */
const run = (list: string | null, before = "", files: Record<string, string> = {}) =>
  runScript(
    `set -u
cd "$FOLDER"; mkdir -p etc/ssh fsx
cp first list; bash script.users once
if [ -e second ]; then cp second list; else rm list; fi
bash script.users once; status=$?
[ ! -e etc/.oops ] || echo OOPS; exit "$status"`,
    {
      files: {
        ...ETC,
        ...files,
        "script.users": usersScript(),
        first: before.replaceAll("/fsx", "fsx"),
        ...(list !== null && { second: list.replaceAll("/fsx", "fsx") }),
      },
      stubs: { chown: "exit 0" },
      env: { RAILYARD_USERS: "list", RAILYARD_ETC: "etc", RAILYARD_USER_KEYS: "secret" },
    },
  );

describe("the list of users", () => {
  test("has ids, homes on the shared file system, and keys", () => {
    expect(usersList(slurmSample())).toBe(
      "user\tada\t20001\t/fsx/home/ada\nkey\tada\tssh-ed25519 AAAA\nuser\tgrace\t20002\t/fsx/home/grace\n",
    );
    expect(usersList(slurmSample({ volumes: [], homes: "/home" }))).toContain("\t/home/ada\n");
  });

  test("has options before a key as they are, with addresses of IPv6", () => {
    const key = 'from="10.0.0.0/8,2001:db8::/32" ssh-ed25519 AAAA';
    const list = usersList(slurmSample({ users: [{ name: "ada", uid: 20001, keys: [key] }] }));
    expect(list).toContain(`\nkey\tada\t${key}\n`);
    expect(run(list).file("etc/ssh/authorized_keys.d/ada")).toBe(`${key}\n`);
  });

  test.each(["a\tb", "a\nuser\troot\t0\t/", "a:b"])("cannot be broken by %j", (text) => {
    const asKey = text.includes(":") ? [] : [{ name: "a", uid: 1, keys: [text] }];
    for (const user of [{ name: text, uid: 1, keys: [] }, ...asKey])
      expect(() => usersList(slurmSample({ users: [user] }))).toThrow(/cannot stand in a list/);
  });
});

describe("the script for users", () => {
  const list = usersList(slurmSample());

  test("adds users beside those of the image, without a password, with key and home", () => {
    const done = run(list);
    expect(done.file("etc/passwd")).toBe(
      `${PASSWD}ada:x:20001:20001::fsx/home/ada:/bin/bash\ngrace:x:20002:20002::fsx/home/grace:/bin/bash\n`,
    );
    expect(done.file("etc/group")).toContain("ada:x:20001:\n");
    expect(done.file("etc/shadow")).toContain("ada:*::");
    expect(done.file("etc/ssh/authorized_keys.d/ada")).toBe("ssh-ed25519 AAAA\n");
    expect(done.file("etc/ssh/authorized_keys.d/grace")).toBe("");
    expect(done.file("fsx/home/ada/.profile")).toBe("# profile\n");
    expect(done.calls).toContain("chown -R 20001:20001 fsx/home/ada");
  });

  test("marks the folder of homes, also where they were made before, for scripts that delete", () => {
    expect(run(list).file("fsx/home/.railyard-homes")).toBe("");
    const old = run(list, "", { "fsx/home/ada/work": "mine", "fsx/home/grace/work": "hers" });
    expect(old.file("fsx/home/.railyard-homes")).toBe("");
  });

  test("takes away who is not in the list any more, and leaves their home", () => {
    const done = run("user\tgrace\t20002\t/fsx/home/grace\n", list);
    expect(done.file("etc/passwd")).not.toContain("ada");
    expect(done.file("etc/ssh/authorized_keys.d/ada")).toBeUndefined();
    expect(done.file("fsx/home/ada/.profile")).toBeDefined();
  });

  test("changes nothing where the list is the same, or is not there", () => {
    expect(run(list, list).output.match(/as config says/g)).toHaveLength(1);
    const gone = run(null, list);
    expect(gone.file("etc/passwd")).toContain("ada:x:20001");
  });

  test("does not touch a home that is there", () => {
    const done = run(list, "", { "fsx/home/ada/work": "mine" });
    expect(done.file("fsx/home/ada/work")).toBe("mine");
    expect(done.calls.join()).not.toContain("home/ada");
  });

  test.each([
    ["name", "user\tsshd\t20001\tfsx/home/sshd\n"],
    ["id", "user\teve\t101\tfsx/home/eve\n"],
    ["group", "user\tusers\t20001\tfsx/home/users\n"],
    ["id of root", "user\teve\t0\tfsx/home/eve\n"],
  ])("leaves out who has a %s of the image", (_, text) => {
    const done = run(`${text}key\t${text.split("\t")[1]}\tssh-ed25519 AAAA\n`);
    expect(done.file("etc/passwd")).toBe(PASSWD);
    expect(done.output).toContain("is left out");
    expect(Object.keys(done).length).toBeGreaterThan(0);
    expect(done.file(`etc/ssh/authorized_keys.d/${text.split("\t")[1]}`)).toBeUndefined();
  });

  const A = "A".repeat(68);

  test("adds keys of a Secret for users of the list, without comments, beside those of the list", () => {
    const done = run(list, "", {
      "secret/ada": `# laptop\n\nssh-ed25519 ${A} ada@laptop\r\n  ssh-rsa   ${A}==\tdesk`,
      "secret/grace": `ecdsa-sha2-nistp256 ${A}\n`,
    });
    expect(done.file("etc/ssh/authorized_keys.d/ada")).toBe(`ssh-ed25519 AAAA\nssh-ed25519 ${A}\nssh-rsa ${A}==\n`);
    expect(done.file("etc/ssh/authorized_keys.d/grace")).toBe(`ecdsa-sha2-nistp256 ${A}\n`);
    expect(done.output).not.toContain("a line of");
  });

  test.each([
    ["options", `command="sh" ssh-ed25519 ${A}`],
    ["an authority", `cert-authority ssh-ed25519 ${A}`],
    ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r"],
    ["a type that sshd does not take", `ssh-dss ${A}`],
    ["a word of the shell", `$(touch etc/.oops) ssh-ed25519 ${A}`],
    ["a field of the list", `ssh-ed25519 AAAA\nuser\troot\t0\t/root`],
  ])("leaves a line with %s out, and says so once", (_, text) => {
    const done = run(list, list, { "secret/ada": text });
    expect(done.file("etc/ssh/authorized_keys.d/ada")).toBe("ssh-ed25519 AAAA\n");
    expect(done.output).toMatch(/a line of ada is left out/);
    expect(done.output).not.toMatch(/OOPS|b3Blbn/);
    expect(done.output.match(/as config says/g)).toHaveLength(1);
  });

  test("leaves out who is not in the list, also by a part of a name, and the names of links of the kubelet", () => {
    const key = `ssh-ed25519 ${A}\n`;
    const done = run(list, "", { "secret/root": key, "secret/ad": key, "secret/..data/ada": key });
    expect(done.file("etc/passwd")).toContain("ada");
    expect(["root", "ad", "..data"].map((name) => done.file(`etc/ssh/authorized_keys.d/${name}`))).toEqual(
      Array(3).fill(undefined),
    );
    expect(done.output).toContain("keys of root are left out");
    expect(done.file("etc/ssh/authorized_keys.d/ada")).toBe("ssh-ed25519 AAAA\n");
  });

  test("runs no word of the list", () => {
    const hostile = "user\t$(touch etc/.oops)\t20001\tfsx/home/`touch etc/.oops`\nkey\t$(x)\t';touch etc/.oops'\n";
    expect(run(hostile).output).not.toContain("OOPS");
  });
});

test("pods mount the list as a folder, so that it changes while they run, and the program from a volume of its own", () => {
  const [folder, program] = USERS_MOUNTS;
  expect(folder).not.toHaveProperty("subPath");
  expect(program?.mountPath).toMatch(/^\/etc\/supervisor\/conf\.d\/.+\.conf$/);
  expect(new Set(USERS_MOUNTS.map(({ name }) => name)).size).toBe(2);
  const files = Object.keys(usersFiles(slurmSample()));
  const mounted = USERS_VOLUMES.flatMap(({ configMap }) => configMap?.items ?? []).map(({ key }) => key);
  expect(mounted.sort()).toEqual(files.sort());
  expect(usersFiles(slurmSample())["supervisor.conf"]).toContain(`command=bash ${folder?.mountPath}/users.sh\n`);
});

describe("homes of people whom a directory has", () => {
  const PAM = "session required pam_unix.so\n";
  const home = (user: string, entry: string) =>
    runScript('cd "$FOLDER"; mkdir -p x; bash script.users home', {
      files: { ...ETC, "script.users": usersScript(), entry: `${entry}\n` },
      stubs: { chown: "exit 0", getent: 'sed "s|FOLDER|$FOLDER|" "$FOLDER/entry"' },
      env: { RAILYARD_ETC: "etc", PAM_USER: user },
    });

  test("are made when they come, as theirs", () => {
    const done = home("eve", "eve:*:30001:30000:Eve:FOLDER/x/eve:/bin/bash");
    expect(done.file("x/eve/.profile")).toBe("# profile\n");
    expect(done.file("x/.railyard-homes")).toBe("");
    expect(done.calls.join()).toMatch(/chown -R 30001:30000 \S+\/x\/eve/);
  });

  test.each([
    ["of an id of the system", "eve", "eve:*:401:401:Eve:FOLDER/x/eve:/bin/bash"],
    ["with a name that is a path", "../x/eve", "../x/eve:*:30001:30000::FOLDER/x/../x/eve:/bin/bash"],
    ["whose home is another's", "eve", "eve:*:30001:30000::FOLDER/x/ada:/bin/bash"],
    ["whose home is no path", "eve", "eve:*:30001:30000::x/eve:/bin/bash"],
    ["whom nobody knows", "eve", ""],
  ])("are not made for people %s", (_, user, entry) => {
    const done = home(user, entry);
    expect(done.file("x/eve/.profile")).toBeUndefined();
    expect(done.file("x/ada/.profile")).toBeUndefined();
    expect(done.calls.join()).not.toContain("chown");
  });

  test("are asked for by sshd once, and only where there is a directory", () => {
    const list = usersList(slurmSample());
    expect(run(list, "", { "etc/pam.d/sshd": PAM }).file("etc/pam.d/sshd")).toBe(PAM);
    const asked = run(list, "", { "etc/pam.d/sshd": PAM, "etc/sssd/sssd.conf": "" }).file("etc/pam.d/sshd");
    expect(asked).toBe(
      `${PAM}session optional pam_exec.so quiet type=open_session /bin/bash ${USERS_MOUNTS[0]!.mountPath}/users.sh home\n`,
    );
  });
});
