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
