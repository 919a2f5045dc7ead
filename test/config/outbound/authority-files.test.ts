import { loadEnvironments, type EnvironmentFolder } from "../../../config";
import type { ConfigError } from "../../../config/kernel/issues";
import { AUTHORITY_FILE, type ReadBeside } from "../../../config/outbound/authority-files";
import { NEXT_CA, OLD_CA, ROOT_CA, SERVER } from "../../helpers/certificates";
import { LEGAL, NOW } from "../../helpers/environment";

const KEY = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";

const FILES: Readonly<Record<string, string>> = {
  "root.pem": ROOT_CA,
  "ca/root.crt": ROOT_CA,
  "words.pem": `Certificate:\n    Data: of openssl x509 -text\n${ROOT_CA}`,
  "windows.pem": ROOT_CA.replaceAll("\n", "\r\n"),
  "two.pem": `${ROOT_CA}${NEXT_CA}`,
  "key.pem": `${ROOT_CA}${KEY}`,
  "only-key.pem": KEY,
  "der.cer": "\u0000\u0001",
  "large.pem": "x".repeat(70_000),
  "old.pem": OLD_CA,
  "server.pem": SERVER,
};

const read: ReadBeside = (path) => {
  const text = FILES[path.replace(/^\.\//, "")];
  return text === undefined ? { fault: "there is no such file" } : { text };
};
const FOLDER: EnvironmentFolder = { names: [], read };

const load = (file: unknown, folder: EnvironmentFolder | undefined = FOLDER) =>
  loadEnvironments(
    { sample: () => ({ ...LEGAL, outbound: { authorities: { corp: { file } } } }) },
    [],
    NOW,
    folder,
  )[0]!;

const faults = (file: unknown, folder?: EnvironmentFolder) => {
  try {
    load(file, folder);
  } catch (error) {
    return (error as ConfigError).environments.flatMap(({ issues }) => issues);
  }
  return [];
};

test.each(["root.pem", "./root.pem", "ca/root.crt", "words.pem", "windows.pem"])("%s is one certificate", (file) => {
  const { resolved, config } = load(file);
  expect(resolved.outbound.authorities).toEqual([{ name: "corp", pem: ROOT_CA }]);
  expect(config).toHaveProperty(["outbound", "authorities", "corp"], ROOT_CA);
});

test.each([
  ["none.pem", ["none.pem cannot be read: there is no such file", "config/environments"]],
  ["two.pem", ["two.pem has 2 certificates", "a file of its own"]],
  ["key.pem", ["private key in it: take it out"]],
  ["only-key.pem", ["private key in it: take it out"]],
  ["der.cer", ["no certificate in PEM", "-inform der"]],
  ["large.pem", ["70000 characters"]],
])("%s is told with its key", (file, words) => {
  const [issue, ...more] = faults(file);
  expect(more).toEqual([]);
  expect(issue?.path).toEqual(["outbound", "authorities", "corp", "file"]);
  for (const word of words) expect(`${issue?.message} ${issue?.hint}`).toContain(word);
  expect(JSON.stringify(issue)).not.toContain("AAAA");
});

test.each([
  ["old.pem", "over since 2025-01-01"],
  ["server.pem", "no authority"],
])("rules read %s as they read a text", (file, words) => {
  expect(faults(file)).toMatchObject([
    { path: ["outbound", "authorities", "corp"], message: expect.stringContaining(words), rule: "outbound/authority" },
  ]);
});

test("where the folder is not known no certificate is taken for granted", () => {
  const [issue] = faults("root.pem", { names: [], read: () => ({ fault: "the folder is not known" }) });
  expect(issue?.message).toContain("cannot be read");
});

test("nothing leads out of the folder", () => {
  for (const path of [
    "../ca.pem",
    "/etc/ca.pem",
    "a/../ca.pem",
    "~/ca.pem",
    "ca.txt",
    ".pem",
    "a//b.pem",
    "././ca.pem",
    "..pem",
    "ca.pem\n",
  ])
    expect(AUTHORITY_FILE.test(path)).toBe(false);
  expect(faults("../root.pem")).toMatchObject([{ path: ["outbound", "authorities", "corp", "file"] }]);
  expect(faults(7)).toMatchObject([{ path: ["outbound", "authorities", "corp", "file"] }]);
});

test("a text that is no certificate is told as before, with the file as the other way", () => {
  const written = { ...LEGAL, outbound: { authorities: { corp: "nonsense" } } };
  expect(() => loadEnvironments({ sample: () => written }, [], NOW)).toThrow(/one certificate in PEM and nothing else/);
});

test("the name of a file in the place of a certificate is told as that", () => {
  const written = { ...LEGAL, outbound: { authorities: { corp: "corp-ca.pem" } } };
  expect(() => loadEnvironments({ sample: () => written }, [], NOW)).toThrow(/written \{ file: "corp-ca\.pem" \}/);
});

test.each([
  ["url", "HTTP://Proxy.example.com:3128/", "http://proxy.example.com:3128"],
  ["direct", "*.Corp.example.com", ".corp.example.com"],
  ["direct", "https://registry.example.com:5000/", "registry.example.com"],
])("what is nearly right in %s, %s, is told with what to write", (name, written, corrected) => {
  const url = "http://proxy.example.com:3128";
  const proxy = name === "url" ? { url: written } : { url, direct: [written] };
  expect(() => loadEnvironments({ sample: () => ({ ...LEGAL, outbound: { proxy } }) }, [], NOW)).toThrow(
    `: write ${JSON.stringify(corrected)}`,
  );
});

test("a user in the address of the proxy is not written again", () => {
  const proxy = { url: "http://me:hunter2@proxy.example.com:3128" };
  expect(() => loadEnvironments({ sample: () => ({ ...LEGAL, outbound: { proxy } }) }, [], NOW)).toThrow(
    /never with a user(?!.*: write)/,
  );
});
