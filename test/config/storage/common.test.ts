import { endpointSchema } from "../../../config/state/schema";
import { hostSchema } from "../../../config/storage/common";

const messagesFor = (schema: typeof hostSchema, text: string): string[] =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

test("hosts and endpoints are names or addresses of one machine, and one sentence says what is wrong", () => {
  for (const host of ["10.0.0.256", "10.0.9", "224.0.0.1", "169.254.169.254", "255.255.255.255"]) {
    expect(messagesFor(hostSchema, host)).toEqual([expect.stringContaining("four parts of 0 to 255")]);
    expect(messagesFor(endpointSchema, `https://${host}:9000`)).toEqual([
      expect.stringContaining("four parts of 0 to 255"),
    ]);
  }
  expect(messagesFor(hostSchema, "fe80::1")).toEqual([expect.stringContaining("link-local")]);
  expect(messagesFor(hostSchema, "10.0.0.9:2049")).toEqual([expect.stringContaining("without a port")]);
  expect(messagesFor(endpointSchema, "https://10.0.0.9/path")).toEqual([expect.stringContaining("without a path")]);
});

test("names and whole addresses pass", () => {
  for (const host of ["files.example.com", "10.0.0.9", "fd00::9", "nas-1"])
    expect(messagesFor(hostSchema, host)).toEqual([]);
  for (const host of ["minio.example.com.", "10.0.0.9"])
    expect(messagesFor(endpointSchema, `https://${host}`)).toEqual([]);
});
