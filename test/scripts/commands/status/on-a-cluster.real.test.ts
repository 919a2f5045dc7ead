import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { statusCommand } from "../../../../scripts/commands/status/command";
import type { StatusReport } from "../../../../scripts/commands/status/report";
import type { Api } from "../../../../scripts/control-plane/api";
import { writtenReleases } from "../../../../scripts/control-plane/earlier";
import { Helm } from "../../../../scripts/control-plane/helm";
import { findHelm } from "../../../../scripts/control-plane/helm-program";
import { builtVersions, findOrBuild } from "../../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../../scripts/control-plane/start";
import { synthesizeInto } from "../../../../scripts/lib/synth/synthesize";
import { Alertmanager, ALERTMANAGER_MINOR } from "../../../helpers/alertmanager";
import { captured } from "../../../helpers/captured";
import { ROOT } from "../../../helpers/process";
import { shippedInClusters } from "../../../helpers/stacks";
import { temporaryFolders } from "../../../helpers/terraform";
import { patiently } from "../../../helpers/verify-cluster";

const temporary = temporaryFolders();
const BUILT = builtVersions({ env: process.env });
/** The API of Kubernetes leads to no address of the machine itself alone. */
const ADDRESS = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
/** A control plane takes minutes to build: where there is none, `npx railyard rehearse --cluster` makes one. */
const withCluster =
  BUILT.length > 0 &&
  ADDRESS !== undefined &&
  !Number.isNaN(ALERTMANAGER_MINOR) &&
  findHelm({ env: process.env }) !== null
    ? test
    : test.skip;

const POOLS = { dgx: 64, small: 4, desktops: 2 };

const machine = (pool: string, index: number, { ready = "True", unschedulable = false } = {}) => ({
  metadata: { name: `${pool}-${index}`, labels: { "example.com/servers": pool } },
  spec: { unschedulable },
  status: {
    conditions: [
      { type: "Ready", status: ready, reason: "Test", message: "", lastTransitionTime: "2026-11-23T07:30:00Z" },
    ],
  },
});

/** Nodes of `iron`: one is missing, one says nothing any more, and somebody has cordoned one. */
async function addNodes(api: Api): Promise<void> {
  const odd: Readonly<Record<string, object>> = { "dgx-1": { ready: "Unknown" }, "dgx-2": { unschedulable: true } };
  for (const [pool, count] of Object.entries(POOLS))
    for (let index = pool === "dgx" ? 1 : 0; index < count; index++)
      await api.create("/api/v1/nodes", machine(pool, index, odd[`${pool}-${index}`]));
}

/** A Service whose pods are a program on this machine. */
async function addService(api: Api, name: string, port: number, server: Server): Promise<void> {
  const metadata = { name, namespace: "monitoring" };
  await api.create("/api/v1/namespaces/monitoring/services", {
    metadata,
    spec: { clusterIP: "None", ports: [{ name: "http-web", port }] },
  });
  // the API server leads to addresses of pods alone
  const pods = "/api/v1/namespaces/monitoring/pods";
  const pod = { nodeName: "small-0", containers: [{ name: "server", image: "x" }] };
  const { metadata: made } = await api.create(pods, { metadata, spec: { ...pod, serviceAccountName: "default" } });
  await api.patch(`${pods}/${name}/status`, { status: { podIP: ADDRESS, podIPs: [{ ip: ADDRESS }] } });
  const targetRef = { kind: "Pod", ...metadata, uid: made.uid };
  await api.create("/api/v1/namespaces/monitoring/endpoints", {
    metadata,
    subsets: [
      {
        addresses: [{ ip: ADDRESS, targetRef }],
        ports: [{ name: "http-web", port: (server.address() as AddressInfo).port }],
      },
    ],
  });
}

async function statusOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const { context, texts } = captured(ROOT, new Date("2026-11-23T09:00:00Z"));
  const code = await statusCommand(["iron", ...args], { ...context, root: temporary() }, { env });
  return { code, ...texts() };
}

