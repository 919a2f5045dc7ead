import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { healthChecksFiles, healthChecksObjects } from "../../../constructs/platform/health-checks";
import { nodeHealthFiles, nodeHealthObjects } from "../../../constructs/platform/node-health";
import type { Api } from "../../../scripts/control-plane/api";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { type ControlPlane, withControlPlane } from "../../../scripts/control-plane/start";
import { clusterSample } from "../../helpers/cluster";
import { healthProps } from "../../helpers/health-loop";
import { DGX } from "../../helpers/pools";
import { temporaryFolders } from "../../helpers/terraform";
import { patiently } from "../../helpers/verify-cluster";

const temporary = temporaryFolders();
const BUILT = builtVersions({ env: process.env });
/** A control plane takes minutes to build: where there is none, `npx railyard rehearse --cluster` makes one. */
const withCluster = BUILT.length > 0 ? test : test.skip;

const SPACE = "kube-system";
const { env } = clusterSample({ nodeGroups: { dgx: DGX } });
const ASKED = {
  pool: { ...env.nodeGroups.find(({ name }) => name === "dgx")!, podResources: {} },
  checks: [{ name: "xid" as const, limitSeconds: 15, fault: "hardware" as const, reaction: "cordon" as const }],
  mends: ["reset" as const, "reboot" as const],
};
const PROPS = healthProps({ region: null });

const machine = (name: string) => ({
  metadata: { name, labels: { "railyard.dev/node-group": "h100", "kubernetes.io/hostname": name } },
  status: {
    capacity: { cpu: "8", memory: "32Gi", pods: "110" },
    allocatable: { cpu: "8", memory: "32Gi", pods: "110" },
    nodeInfo: { bootID: "b-1" },
    conditions: [
      { type: "Ready", status: "True", reason: "Test", message: "", lastTransitionTime: "2026-11-01T00:00:00Z" },
    ],
  },
});

/** What somebody does with a token of their own. */
class Person {
  private readonly file: string;
  constructor({ api }: ControlPlane, token: string) {
    const folder = temporary();
    this.file = join(folder, "config");
    const cluster = {
      server: `https://127.0.0.1:${api.port}`,
      "certificate-authority-data": Buffer.from(api.authority).toString("base64"),
    };
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster }],
      users: [{ name: "u", user: { token } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    };
    writeFileSync(this.file, JSON.stringify(config));
  }
  get env() {
    return { ...process.env, KUBECONFIG: this.file };
  }
  /** @returns what kubectl said, and whether it was done */
  kubectl(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync("kubectl", args, { env: this.env, encoding: "utf8" });
    return status === 0 ? "done" : stderr + stdout;
  }
}

/** The token of an account, bound to a pod of it on a node. */
async function tokenOf(api: Api, account: string, nodeName: string): Promise<string> {
  const pods = `/api/v1/namespaces/${SPACE}/pods`;
  const spec = { nodeName, serviceAccountName: account, containers: [{ name: "x", image: "x" }] };
  const owner = { apiVersion: "apps/v1", kind: "DaemonSet", name: "d", uid: "d" };
  const pod = await api.create(pods, { metadata: { name: account, ownerReferences: [owner] }, spec });
  const bound = { kind: "Pod", apiVersion: "v1", name: account, uid: pod.metadata.uid };
  const { status } = await api.create(`/api/v1/namespaces/${SPACE}/serviceaccounts/${account}/token`, {
    spec: { audiences: [], boundObjectRef: bound },
  });
  return status.token as string;
}

