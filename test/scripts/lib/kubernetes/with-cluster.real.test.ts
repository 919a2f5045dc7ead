import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import type { ClusterWay } from "../../../../scripts/lib/kubernetes/cluster-way";
import { openProxy } from "../../../../scripts/lib/kubernetes/proxied";
import { withCluster } from "../../../../scripts/lib/kubernetes/with-cluster";
import { kubeconfig, kubectlTest, serveApi, type Served, type ServedApi } from "../../../helpers/kube-api";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const status = (code: number, message: string): Served => ({ status: code, json: { kind: "Status", message } });

const ANSWERS: Record<string, Served> = {
  "GET /version": { json: { gitVersion: "v1.35.4", metadata: { managedFields: [{}] } } },
  "GET /api/v1/nodes?limit=500": {
    json: { metadata: { continue: "more" }, items: [{ metadata: { name: "a" }, status: { images: [1] } }] },
  },
  "GET /api/v1/nodes?limit=500&continue=more": { json: { metadata: {}, items: [{ metadata: { name: "b" } }] } },
  "GET /forbidden": status(403, 'nodes is forbidden: User "ann" cannot list resource "nodes"'),
  "GET /unauthorized": status(401, "Unauthorized"),
  "GET /busy": status(429, "too many requests"),
  "GET /page": { status: 200, text: "<html>a portal</html>" },
  "GET /slow": null,
  "POST /reviews": { status: 201, json: { status: { allowed: true } } },
};

let api: ServedApi;
beforeAll(async () => {
  api = await serveApi((question) => (question in ANSWERS ? (ANSWERS[question] ?? null) : status(404, "not found")));
});
afterAll(() => api.close());

const way = (context: string, path?: string): ClusterWay => ({
  kind: "kubeconfig",
  context,
  path: path ?? kubeconfig(folder(), { iron: api.host, dead: "http://127.0.0.1:1", none: "http://nowhere.invalid" }),
});
const use = <T>(run: (api: ClusterApi) => Promise<T>, to = way("iron"), env = process.env) =>
  withCluster({ way: to, env }, run);

kubectlTest("asks a cluster by the context that is named, page by page, and leaves nothing behind", async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith("railyard-kube-"));
  const answers = await use(async (cluster) => [
    await cluster.get("/version"),
    await cluster.list("/api/v1/nodes"),
    await cluster.list("/api/v1/nodes"),
    await cluster.list("/apis/none.example.com/v1/things"),
    await cluster.find("/api/v1/namespaces/none"),
    await cluster.post("/reviews", { spec: {} }),
  ]);
  const nodes = [{ metadata: { name: "a" }, status: {} }, { metadata: { name: "b" } }];
  expect(answers).toEqual([
    { gitVersion: "v1.35.4", metadata: {} },
    nodes,
    nodes,
    [],
    null,
    { status: { allowed: true } },
  ]);
  expect(api.asked.filter((one) => one.startsWith("GET /api/v1/nodes"))).toHaveLength(2);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("railyard-kube-"))).toEqual(before);
});

kubectlTest("says in words why there is no answer, and what to do", async () => {
  const failures = await use((cluster) =>
    Promise.all(
      ["/forbidden", "/unauthorized", "/busy", "/missing"].map((path) =>
        cluster.get(path).catch((error: unknown) => (error as { failure: { kind: string; text: string } }).failure),
      ),
    ),
  );
  expect(failures).toMatchObject([
    { kind: "forbidden", text: expect.stringContaining('User "ann" cannot list resource "nodes"') },
    { kind: "no-credentials" },
    { kind: "throttled" },
    { kind: "not-found" },
  ]);
  const refused = use((cluster) => cluster.get("/version"), way("dead"));
  await expect(refused).rejects.toMatchObject({
    failure: { kind: "unreachable", text: expect.stringContaining("refused") },
  });
  await expect(use((cluster) => cluster.get("/version"), way("none"))).rejects.toMatchObject({
    failure: { kind: "unreachable" },
  });
});

kubectlTest("deletes nothing unless that is asked for", async () => {
  await expect(use((cluster) => cluster.remove("/api/v1/namespaces/a"))).rejects.toMatchObject({ status: 403 });
  const gone = withCluster({ way: way("iron"), env: process.env, mayDelete: true }, (cluster) =>
    cluster.remove("/api/v1/namespaces/a"),
  );
  await expect(gone).resolves.toBeUndefined();
  expect(api.asked.filter((one) => one.startsWith("DELETE"))).toEqual(["DELETE /api/v1/namespaces/a"]);
});

kubectlTest("waits for an answer for a time only", async () => {
  const at = folder();
  const file = kubeconfig(at, { iron: api.host });
  const cluster = ["--kubeconfig", file, "--context", "iron"];
  const { ask, close } = await openProxy({ folder: at, env: process.env, cluster, limitMs: 50 });
  expect(await ask({ method: "GET", path: "/slow" })).toEqual({ status: null, body: "no answer in 0.05 s" });
  await close();
});

kubectlTest("where no way is opened, it is told with where to look", async () => {
  const at = folder();
  const gone = { folder: at, env: process.env, cluster: ["--kubeconfig", join(at, "none"), "--context", "iron"] };
  await expect(openProxy(gone)).rejects.toThrow(
    /^No way to the cluster was opened: kubectl proxy ended: [^]+\nLook at the VPN, the firewall/,
  );
});

kubectlTest("ends at once when it is interrupted", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const asking = withCluster({ way: way("iron"), env: process.env, signal: stop.signal }, async (cluster) => {
    setTimeout(() => stop.abort(reason), 20);
    return cluster.get("/slow");
  });
  await expect(asking).rejects.toBe(reason);
});

kubectlTest("knows no cluster but the one that is named", async () => {
  const path = kubeconfig(folder(), { iron: api.host });
  await expect(use(() => Promise.resolve(), way("iro", path))).rejects.toThrow(
    `The kubeconfig ${path} has no context "iro": it has iron; did you mean iron?`,
  );
  await expect(use(() => Promise.resolve(), way("iron", "/nowhere/config"))).rejects.toThrow(
    'There is no kubeconfig /nowhere/config, in which the context "iron" would be.',
  );
  const home = { ...process.env, HOME: "/nowhere", KUBECONFIG: undefined };
  await expect(use(() => Promise.resolve(), { kind: "kubeconfig", context: "iron" }, home)).rejects.toThrow(
    "There is no kubeconfig /nowhere/.kube/config",
  );
  const env = { ...process.env, KUBECONFIG: path };
  await use((cluster) => cluster.get("/version"), { kind: "kubeconfig", context: "iron" }, env);
});

kubectlTest("takes credentials from a program where config names an endpoint, and says where that fails", async () => {
  const exec = { command: "no-such-program", args: [], env: { A: "b" }, apiVersion: "client.authentication.k8s.io/v1" };
  const host = "https://127.0.0.1:1";
  const certificateAuthority = "-----BEGIN CERTIFICATE-----\nQ0E=\n-----END CERTIFICATE-----\n";
  await expect(use((cluster) => cluster.get("/version"), { kind: "endpoint", host, exec })).rejects.toMatchObject({
    failure: { kind: "no-credentials", text: expect.stringContaining("no-such-program") },
  });
  await expect(
    use((cluster) => cluster.get("/version"), { kind: "endpoint", host, exec, certificateAuthority }),
  ).rejects.toThrow(/certificate|kubectl proxy ended/);
});
