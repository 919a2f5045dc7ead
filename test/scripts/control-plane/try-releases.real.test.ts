import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Release } from "../../../scripts/lib/charts/releases";
import { runToEnd } from "../../../scripts/lib/process/run-to-end";
import type { NodeRow } from "../../../scripts/control-plane/node-sizes";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { tryReleases, type Found } from "../../../scripts/control-plane/try-cluster";
import { NOW } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const HELM = process.env["HELM"] ?? "helm";
const BUILT = builtVersions({ env: process.env });
/** A control plane takes minutes to build: where there is none, `npx railyard rehearse --cluster` makes one. */
const isPossible = BUILT.length > 0 && runToEnd(HELM, ["version"]).ok;
const testWithCluster = isPossible ? test : test.skip;

const room = (cpu: string, more: Record<string, string> = {}) => ({ cpu, memory: "16Gi", pods: "110", ...more });
const row = (pool: string, more: Partial<NodeRow>): NodeRow => ({
  pool,
  count: 1,
  arch: "amd64",
  labels: {},
  taints: [],
  allocatable: room("4"),
  zones: [],
  layers: [],
  isSizeKnown: true,
  ...more,
});
const ROWS = [
  row("system", { count: 2 }),
  row("gpu", {
    labels: { "example.com/gpu": "yes" },
    taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
    allocatable: room("8", { "nvidia.com/gpu": "8" }),
  }),
];

const workload = (kind: string, name: string, spec: object, more: object = {}) => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec },
    ...more,
  },
});
const container = (requests: object = {}) => [{ name: "main", image: "x", resources: { requests, limits: requests } }];
const TOLERATES = { tolerations: [{ operator: "Exists" }] };

const OBJECTS: Readonly<Record<string, readonly object[]>> = {
  good: [
    workload("Deployment", "web", { containers: container({ cpu: "500m" }) }, { replicas: 2 }),
    workload("DaemonSet", "everywhere", { ...TOLERATES, containers: container() }),
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "once" },
      spec: { template: { spec: { restartPolicy: "Never", containers: container() } } },
    },
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "web" },
      spec: { minAvailable: 2, selector: { matchLabels: { app: "web" } } },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "nobody-answers" },
      webhooks: [
        {
          name: "all.example.com",
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          clientConfig: { service: { name: "no", namespace: "no" } },
          rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["configmaps"] }],
        },
      ],
    },
  ],
  state: [
    {
      ...workload(
        "StatefulSet",
        "db",
        { containers: container({ cpu: "1" }) },
        {
          serviceName: "db",
          volumeClaimTemplates: [
            {
              metadata: { name: "data" },
              spec: {
                accessModes: ["ReadWriteOnce"],
                storageClassName: "disk",
                resources: { requests: { storage: "1Gi" } },
              },
            },
          ],
        },
      ),
    },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "after-the-webhook" } },
  ],
  large: [workload("Deployment", "large", { containers: container({ cpu: "6" }) })],
  devices: [workload("Deployment", "devices", { ...TOLERATES, containers: container({ "nvidia.com/gpu": "16" }) })],
  strict: [workload("DaemonSet", "host", { hostNetwork: true, containers: container() })],
  unknown: [{ apiVersion: "example.com/v1", kind: "NoSuchKind", metadata: { name: "x" } }],
};

function release(root: string, name: string): Release {
  const folder = join(root, name);
  const file = join(folder, "templates/objects.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(join(folder, "Chart.yaml"), `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n`);
  for (const [index, object] of OBJECTS[name]!.entries())
    writeFileSync(join(folder, `templates/${index}.yaml`), JSON.stringify(object));
  const common = { environment: "e", stack: "s", repository: null, version: null, values: {}, skipCrds: false };
  return { ...common, name, namespace: name, chart: name, folder, kubernetesVersion: "1.36" };
}

/** Command line of a process; empty where it has ended, or is none. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function tried(): Promise<{ found: Found; folder: string }> {
  const program = await findOrBuild(BUILT[0]!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });
  const root = temporary();
  return withControlPlane({ program, env: process.env }, async (plane) => {
    const found = await tryReleases(
      {
        rows: ROWS,
        base: [
          {
            path: "/apis/storage.k8s.io/v1/storageclasses",
            body: { metadata: { name: "disk" }, provisioner: "disks", volumeBindingMode: "WaitForFirstConsumer" },
          },
          {
            path: "/api/v1/namespaces",
            body: { metadata: { name: "strict", labels: { "pod-security.kubernetes.io/enforce": "restricted" } } },
          },
        ],
        releases: Object.keys(OBJECTS).map((name) => release(root, name)),
        version: program.version,
        charts: null,
        helm: HELM,
        env: process.env,
        clock: () => NOW,
        onRelease: () => {},
      },
      plane,
    );
    return { found, folder: plane.folder };
  });
}

testWithCluster("a real control plane says what becomes of releases on nodes that only look like nodes", async () => {
  const { found, folder } = await tried();
  // what is installed, and what is refused in words
  expect(found.releases.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["good", "installed"],
    ["state", "installed"],
    ["large", "installed"],
    ["devices", "installed"],
    ["strict", "installed"],
    ["unknown", "refused"],
  ]);
  expect(found.releases.at(-1)?.reason).toContain('no matches for kind "NoSuchKind"');
  // webhooks that nobody answers do not stop the next release
  expect(found.webhooks).toEqual(["nobody-answers"]);
  // pods without a node, and why
  const why = Object.fromEntries(found.pending.map(({ owner, reasons }) => [owner, reasons.map(({ text }) => text)]));
  expect(Object.keys(why).sort()).toEqual(["Deployment/devices", "Deployment/large"]);
  expect(why["Deployment/large"]).toEqual(
    expect.arrayContaining(["no cpu left", expect.stringContaining("a taint that they do not tolerate")]),
  );
  expect(why["Deployment/devices"]).toEqual(["too few devices nvidia.com/gpu"]);
  // pods that admission refuses
  expect(found.refused).toEqual([
    { namespace: "strict", owner: "DaemonSet/host", reason: expect.stringContaining("violates PodSecurity") },
  ]);
  expect(found.budgets).toEqual([{ namespace: "good", name: "web", pods: 2 }]);
  // two of web, one of the database with its volume, a daemon on each of three nodes, a Job that is done
  expect(found.pods).toEqual({ all: 9, withNode: 7 });
  expect(found.systemNodes.reduce((all, { cpuMillis }) => all + cpuMillis, 0)).toBe(2000);
  // every release goes again: what stays is the namespaces, and what a StatefulSet keeps
  const { failed, stuck, left } = found.uninstalled;
  expect({ failed, stuck }).toEqual({ failed: [], stuck: [] });
  const stays = left.map(({ kind, name }) => `${kind} ${name.replace(/^pvc-.*/, "pvc")}`);
  expect(stays.sort()).toEqual([
    ...["devices", "good", "large", "state"].map((name) => `Namespace ${name}`),
    "PersistentVolume pvc",
    "PersistentVolumeClaim data-db-0",
  ]);
  // nothing is left, neither files nor programs
  expect(existsSync(folder)).toBe(false);
  const running = readdirSync("/proc").filter((pid) => commandOf(pid).includes(folder));
  expect(running).toEqual([]);
});