/** The daemon of n1 on a made-up host. @returns what ends it */
function startDaemon(person: Person, root: string, log: string) {
  for (const folder of ["stubs", "scripts", "host"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "log"), log);
  writeFileSync(join(root, "uptime"), "5000.0 1\n");
  writeFileSync(join(root, "sysrq"), "");
  for (const [name, body] of Object.entries({ dmesg: `cat ${root}/log`, sleep: "exec /bin/sleep 0.2" }))
    writeFileSync(join(root, "stubs", name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
  for (const [name, text] of Object.entries(healthChecksFiles(ASKED)))
    writeFileSync(
      join(root, "scripts", name),
      text
        .replaceAll("/proc/1/root", join(root, "host"))
        .replaceAll("/scripts", join(root, "scripts"))
        .replaceAll("/tmp/tools", join(root, "tools")),
    );
  const child = spawn("bash", [join(root, "scripts/health-checks.sh")], {
    stdio: "ignore",
    env: {
      ...person.env,
      PATH: `${root}/stubs:${process.env["PATH"]}`,
      NODE: "n1",
      RAILYARD_UPTIME: join(root, "uptime"),
      RAILYARD_SYSRQ: join(root, "sysrq"),
      RAILYARD_BEFORE_BOOT: "0",
      RAILYARD_BETWEEN: "0",
      TMPDIR: root,
    },
  });
  return () => new Promise<void>((resolve) => (child.once("close", () => resolve()), child.kill("SIGKILL")));
}

withCluster(
  "a node with an XID is cordoned, its job sent elsewhere, and it is started anew and opened, by accounts that may do nothing else",
  async () => {
    const version = BUILT.at(-1)!.split(".").slice(0, 2).join(".");
    const program = await findOrBuild(version, { env: process.env, tell: () => {} });
    await withControlPlane({ program, env: process.env }, async (plane) => {
      const { api } = plane;
      const objects = [...nodeHealthObjects(PROPS), ...healthChecksObjects([ASKED], [])];
      const items = objects.filter(({ kind }) => !/^(?:Deployment|DaemonSet)$/.test(kind));
      const input = JSON.stringify({ apiVersion: "v1", kind: "List", items });
      const made = spawnSync("kubectl", ["--kubeconfig", plane.kubeconfig, "apply", "-f", "-"], {
        input,
        encoding: "utf8",
      });
      expect(made.stderr).toBe("");
      for (const name of ["n1", "n2", "n3", "n4"]) await api.create("/api/v1/nodes", machine(name));
      const loop = new Person(plane, await tokenOf(api, "node-health", "n2"));
      const daemon = new Person(plane, await tokenOf(api, "health-checks", "n1"));
      const node = async () => (await api.list("/api/v1/nodes")).find(({ metadata }) => metadata.name === "n1")!;
      await patiently(async () => !JSON.stringify((await node()).spec).includes("not-ready"));

      const folder = temporary();
      for (const [name, text] of Object.entries(nodeHealthFiles(PROPS)))
        writeFileSync(join(folder, name), text.replace('moment "600"', 'moment "0"'));
      const look = () =>
        new Promise<string>((resolve) => {
          const child = spawn("bash", [join(folder, "node-health.sh"), "--once"], {
            env: { ...loop.env, RAILYARD_HEARTBEAT: join(folder, "heartbeat"), RAILYARD_ORDER_TURNS: "5" },
          });
          let text = "";
          for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += String(part)));
          child.once("close", () => resolve(text));
        });

      // policies hold some moments after they were made
      await patiently(() => Promise.resolve(loop.kubectl("label", "node", "n2", "a=b", "--dry-run=server") !== "done"));
      await patiently(() =>
        Promise.resolve(daemon.kubectl("label", "node", "n1", "a=b", "--dry-run=server") !== "done"),
      );
      expect(loop.kubectl("label", "node", "n2", "a=b")).toMatch(/of labels it may change railyard.dev\/fault alone/);
      expect(loop.kubectl("annotate", "node", "n2", "a=b")).toMatch(/of annotations it may change/);
      expect(loop.kubectl("taint", "node", "n2", "a=b:NoSchedule")).toMatch(/it may not change taints/);
      expect(loop.kubectl("delete", "node", "n2")).toMatch(/forbidden/);
      expect(daemon.kubectl("patch", "node", "n1", "-p", '{"spec":{"unschedulable":true}}')).toMatch(
        /spec\.unschedulable/,
      );
      expect(daemon.kubectl("annotate", "node", "n1", "railyard.dev/repair-order=1")).toMatch(/of annotations it may/);
      expect(daemon.kubectl("annotate", "node", "n2", "railyard.dev/repair-answer=1")).toMatch(/its own node alone/);

      const job = {
        metadata: { name: "train" },
        spec: {
          template: {
            spec: {
              restartPolicy: "Never",
              nodeSelector: { "kubernetes.io/hostname": "n1" },
              containers: [{ name: "x", image: "x" }],
            },
          },
        },
      };
      await api.create("/apis/batch/v1/namespaces/default/jobs", job);
      const pods = async () => await api.list("/api/v1/namespaces/default/pods");
      await patiently(async () => (await pods()).some(({ spec }) => spec.nodeName === "n1"));

      const root = temporary();
      const stop = startDaemon(
        daemon,
        root,
        "<4>[ 100.1] NVRM: Xid (PCI:0000:53:00): 79, GPU has fallen off the bus.\n",
      );
      const condition = async () =>
        ((await node()).status.conditions as { type: string; status: string; message: string }[]).find(
          ({ type }) => type === "HealthChecks",
        );
      await patiently(async () => (await condition())?.status === "False");
      expect((await condition())?.message).toBe("xid: XID 79 on GPU 0000:53:00");

      expect(await look()).toContain("n1 is cordoned: hardware: xid: XID 79");
      expect((await node()).metadata.annotations!["railyard.dev/cordoned-for"]).toBe(
        "kubernetes: hardware: xid: XID 79 on GPU 0000:53:00",
      );
      expect(await look()).toContain("n1: evict: done");
      const [gone] = (await pods()).filter(({ spec }) => spec.nodeName === "n1");
      expect(gone?.metadata.deletionTimestamp).toBeDefined();
      // it is still there: nothing is done to the node
      expect(await look()).not.toContain("reboot: done");
      await api.remove(`/api/v1/namespaces/default/pods/${gone!.metadata.name}`, { gracePeriodSeconds: 0 });
      expect(await look()).toContain("n1: reboot: done");
      await patiently(() => Promise.resolve(readFileSync(join(root, "sysrq"), "utf8") === "b\n"));
      expect(readFileSync(join(root, "sysrq"), "utf8")).toBe("b\n");
      await stop();

      // it has booted, and its log is empty
      rmSync(join(root, "host"), { recursive: true });
      await api.patch("/api/v1/nodes/n1/status", { status: { nodeInfo: { bootID: "b-2" } } });
      const again = startDaemon(daemon, root, "");
      await patiently(async () => (await condition())?.status === "True");
      await again();
      await patiently(async () => (await look()).includes("n1 is open again"));
      const { spec, metadata } = await node();
      expect([
        spec.unschedulable,
        metadata.labels!["railyard.dev/fault"],
        metadata.annotations?.["railyard.dev/cordoned-for"],
      ]).toEqual([undefined, undefined, undefined]);
      await look();
      const journal = (await api.list(`/api/v1/namespaces/${SPACE}/configmaps`)).find(
        (one) => one.metadata.name === "node-health-journal",
      )!["data"] as { journal: string };
      expect(journal.journal.split("\n").map((line) => line.replace(/^\S+ /, ""))).toEqual(
        expect.arrayContaining(["n1: evict: done", "n1: reboot: done", "n1: takes jobs again, after: evict, reboot"]),
      );
    });
  },
);
