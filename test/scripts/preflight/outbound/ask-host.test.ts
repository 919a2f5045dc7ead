import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer as createProxy, type Server } from "node:http";
import { createServer, type Server as TlsServer } from "node:https";
import { connect, createServer as createSilent, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askHosts } from "../../../../scripts/preflight/outbound/ask-host";

const folder = mkdtempSync(join(tmpdir(), "ask-host-"));
const text = (name: string) => readFileSync(join(folder, name), "utf8");
const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });

let registry: TlsServer;
let proxy: Server;
const connected: string[] = [];
let allows = true;

const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;
const listens = (server: Server | TlsServer) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

beforeAll(async () => {
  openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test CA", "-days", "9"); // prettier-ignore
  openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "s.key", "-out", "s.csr", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"); // prettier-ignore
  openssl("x509", "-req", "-in", "s.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-out", "s.pem", "-days", "9", "-copy_extensions", "copy"); // prettier-ignore
  registry = createServer({ key: text("s.key"), cert: text("s.pem") }, ({ url }, answer) => {
    answer.writeHead(url === "/v2/" ? 401 : 404).end();
  });
  proxy = createProxy().on("connect", ({ url = "" }, socket) => {
    connected.push(url);
    if (!allows) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const on = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      on.pipe(socket);
      socket.pipe(on);
    });
    on.on("error", () => socket.destroy());
    socket.on("error", () => on.destroy());
  });
  await Promise.all([listens(registry), listens(proxy)]);
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  proxy.close();
});

const host = () => `localhost:${portOf(registry)}`;
const asked = (question: { host: string; proxy?: string }, authorities = [text("ca.pem")], limitMs = 10_000) =>
  askHosts({ authorities, limitMs })(question);
const through = () => `http://localhost:${portOf(proxy)}`;

test("a registry answers with its authority, and is refused without it", async () => {
  await expect(asked({ host: host() })).resolves.toEqual({ kind: "answered", status: 401 });
  await expect(asked({ host: host() }, [])).resolves.toEqual({
    kind: "not-trusted",
    code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  });
});

test("a certificate of another host is refused", async () => {
  await expect(asked({ host: `127.0.0.1:${portOf(registry)}` })).resolves.toMatchObject({ kind: "not-trusted" });
});

test("the proxy is gone through, and whom it refuses is told apart from the host", async () => {
  await expect(asked({ host: host(), proxy: through() })).resolves.toEqual({ kind: "answered", status: 401 });
  expect(connected).toEqual([host()]);
  await expect(asked({ host: host(), proxy: through() }, [])).resolves.toMatchObject({ kind: "not-trusted" });
  allows = false;
  await expect(asked({ host: host(), proxy: through() })).resolves.toEqual({ kind: "refused-by-proxy", status: 407 });
});

test("who does not answer is silent, in time", async () => {
  const silent = createSilent();
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const at = `127.0.0.1:${portOf(silent)}`;
  await expect(asked({ host: at }, [], 300)).resolves.toEqual({ kind: "silent", code: "ETIMEDOUT", atProxy: false });
  await expect(asked({ host: host(), proxy: `http://${at}` }, [], 300)).resolves.toEqual({
    kind: "silent",
    code: "ETIMEDOUT",
    atProxy: true,
  });
  silent.close();
  await expect(asked({ host: "nobody.invalid:443" })).resolves.toMatchObject({ kind: "silent", atProxy: false });
});

test("what was interrupted is no answer", async () => {
  const ended = AbortSignal.abort(new Error("interrupted"));
  await expect(askHosts({ authorities: [], signal: ended })({ host: host() })).rejects.toThrow("interrupted");
});
