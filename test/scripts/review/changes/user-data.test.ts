import { gzipSync } from "node:zlib";
import { userData } from "../../../../constructs/nodes/user-data";
import { isUserData, userDataParts, userDataText } from "../../../../scripts/review/changes/user-data";

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const MIME = userData("apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\n", [
  { name: "lustre.sh", text: "#!/bin/bash\nmodprobe lustre\n" },
  { name: "boot.sh", text: "#!/bin/bash\necho héllo\n".replace("é", "e") },
]);

test("a script in base64 is one part without a name", () => {
  expect(userDataParts(base64("#!/bin/bash\necho hi\n"))).toEqual([{ name: "", text: "#!/bin/bash\necho hi\n" }]);
});

test("a script in plain text is read as it is", () => {
  expect(userDataParts("#!/bin/bash\necho hi\n")[0]?.text).toBe("#!/bin/bash\necho hi\n");
});

test("user data of Railyard's own nodes is read in its parts", () => {
  const parts = userDataParts(base64(MIME));
  expect(parts.map(({ name }) => name)).toEqual(["application/node.eks.aws", "lustre.sh", "boot.sh"]);
  expect(parts[1]?.text).toContain("modprobe lustre");
  expect(parts[0]?.text).not.toContain("Content-Type");
});

test("packed user data is unpacked", () => {
  expect(userDataText(base64(gzipSync("#!/bin/bash\necho packed\n")))).toContain("echo packed");
  expect(userDataParts(base64(gzipSync(MIME)))).toHaveLength(3);
});

test("parts in base64, packed or not, are decoded", () => {
  const message = [
    'Content-Type: multipart/mixed; boundary="B"',
    "MIME-Version: 1.0",
    "",
    "--B",
    "Content-Type: text/x-shellscript",
    "Content-Transfer-Encoding: base64",
    "",
    base64(gzipSync("echo inside")),
    "--B",
    "Content-Type: text/x-shellscript",
    "",
    "echo second",
    "--B--",
    "what follows is no part",
  ].join("\n");
  expect(userDataParts(base64(message))).toEqual([
    { name: "text/x-shellscript", text: "echo inside" },
    { name: "text/x-shellscript 2", text: "echo second" },
  ]);
});

test("a header that goes on in the next line is read whole", () => {
  const message = 'Content-Type: multipart/mixed;\n boundary="B"\n\n--B\nContent-Type: text/plain\n\nhello\n--B--\n';
  expect(userDataParts(base64(message))[0]?.text).toBe("hello");
});

test("lines of Windows are lines", () => {
  expect(userDataText(base64("a\r\nb\r\n"))).toBe("a\nb\n");
});

test("a hash in place of user data is left alone, though it looks like base64", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  expect(userDataText(hash)).toBe(hash);
});

test("bytes that are no text are counted and told apart", () => {
  const one = userDataText(base64(gzipSync(Buffer.from([0, 1, 2, 3]))));
  const other = userDataText(base64(gzipSync(Buffer.from([0, 1, 2, 4]))));
  expect(one).toMatch(/^\(\d+ bytes that are no text, sha256 [0-9a-f]{12}…\)$/);
  expect(one).not.toBe(other);
});

test("a compressed bomb does not fill the memory", () => {
  const bomb = base64(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  expect(userDataText(bomb).length).toBeLessThan(100);
});

test.each(["user_data", "user_data_base64", "custom_data"])("%s holds user data", (name) =>
  expect(isUserData(name)).toBe(true),
);
test("user_data_replace_on_change holds none", () => expect(isUserData("user_data_replace_on_change")).toBe(false));