withCluster(
  "one screen of a real cluster: nodes with reasons, alerts, what is missing, and who did not answer",
  async () => {
    const program = await findOrBuild(BUILT.at(-1)!.split(".").slice(0, 2).join("."), {
      env: process.env,
      tell: () => {},
    });
    const alertmanager = await Alertmanager.start(() => ({
      route: { receiver: "null" },
      receivers: [{ name: "null" }],
    }));
    const way = createServer((socket) => {
      const to = connect(Number(new URL(alertmanager.url).port), "127.0.0.1");
      socket.on("error", () => to.destroy());
      to.on("error", () => socket.destroy());
      socket.pipe(to).pipe(socket);
    });
    try {
      way.listen(0, ADDRESS);
      await once(way, "listening");
      await withControlPlane({ program, env: process.env }, async ({ api, folder, kubeconfig }) => {
        await api.create("/api/v1/namespaces", { metadata: { name: "monitoring" } });
        const account = "/api/v1/namespaces/monitoring/serviceaccounts/default";
        await patiently(async () => (await api.ask("GET", account)).status === 200);
        await addNodes(api);
        await addService(api, "alertmanager-operated", 9093, way);
        await alertmanager.send([
          { alertname: "Watchdog", severity: "none" },
          { alertname: "GpuLost", severity: "critical", node: "dgx-7" },
        ]);
        // of its releases one is there, by the real Helm
        const iron = shippedInClusters().find(({ resolved }) => resolved.name === "iron")!.resolved;
        const synth = join(folder, "synth");
        synthesizeInto([iron], synth);
        const { releases } = writtenReleases(iron, synth);
        const helm = new Helm({
          shelf: { dir: null, pulled: temporary(), helm: findHelm({ env: process.env })! },
          kubeconfig,
          folder: join(folder, "helm"),
          env: process.env,
        });
        const dashboards = releases.find(({ name }) => name === "railyard-dashboards")!;
        expect(await helm.install(dashboards)).toMatchObject({ outcome: "installed" });
        // config names a context, and no other one is asked
        const home = temporary();
        mkdirSync(join(home, ".kube"));
        writeFileSync(
          join(home, ".kube/config"),
          readFileSync(kubeconfig, "utf8").replace('"contexts":[{"name":"rehearsal"', '"contexts":[{"name":"iron"'),
        );
        const env = { PATH: process.env["PATH"], HOME: home };
        // the API server learns of a Service's addresses some moments later
        const alerts = "/api/v1/namespaces/monitoring/services/http:alertmanager-operated:9093/proxy/api/v2/alerts";
        await patiently(async () => (await api.ask("GET", alerts)).status === 200);

        const { printed, errors, code } = await statusOf([], env);
        expect([code, errors]).toEqual([2, ""]);
        for (const line of printed.split("\n")) expect(Array.from(line).length).toBeLessThanOrEqual(80);
        const { parts } = JSON.parse((await statusOf(["--json"], env)).printed) as StatusReport;
        const of = (id: string) => parts.find((one) => one.id === id)!;
        expect(of("nodes")).toMatchObject({
          state: "attention",
          line: "dgx unknown of 63 take jobs; small unknown of 4 take jobs; desktops 2 of 2 open",
          details: [
            "Slurm: unknown: the cluster has no controller of it",
            "dgx: 63 of at least 64 nodes are there",
            "dgx-1: unknown in Slurm, not heard of; since 11-23 07:30",
            "dgx-2: unknown in Slurm, ready, cordoned",
          ],
        });
        expect(of("alerts")).toMatchObject({ state: "attention", line: "1 critical" });
        expect(of("alerts").details[0]).toMatch(/^critical GpuLost: dgx-7; since .*; GpuLost of the test$/);
        const drift = of("deployed");
        expect(drift.line).toMatch(/^1 of \d+ releases as config has them; Terraform: npx railyard diff iron$/);
        expect(drift.details).toContain("Release railyard-xid-alerts in monitoring is not there.");
        expect(drift.details.filter((text) => text.includes("railyard-dashboards"))).toEqual([]);
        expect(drift.details).toContain(
          "dgx-10, dgx-11, dgx-12 and 59 more: offers no nvidia.com/gpu, and a whole node has 8.",
        );
        // who was not there says so, each in the words of the cluster
        expect(of("queue")).toMatchObject({ state: "unknown", details: ["the cluster has no controller of Slurm"] });
        expect(of("slos").state).toBe("unknown");
        expect(of("slos").details[0]).toContain('services "prometheus-operated" not found');
        expect(of("verified").state).toBe("unknown");
      });
    } finally {
      way.close();
      await alertmanager.stop();
    }
  },
);
