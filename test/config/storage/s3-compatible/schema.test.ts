import { s3CompatibleSchema } from "../../../../config/storage/s3-compatible/schema";

const legal = {
  kind: "s3-compatible",
  endpoint: "https://minio.example.com:9000",
  bucket: "checkpoints",
  secretName: "store",
};
const takes = (change: object): boolean => s3CompatibleSchema.safeParse({ ...legal, ...change }).success;

test("a store needs the name of its Secret", () => {
  expect(takes({})).toBe(true);
  expect(takes({ secretName: undefined })).toBe(false);
});

test.each([
  ["a password in the address", { endpoint: "https://jane:secret@minio.example.com" }],
  ["a path in the address", { endpoint: "https://minio.example.com/bucket" }],
  ["an access key in place of a name", { secretName: "AKIAIOSFODNN7EXAMPLE" }],
  ["a secret key beside it", { secretKey: "abc" }],
  [
    "a private key among certificates",
    { certificateAuthority: "-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----" },
  ],
  ["a folder above", { prefix: "../" }],
  ["a prefix without its slash", { prefix: "runs" }],
  ["a prefix that a shell would run", { prefix: "$(reboot)/" }],
  ["a Region of two lines", { region: "a\nendpoint_url = http://elsewhere" }],
])("%s is refused", (_, change) => expect(takes(change)).toBe(false));
