import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const PROGRAMS = ["slapd", "ldapdelete", "sssd", "sss_ssh_authorizedkeys", "sshd", "openssl", "unshare"];

/** Whether this machine has what the directory is made of, of Debian: slapd ldap-utils sssd-ldap libnss-sss libpam-sss openssh-server. */
export const hasDirectory = (): boolean =>
  process.getuid?.() === 0 &&
  PROGRAMS.every((one) => spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${one}`]).status === 0);

/** One entry: attributes in their order; a list is an attribute with several values. */
export type Entry = Readonly<Record<string, string | readonly string[]>>;

const SUFFIX = "dc=example,dc=com";

/** Values in base64, so that they may be anything. */
const ldif = (entries: readonly Entry[]) =>
  entries
    .map((entry) =>
      Object.entries(entry)
        .flatMap(([name, values]) =>
          [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString("base64")}\n`),
        )
        .join(""),
    )
    .join("\n");

const TOP: Entry = { dn: SUFFIX, objectClass: ["dcObject", "organization"], dc: "example", o: "Example" };

/** Attributes with keys, as directories have them that were taught so. */
const KEYS_SCHEMA = `attributetype ( 1.3.6.1.4.1.4203.666.11.1 NAME 'sshPublicKey' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.4.1.4203.666.11.2 NAME 'ldapPublicKey' SUP top AUXILIARY MAY sshPublicKey )
`;

const text = (id: number, name: string) =>
  `attributetype ( 1.3.6.1.4.1.4203.666.12.${id} NAME '${name}' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )\n`;

/** Of Active Directory what SSSD asks for, in OpenLDAP: it imitates the names of a domain controller, and nothing that one does. */
const AD_SCHEMA = [
  ...["sAMAccountName", "unixHomeDirectory", "altSecurityIdentities", "userAccountControl", "groupType"].map(
    (name, id) => text(id + 1, name),
  ),
  `attributetype ( 1.3.6.1.4.1.4203.666.12.9 NAME 'memberOf' SUP distinguishedName )\n`,
  `objectclass ( 1.3.6.1.4.1.4203.666.12.10 NAME 'user' SUP top STRUCTURAL MUST ( cn $ sAMAccountName ) MAY ( unixHomeDirectory $ altSecurityIdentities $ userAccountControl $ memberOf $ uidNumber $ gidNumber $ loginShell $ userPassword ) )\n`,
  `objectclass ( 1.3.6.1.4.1.4203.666.12.11 NAME 'group' SUP top STRUCTURAL MUST ( cn $ sAMAccountName ) MAY ( gidNumber $ member $ groupType ) )\n`,
].join("");

const slapd = (folder: string, name: string, more: string) =>
  `${["core", "cosine", "nis", "inetorgperson"].map((schema) => `include /etc/ldap/schema/${schema}.schema\n`).join("")}include ${folder}/${name}.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/${name}.pid
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
maxsize 10485760
suffix ${SUFFIX}
rootdn cn=admin,${SUFFIX}
rootpw admin
directory ${folder}/${name}.data
${more}`;

export interface DirectorySetup {
  /** Entries below `dc=example,dc=com`, by the key that is made. */
  readonly people: (key: string) => readonly Entry[];
  readonly ad: (key: string) => readonly Entry[];
  /** Files of the folder of the lab, by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

/** Answers of the programs, by question: what they wrote, and `exit N`. */
export function askDirectory({ people, ad, files }: DirectorySetup): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "railyard-directory-"));
  try {
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content, { mode: path.startsWith("bin/") ? 0o755 : 0o600 });
    };
    for (const name of ["key", "other"])
      spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name), "-C", name]);
    const key = readFileSync(join(folder, "key.pub"), "utf8").trim();
    write("people.schema", KEYS_SCHEMA);
    write("ad.schema", AD_SCHEMA);
    write("people.conf", slapd(folder, "people", ""));
    // a domain tells nothing to who does not bind
    write(
      "ad.conf",
      slapd(folder, "ad", "access to attrs=userPassword by anonymous auth\naccess to * by users read\n"),
    );
    write("people.ldif", ldif([TOP, ...people(key)]));
    write("ad.ldif", ldif([TOP, ...ad(key)]));
    for (const [path, content] of Object.entries(files)) write(path, content.replaceAll("@folder@", folder));
    spawnSync("chmod", ["711", folder]);
    const { stderr } = spawnSync("setpriv", ["--pdeathsig", "KILL", "bash", join(__dirname, "lab.sh"), folder], {
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    const answers = Object.fromEntries(
      readdirSync(join(folder, "answers")).map((name) => [name, readFileSync(join(folder, "answers", name), "utf8")]),
    );
    return { ...answers, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
