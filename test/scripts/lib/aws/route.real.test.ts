import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, motoIsPresent } from "../../../helpers/moto";
import { ROOT } from "../../../helpers/process";
import { proxyFor, wayToAws } from "../../../../scripts/lib/aws/route";

/** A name that only the proxy knows, with a certificate of a CA that only its own file tells of. */
const HOST = "aws.internal.test";

let folder: string;
let moto: ChildProcess;
let proxy: Server;
let asked: string[];
const file = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });

beforeAll(async () => {
  if (!motoIsPresent) return;
  folder = mkdtempSync(join(tmpdir(), "railyard-route-"));
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "2",
    "-subj",
    "/CN=own CA",
  );
  openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "csr.pem", "-subj", `/CN=${HOST}`);
  writeFileSync(file("san"), `subjectAltName=DNS:${HOST},DNS:*.${HOST}`);
  openssl(
    "x509",
    "-req",
    "-in",
    "csr.pem",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-out",
    "cert.pem",
    "-days",
    "2",
    "-extfile",
    "san",
  );
  const port = await freePort();
  moto = spawn("moto_server", ["-H", "127.0.0.1", "-p", `${port}`, "-c", file("cert.pem"), "-k", file("key.pem")], {
    stdio: "ignore",
  });
  proxy = createServer().on("connect", ({ url = "", headers }, client, head) => {
    asked.push(`${url} ${headers["proxy-authorization"] ?? "nobody"}`);
    const server = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.write(head);
      server.pipe(client).pipe(server);
    });
    for (const end of [server, client]) end.on("error", () => [server, client].forEach((one) => one.destroy()));
  });
  await new Promise<void>((done) => void proxy.listen(0, "127.0.0.1", done));
  for (;;) {
    const up = await new Promise((answer) => {
      const socket = connect(port, "127.0.0.1", () => answer(true)).on("error", () => answer(false));
      socket.on("connect", () => socket.destroy());
    });
    if (up) return;
    await new Promise((done) => setTimeout(done, 100));
  }
});
beforeEach(() => (asked = []));
afterAll(() => {
  moto?.kill("SIGKILL");
  proxy?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** A command in a process of its own; the test goes on meanwhile, for it is the proxy. */
async function railyard(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, "bin/railyard.js"), ...args], {
    env: {
      PATH: process.env["PATH"],
      TMPDIR: process.env["TMPDIR"],
      HOME: folder,
      AWS_ENDPOINT_URL: `https://${HOST}`,
      AWS_ACCESS_KEY_ID: "testing",
      AWS_SECRET_ACCESS_KEY: "testing",
      AWS_EC2_METADATA_DISABLED: "true",
      MOTO_ACCOUNT_ID: "111122223333",
      HTTPS_PROXY: `http://ann:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      AWS_CA_BUNDLE: file("ca.pem"),
      ...env,
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (text += part.toString()));
  const code = await new Promise((done) => child.on("close", done));
  return { code, text };
}

const testWithMoto = motoIsPresent || process.env["CI"] === "true" ? test : test.skip;

testWithMoto.each([
  ["preflight", ["preflight", "dev", "--check", "account/identity"], /123456789012/],
  ["doctor", ["doctor", "dev"], /AWS credentials +arn:aws:|AWS credentials +.*123456789012/],
  ["orphans", ["orphans", "dev"], /123456789012/],
  ["destroy", ["destroy", "dev", "--yes-destroy", "dev"], /123456789012/],
  ["adopt", ["adopt", "research", "--bucket", "ours", "--dry-run"], /123456789012/],
  ["bootstrap", ["bootstrap", "dev", "--dry-run"], /123456789012/],
  ["facts", ["facts", "--check", "--only", "instance-types"], /^instance-types: \d+ differ/m],
])("%s asks AWS through the proxy, with its password, and trusts the CA that is named", async (_, args, words) => {
  // the account of the stand-in is another one, which is told; its instance types are fewer: so it has been asked
  const { text } = await railyard(args, {});
  expect(text).toMatch(words);
  expect(new Set(asked.filter((one) => one.includes(HOST))).size).toBeGreaterThanOrEqual(1);
  expect(asked.every((one) => one.endsWith(` Basic ${Buffer.from("ann:secret").toString("base64")}`))).toBe(true);
  expect(text).not.toContain("ann:secret");
});

testWithMoto(
  "Node's own variable for certificates does as well; without either the CA is named as the reason",
  async () => {
    const args = ["preflight", "dev", "--check", "account/identity"];
    const extra = await railyard(args, { AWS_CA_BUNDLE: "", NODE_EXTRA_CA_CERTS: file("ca.pem") });
    expect(extra.text).toContain("123456789012");
    const none = await railyard(args, { AWS_CA_BUNDLE: "" });
    expect(none.text).toMatch(/AWS_CA_BUNDLE/);
    expect(none.text).not.toContain("123456789012");
  },
);

testWithMoto("hosts of NO_PROXY are asked directly", async () => {
  const { text } = await railyard(["preflight", "dev", "--check", "account/identity"], {
    NO_PROXY: `.${HOST},${HOST}`,
  });
  expect(asked).toEqual([]);
  expect(text).toMatch(/ENOTFOUND|EAI_AGAIN/);
});

describe("the proxy of a host", () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of ["HTTPS_PROXY", "NO_PROXY"])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  });
  const of = (env: Record<string, string>, host = "ec2.us-east-1.amazonaws.com") => {
    Object.assign(process.env, { HTTPS_PROXY: "", NO_PROXY: "" }, env);
    return proxyFor(host, 443, process.env);
  };

  test("is that of the variable, but for what NO_PROXY names", () => {
    expect(of({})).toBeNull();
    expect(of({ HTTPS_PROXY: "http://proxy:3128" })).toBe("http://proxy:3128");
    expect(of({ HTTPS_PROXY: "proxy:3128" })).toBe("http://proxy:3128");
    expect(of({ HTTPS_PROXY: "http://proxy:3128", NO_PROXY: ".amazonaws.com" })).toBeNull();
    expect(of({ HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "*" })).toBeNull();
    expect(of({ HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "other.test" })).toBe("http://proxy:3128");
    expect(of({ HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "127.0.0.1" }, "127.0.0.1")).toBeNull();
  });

  test("that is no address is told, and never with its password", () => {
    expect(() => of({ HTTPS_PROXY: "http://ann:secret@:x" })).toThrow(/^HTTPS_PROXY is no address of a proxy\.$/);
  });
});

test("a bundle that cannot be read, or has no certificate, is told", () => {
  expect(() => wayToAws({ AWS_CA_BUNDLE: "/nowhere.pem" })).toThrow(
    /^AWS_CA_BUNDLE names \/nowhere\.pem, which cannot be read/,
  );
  expect(() => wayToAws({ AWS_CA_BUNDLE: join(ROOT, "package.json") })).toThrow(/has no certificate in it/);
});
