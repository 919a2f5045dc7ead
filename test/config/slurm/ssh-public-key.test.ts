import fc from "fast-check";
import { generateKeyPairSync } from "node:crypto";
import { secretPlaces } from "../../../config/kernel/secret-values";
import { sshPublicKey } from "../../../config/slurm/ssh-public-key";

const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, bytes.length >> 8, bytes.length & 255]), bytes]);
const line = (type: string, ...fields: Buffer[]) =>
  `${type} ${Buffer.concat([Buffer.from(type), ...fields].map(field)).toString("base64")}`;
const ed25519 = (bytes: Uint8Array) => line("ssh-ed25519", Buffer.from(bytes));

describe("a public key", () => {
  test("is taken without its comment, whatever that says", () => {
    const key = ed25519(Buffer.alloc(32, 7));
    for (const comment of ["", " jane@laptop", " Jürgen's key $(reboot) `x` 'y'"])
      expect(sshPublicKey(key + comment)).toBe(key);
  });

  test.each([2048, 4096])("of RSA has at least 2048 bits: %d", (modulusLength) => {
    const { n = "", e = "" } = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
    const number = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, "base64url")]);
    const modulus = modulusLength === 2048 ? number(n) : Buffer.alloc(513, 200);
    const key = line("ssh-rsa", Buffer.from(e, "base64url"), modulus);
    expect(sshPublicKey(key)).toBe(key);
    expect(sshPublicKey(line("ssh-rsa", Buffer.from(e, "base64url"), Buffer.alloc(129, 200)))).toBeNull();
  });

  test("is no secret to the rules that look for some", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect([...secretPlaces({ keys: [`${ed25519(bytes)} jane@laptop`] }, [])]).toEqual([]);
      }),
    );
  });

  test.each([
    ["a block", 'from="10.0.0.0/8"'],
    [
      "blocks of both families, addresses, and patterns of names",
      'from="10.1.0.0/16,2001:db8::/32,::1,!10.1.2.3,*.example.com"',
    ],
    ["an end", 'expiry-time="20271231Z"'],
    ["an end with a time", 'expiry-time="202712312359"'],
    ["nothing but what is given back", "restrict,pty,No-X11-Forwarding"],
    ["places", 'permitopen="[2001:db8::1]:443",permitopen="host:*",permitlisten="8080"'],
  ])("keeps options that narrow it: %s", (_, options) => {
    const key = `${options} ${ed25519(Buffer.alloc(32, 7))}`;
    expect(sshPublicKey(`${key} jane@laptop`)).toBe(key);
    expect([...secretPlaces({ keys: [`${key} jane@laptop`] }, [])]).toEqual([]);
  });

  test.each([
    ["a command", 'command="sh"'],
    ["a command after others", 'restrict,COMMAND="sh"'],
    ["a command behind a quote", 'from="10.0.0.0/8\\",command=\\"sh"'],
    ["variables", 'environment="LD_PRELOAD=x"'],
    ["an authority", "cert-authority"],
    ["an authority with a block", 'cert-authority,from="10.0.0.0/8"'],
    ["a tunnel", 'tunnel="0"'],
    ["one that nobody knows", "no-nothing"],
    ["one that every object has", 'constructor="x"'],
    ["a value where none belongs", 'restrict="yes"'],
    ["no value where one belongs", "from"],
    ["a block with host bits", 'from="10.1.2.3/8"'],
    ["a block with host bits of IPv6", 'from="2001:db8::1/32"'],
    ["a block that is too small", 'from="10.0.0.0/33"'],
    ["a block of no address", 'from="10.0.0/8"'],
    ["a list with nothing in it", 'from="10.0.0.0/8,"'],
    ["a shell", 'from="$(reboot)"'],
    ["a day that is none", 'expiry-time="20270231"'],
    ["a port that is none", 'permitopen="host:70000"'],
    ["a quote that does not end", 'from="10.0.0.0/8'],
    ["two blanks", "restrict  "],
    ["a comma too many", "restrict,"],
  ])("is not taken with options such as %s", (_, options) =>
    expect(sshPublicKey(`${options} ${ed25519(Buffer.alloc(32, 7))}`)).toBeNull(),
  );

  test.each([
    ["nothing", ""],
    ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----"],
    ["options", `command="sh" ${ed25519(Buffer.alloc(32))}`],
    ["another type than it says", ed25519(Buffer.alloc(32)).replace("ssh-ed25519", "ssh-rsa")],
    ["a type that sshd does not take", line("ssh-dss", Buffer.alloc(32), Buffer.alloc(32))],
    ["a key that is cut off", ed25519(Buffer.alloc(32)).slice(0, -8)],
    ["a key that is too short", ed25519(Buffer.alloc(31))],
    ["two lines", `${ed25519(Buffer.alloc(32))} a\nssh-ed25519 b`],
    ["a tab", ed25519(Buffer.alloc(32)).replace(" ", "\t")],
    ["an escape", `${ed25519(Buffer.alloc(32))} \u001b[2J`],
  ])("is not %s", (_, text) => expect(sshPublicKey(text)).toBeNull());

  test("leaves nothing but letters, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const key = sshPublicKey(before + ed25519(Buffer.alloc(32)) + after);
        if (key !== null) expect(key).toMatch(/^[a-z0-9@.-]+ [A-Za-z0-9+/=]+$/);
      }),
    );
  });
});
