import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Release } from "../../../scripts/lib/charts/releases";
import type { NodeRow } from "../../../scripts/control-plane/node-sizes";
import { findHelm } from "../../../scripts/control-plane/helm-program";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { tryReleases, type Found } from "../../../scripts/control-plane/try-releases";
import { NOW } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const HELM = findHelm({ env: process.env });
const BUILT = builtVersions({ env: process.env });
/** A control plane takes minutes to build: where there is none, `npx railyard rehearse --cluster` makes one. */
const isPossible = BUILT.length > 0 && HELM !== null;
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

const own = (pool: string) =>
  row(pool, {
    labels: { "example.com/pool": pool },
    taints: [{ key: "example.com/pool", value: pool, effect: "NoSchedule" }],
    allocatable: room("8"),
  });
const CARD = { type: { string: "card" } };
const CARDS = [{ driver: "cards.example.com", devices: ["a", "b"].map((name) => ({ name, attributes: CARD })) }];
ROWS.push(own("small"), own("full"), { ...own("claimed"), published: CARDS });

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
const inNamespace = (namespace: string, object: { readonly metadata: object }) => ({
  ...object,
  metadata: { ...object.metadata, namespace },
});
/** A node that nothing else is on, so that others find what room they found. */
const ON = (pool: string) => ({
  nodeSelector: { "example.com/pool": pool },
  tolerations: [{ key: "example.com/pool", operator: "Exists" }],
});
/** A pod that claims cards by a template. */
const claiming = (template: string) => ({
  ...ON("claimed"),
  resourceClaims: [{ name: "cards", resourceClaimTemplateName: template }],
  containers: [{ name: "main", image: "x", resources: { claims: [{ name: "cards" }] } }],
});
const cards = (name: string, count: number) => ({
  apiVersion: "resource.k8s.io/v1",
  kind: "ResourceClaimTemplate",
  metadata: { name },
  spec: { spec: { devices: { requests: [{ name: "cards", exactly: { deviceClassName: "cards", count } }] } } },
});
const SMALL = ON("small");
const FULL = ON("full");
const TOLERATES = { tolerations: [{ operator: "Exists" }] };

const budget = (name: string, app: string, spec: object) => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name },
  spec: { ...spec, selector: { matchLabels: { app } } },
});

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
    budget("web", "web", { minAvailable: 2 }),
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
  budgets: [
    workload("Deployment", "loose", { ...SMALL, containers: container() }, { replicas: 2 }),
    budget("loose", "loose", { maxUnavailable: 1 }),
    workload("Deployment", "pair", { ...SMALL, containers: container() }, { replicas: 2 }),
    budget("pair-one", "pair", { maxUnavailable: 1 }),
    budget("pair-two", "pair", { maxUnavailable: 1 }),
  ],
  // the API server reads policies anew each second: pods come later
  policy: [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "pinned" },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: {
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "policy" } },
          resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
        },
        validations: [
          { expression: "object.spec.containers.all(c, c.image != 'x')", message: "images are named by digest" },
        ],
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "pinned" },
      spec: { policyName: "pinned", validationActions: ["Deny"] },
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
  quota: [
    {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "two-cpus" },
      spec: { hard: { "requests.cpu": "2" } },
    },
    workload("Deployment", "within", { ...SMALL, containers: container({ cpu: "1m" }) }),
    workload("Deployment", "over", { ...SMALL, containers: container({ cpu: "3" }) }),
  ],
  priority: [
    { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name: "known" }, value: 5 },
    workload("Deployment", "has-class", { ...SMALL, priorityClassName: "known", containers: container() }),
    workload("Deployment", "no-class", { ...SMALL, priorityClassName: "forgotten", containers: container() }),
  ],
  images: [
    inNamespace("policy", workload("Deployment", "pinned", { ...SMALL, containers: [{ name: "main", image: "y" }] })),
    inNamespace("policy", workload("Deployment", "unpinned", { ...SMALL, containers: container() })),
  ],
  claims: [
    {
      apiVersion: "resource.k8s.io/v1",
      kind: "DeviceClass",
      metadata: { name: "cards" },
      spec: { selectors: [{ cel: { expression: "device.attributes['cards.example.com'].type == 'card'" } }] },
    },
    cards("two", 2),
    cards("three", 3),
    workload("Deployment", "fits", claiming("two")),
    workload("Deployment", "too-many", claiming("three")),
  ],
  crowded: [
    workload("Deployment", "low", { ...FULL, priorityClassName: "known", containers: container({ cpu: "6" }) }),
  ],
  urgent: [
    { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name: "urgent" }, value: 500 },
    workload("Deployment", "high", { ...FULL, priorityClassName: "urgent", containers: container({ cpu: "6" }) }),
  ],
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

