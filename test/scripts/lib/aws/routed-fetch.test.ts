import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitHub } from "../../../../scripts/dev/ci/github";
import { routedFetch } from "../../../../scripts/lib/aws/routed-fetch";

/** Hosts that only the proxy knows, with a certificate that only its own file tells of. */
const [HOST, OTHER] = ["charts.internal.test", "files.internal.test"];

let folder: string;
let server: Server;
let proxy: Server;
let tunnels: string[];
let asked: string[];
const before = { ...process.env };
const portOf = (one: Server) => (one.address() as AddressInfo).port;
const listen = (one: Server) => new Promise<void>((done) => void one.listen(0, "127.0.0.1", done));

function answer(
  { url = "", method = "", headers }: IncomingMessage,
  body: string,
): { status: number; headers?: object; text?: string } {
  const sent = method === "GET" ? ["", ""] : [`${method} `, ` ${body}`];
  asked.push(`${sent[0]}${headers.host}${url} ${headers.authorization ?? "nobody"}${sent[1]}`);
  if (url === "/moved") return { status: 302, headers: { location: `https://${OTHER}/index.yaml` } };
  if (url === "/circle") return { status: 301, headers: { location: "/circle" } };
  if (url === "/plain") return { status: 307, headers: { location: `http://${OTHER}/index.yaml` } };
  if (url === "/none") return { status: 401, headers: { "www-authenticate": "Bearer realm=x" } };
  return { status: 200, text: "entries: {}" };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "railyard-fetch-"));
  const names = `subjectAltName=DNS:${HOST},DNS:${OTHER}`;
  const args = [
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "key.pem",
    "-out",
    "cert.pem",
    "-days",
    "2",
    "-subj",
    "/CN=own",
  ];
  execFileSync("openssl", ["req", "-x509", ...args, "-addext", names], { cwd: folder, stdio: "ignore" });
  const own = { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "cert.pem")) };
  server = createSecureServer(own, (request, response) => {
    if (request.url === "/slow") return;
    const parts: Buffer[] = [];
    request
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => {
        const { status, headers = {}, text = "" } = answer(request, Buffer.concat(parts).toString());
        response.writeHead(status, headers as Record<string, string>).end(text);
      });
  });
  await listen(server);
  proxy = createServer().on("connect", ({ url = "" }, client, head) => {
    tunnels.push(url);
    const there = connect(portOf(server), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      there.write(head);
      there.pipe(client).pipe(there);
    });
    for (const end of [there, client]) end.on("error", () => [there, client].forEach((one) => one.destroy()));
  });
  await listen(proxy);
});
beforeEach(() => {
  [tunnels, asked] = [[], []];
  Object.assign(process.env, { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NO_PROXY: "" });
});
afterAll(() => {
  for (const name of ["HTTPS_PROXY", "NO_PROXY"])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  for (const one of [server, proxy]) {
    one.closeAllConnections();
    one.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, { ca = join(folder, "cert.pem"), ms = 300_000, headers = {} } = {}) =>
  routedFetch({ AWS_CA_BUNDLE: ca })(url, { headers, signal: AbortSignal.timeout(ms) });

test("a page is asked for through the proxy, with the CA that is named", async () => {
  const response = await get(`https://${HOST}/index.yaml`);
  expect([response.status, await response.text()]).toEqual([200, "entries: {}"]);
  expect(tunnels).toEqual([`${HOST}:443`]);
});

test("a token stays with the host that asked for it when the page is elsewhere", async () => {
  const headers = { authorization: "Bearer secret" };
  expect((await get(`https://${HOST}/moved`, { headers })).ok).toBe(true);
  expect(asked).toEqual([`${HOST}/moved Bearer secret`, `${OTHER}/index.yaml nobody`]);
});

test("GitHub is asked by the same way, and gets what is sent", async () => {
  const env = { AWS_CA_BUNDLE: join(folder, "cert.pem") };
  const github = new GitHub({ env, token: "t", repository: "a/b", apiUrl: `https://${HOST}` });
  await expect(github.request("POST", "/issues", { title: "x" })).rejects.toThrow(/JSON/);
  expect([tunnels, asked]).toEqual([[`${HOST}:443`], [`POST ${HOST}/repos/a/b/issues Bearer t {"title":"x"}`]]);
});

test("what is sent goes to no other host, and nothing goes without HTTPS to another machine", async () => {
  const fetch = routedFetch({ AWS_CA_BUNDLE: join(folder, "cert.pem") });
  const init = { method: "POST", body: "{}", headers: {}, signal: AbortSignal.timeout(300_000) };
  await expect(fetch(`https://${HOST}/moved`, init)).rejects.toThrow(/was not meant to get what is sent/);
  await expect(fetch(`http://${HOST}/index.yaml`, init)).rejects.toThrow(/is not HTTPS/);
});

test("a refusal comes with its headers", async () => {
  const response = await get(`https://${HOST}/none`);
  expect([response.ok, response.status, response.headers.get("www-authenticate")]).toEqual([
    false,
    401,
    "Bearer realm=x",
  ]);
});

test.each([
  ["/circle", /leads in a circle/],
  ["/plain", /leads to http:\/\/files\.internal\.test, which is not HTTPS/],
])("%s is followed no further", async (path, message) => {
  await expect(get(`https://${HOST}${path}`)).rejects.toThrow(message);
});

test("no answer is told as fetch tells it", async () => {
  await expect(get(`https://${HOST}/slow`, { ms: 300 })).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(get(`https://${HOST}/index.yaml`, { ca: "" })).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/SELF_SIGNED/) },
  });
  tunnels = [];
  process.env["NO_PROXY"] = HOST;
  await expect(get(`https://${HOST}/index.yaml`)).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
  });
  expect(tunnels).toEqual([]);
});