async function tried(): Promise<{ found: Found; folder: string; home: string }> {
  const home = temporary();
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
        helm: HELM!,
        env: { ...process.env, HOME: home },
        clock: () => NOW,
        onRelease: () => {},
      },
      plane,
    );
    return { found, folder: plane.folder, home };
  });
}

testWithCluster("a real control plane says what becomes of releases on nodes that only look like nodes", async () => {
  const { found, folder, home } = await tried();
  // what is installed, and what is refused in words
  expect(found.releases.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["good", "installed"],
    ["budgets", "installed"],
    ["policy", "installed"],
    ["state", "installed"],
    ["large", "installed"],
    ["devices", "installed"],
    ["strict", "installed"],
    ...["quota", "priority", "images", "claims", "crowded", "urgent"].map((name) => [name, "installed"]),
    ["unknown", "refused"],
  ]);
  expect(found.releases.at(-1)?.reason).toContain('no matches for kind "NoSuchKind"');
  // webhooks that nobody answers do not stop the next release
  expect(found.webhooks).toEqual(["nobody-answers"]);
  // pods without a node, and why
  const why = Object.fromEntries(found.pending.map(({ owner, reasons }) => [owner, reasons.map(({ text }) => text)]));
  expect(Object.keys(why).sort()).toEqual([
    "Deployment/devices",
    "Deployment/large",
    "Deployment/low",
    "Deployment/too-many",
  ]);
  expect(why["Deployment/too-many"]).toContain("no devices that fit their claims");
  expect(why["Deployment/large"]).toEqual(
    expect.arrayContaining(["no cpu left", expect.stringContaining("a taint that they do not tolerate")]),
  );
  expect(why["Deployment/devices"]).toEqual(["too few devices nvidia.com/gpu"]);
  // pods that admission refuses
  const refused = found.refused.map(({ namespace, owner, reason }) => [
    namespace,
    owner.replace(/-[0-9a-f]{8,10}$/, ""),
    reason,
  ]);
  expect(refused.sort()).toEqual([
    ["policy", "ReplicaSet/unpinned", expect.stringMatching(/ValidatingAdmissionPolicy 'pinned'.*named by digest/)],
    ["priority", "ReplicaSet/no-class", expect.stringContaining("no PriorityClass with name forgotten")],
    ["quota", "ReplicaSet/over", expect.stringMatching(/exceeded quota: two-cpus, requested: requests.cpu=3/)],
    ["strict", "DaemonSet/host", expect.stringContaining("violates PodSecurity")],
  ]);
  // what is urgent takes the place of what is not
  expect(found.preempted.map(({ namespace, pod, reason }) => [namespace, pod.split("-")[0], reason])).toEqual([
    ["crowded", "low", expect.stringMatching(/^Preempted by .* on node full-0$/)],
  ]);
  expect(found.budgets).toEqual([{ namespace: "good", name: "web", pods: 2 }]);
  // the eviction API refuses pods of more than one budget, whatever these allow
  expect(found.doubledBudgets).toEqual([{ namespace: "budgets", owner: "Deployment/pair" }]);
  // two of web, one of the database with its volume, a daemon on each of six nodes, a Job that is done, and those on the two pools
  expect(found.pods).toEqual({ all: 23, withNode: 19 });
  expect(found.systemNodes.reduce((all, { cpuMillis }) => all + cpuMillis, 0)).toBe(2000);
  // every release goes again: what stays is the namespaces, and what a StatefulSet keeps
  const { failed, stuck, left } = found.uninstalled;
  expect({ failed, stuck }).toEqual({ failed: [], stuck: [] });
  const stays = left.map(({ kind, name }) => `${kind} ${name.replace(/^pvc-.*/, "pvc")}`);
  // that of strict was there before
  const namespaces = Object.keys(OBJECTS).filter((name) => name !== "strict" && name !== "unknown");
  expect(stays.sort()).toEqual([
    ...namespaces.sort().map((name) => `Namespace ${name}`),
    "PersistentVolume pvc",
    "PersistentVolumeClaim data-db-0",
  ]);
  // nothing is left, neither files nor programs
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(home)).toEqual([]);
  const running = readdirSync("/proc").filter((pid) => commandOf(pid).includes(folder));
  expect(running).toEqual([]);
});
