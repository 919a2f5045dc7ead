import { lastError, type ReleaseOutcome } from "../../../scripts/control-plane/helm";
import { releaseLines, trialLines } from "../../../scripts/control-plane/trial-lines";
import type { ClusterTrial } from "../../../scripts/control-plane/try-cluster";

const RELEASE: ReleaseOutcome = {
  stack: "dev-platform",
  namespace: "monitoring",
  name: "grafana",
  chart: "grafana",
  version: "1.0.0",
  seconds: 1.25,
  outcome: "installed",
  reason: null,
};
const TRIAL: ClusterTrial = {
  environment: "dev",
  ok: true,
  kubernetes: { version: "1.36.3", instead: null },
  seconds: 12,
  notTried: [],
  nodes: [{ pool: "system", count: 1, allocatable: {}, isSizeKnown: true }],
  releases: [RELEASE],
  pods: { all: 3, withNode: 3 },
  pending: [],
  refused: [],
  preempted: [],
  systemNodes: [
    { node: "system-0", pods: 3, cpuMillis: 1000, cpuMillisThere: 4000, memoryMiB: 1024, memoryMiBThere: 8192 },
  ],
  budgets: [],
  doubledBudgets: [],
  queues: [],
  upgraded: null,
  webhooks: [],
  conversions: [],
  unsettled: [],
  stops: [],
  uninstalled: { failed: [], left: [], stuck: [], unread: [] },
};
const text = (change: Partial<ClusterTrial>) => trialLines({ ...TRIAL, ...change }).join("\n");

test("a release is a line, and what is wrong with it below", () => {
  expect(releaseLines(RELEASE)).toEqual(["installed  dev-platform  monitoring/grafana  1.3 s"]);
  expect(releaseLines({ ...RELEASE, outcome: "refused", reason: "no\nreally" })).toHaveLength(3);
});

test("what system nodes are asked for is compared with what they have", () => {
  expect(text({})).toMatch(/system-0 +3 +1\.00 CPUs +25 % +1\.0 GiB +13 %/);
  expect(text({})).toContain("dev: tried on Kubernetes 1.36.3, 1 of 1 releases installed, 3 of 3 pods have a node");
});

test("nothing is compared where nobody says how large they are", () => {
  const unknown = text({ nodes: [{ ...TRIAL.nodes[0]!, isSizeKnown: false }] });
  expect(unknown).not.toContain("%");
  expect(unknown).toContain("Config does not say how large system nodes are");
});

test("pods without a node, refused ones and tight budgets are told with their owners", () => {
  const found = text({
    ok: false,
    pending: [
      {
        namespace: "slurm",
        owner: "Deployment/login",
        pods: 2,
        reasons: [
          { nodes: 3, text: "no memory left" },
          { nodes: null, text: "and more" },
        ],
        message: "",
      },
    ],
    refused: [{ namespace: "n", owner: "DaemonSet/d", reason: "violates" }],
    preempted: [{ namespace: "n", pod: "low-0", reason: "Preempted by pod 1 on node a" }],
    budgets: [{ namespace: "n", name: "b", pods: 1 }],
    doubledBudgets: [{ namespace: "n", owner: "ReplicaSet/r" }],
  });
  expect(found).toContain("NO NODE: 2 pods of slurm/Deployment/login: 3 nodes: no memory left; and more");
  expect(found).toContain("REFUSED: pods of n/DaemonSet/d: violates");
  expect(found).toContain("budget: n/b lets none of its 1 pods be evicted");
  expect(found).toContain("gave way: pod n/low-0: Preempted by pod 1 on node a");
  expect(found).toContain("budget: pods of n/ReplicaSet/r are in more than one: none can be evicted");
  expect(found).toContain("dev: FAILED");
});

test("what became of queues is told promise by promise, with what was seen", () => {
  const promise = "nobody borrows";
  const found = text({
    queues: [
      { pool: "dgx", promise, outcome: "held", detail: "8 more needed" },
      { pool: "dgx", promise, outcome: "broken", detail: "a got GPUs of b" },
    ],
  });
  expect(found).toContain("queues of dgx: held: nobody borrows: 8 more needed");
  expect(found).toContain("queues of dgx: BROKEN: nobody borrows: a got GPUs of b");
});

test("an upgrade is told by what is lost, what changed, and whose pods were ended", () => {
  const found = text({
    upgraded: {
      refusedBefore: [],
      removed: [
        { release: "a/gone", reason: null },
        { release: "a/stays", reason: "timed out" },
      ],
      forgotten: ["crds/crds"],
      definitions: {
        added: ["x.io"],
        changed: [],
        gone: [
          { name: "y.io", objects: ["ns/mine"], instead: "x.io" },
          { name: "z.io", objects: [], instead: null },
          { name: "unread.io", objects: null, instead: null },
        ],
      },
      stays: [
        { name: "used.io", objects: ["ns/one"] },
        { name: "unused.io", objects: [] },
      ],
      unusedClaims: ["slurm/state"],
      unread: [{ kind: "Odd.io", reason: "The API server does not list /apis/io/v1/odds: later (HTTP 429)" }],
      claims: ["ns/data"],
      ended: [{ namespace: "n", owner: "DaemonSet/d", pods: 2, of: 3, isBack: true }],
    },
  });
  expect(found).toContain(
    "removed: a/gone\nNOT REMOVED: a/stays: timed out\nnot in config any more, and left as they are: crds/crds\ndefinitions added: x.io\nLOST: definition y.io",
  );
  expect(found).toContain("y.io is gone (what looks like it is now x.io, which has none of its objects) with every");
  expect(found).toContain("those of users as well: ns/mine");
  expect(found).toContain(
    "LOST: definition unread.io is gone with every object of its kind, those of users as well: nobody",
  );
  expect(found).toContain("brings it any more: definition used.io, with 1 of its objects: ns/one\n");
  expect(found).toContain("brings it any more: 1 definitions of which nobody has an object: unused.io\n");
  expect(found).toContain("stays: PersistentVolumeClaim slurm/state: no pod mounts it any more");
  expect(found).toContain("UNKNOWN: what became of objects of Odd.io: The API server does not list");
  expect(found).toContain("definition z.io is gone, and with it every object of its kind that users have");
  expect(found).toContain("LOST: PersistentVolumeClaim ns/data\nended: 2 of 3 pods of n/DaemonSet/d, and made anew");
});

test("a conversion that nobody answers is told, and what Helm says of one is no fault of the release", () => {
  const taken = { name: "nodesets.io", stored: "v1", others: ["v1alpha1"] };
  expect(text({ conversions: [taken] })).toContain(
    "nodesets.io has a webhook that converts v1alpha1, v1, which nobody answers here: objects of v1alpha1 cannot be converted to v1",
  );
  expect(text({ conversions: [{ ...taken, others: [] }] })).toContain(
    "objects of earlier versions cannot be converted",
  );
  const refused = { ...RELEASE, outcome: "refused" as const };
  const asked = "conversion webhook for example.com/v1alpha1, Kind=Gauge failed: no service";
  expect(releaseLines({ ...refused, reason: asked }).join("\n")).toContain("That is no fault of the release");
  expect(releaseLines({ ...refused, reason: "no such kind" }).join("\n")).not.toContain("no fault");
});

test("a part that the API server ended is told, beside all that is known", () => {
  expect(text({ stops: ["queues: The API server does not list x"] })).toMatch(
    /^STOPPED: queues: The API server does not list x$/m,
  );
});

test("what does not go is told with its finalizers, and with what the API server says", () => {
  const row = {
    kind: "CustomResourceDefinition",
    resource: "r",
    namespace: null,
    name: "x",
    goesAfter: ["a/b", "c/d"],
  };
  const stuck = (reason: string | null) => text({ uninstalled: { ...TRIAL.uninstalled, stuck: [{ ...row, reason }] } });
  expect(stuck(null)).toMatch(/^STUCK: CustomResourceDefinition x was deleted and waits for a\/b, c\/d$/m);
  expect(stuck("no list")).toMatch(/waits for a\/b, c\/d: no list$/m);
});

test("what stays after removal is told: definitions with their objects, and claims that nobody uses", () => {
  const row = (kind: string, resource: string, namespace: string | null, name: string) => ({
    kind,
    resource,
    namespace,
    name,
    goesAfter: null,
    reason: null,
  });
  const left = [
    row("CustomResourceDefinition.apiextensions.k8s.io", "customresourcedefinitions", null, "widgets.io"),
    row("CustomResourceDefinition.apiextensions.k8s.io", "customresourcedefinitions", null, "empty.io"),
    row("Widget.io", "widgets.io", "ns", "mine"),
    row("PersistentVolumeClaim", "persistentvolumeclaims", "ns", "data"),
  ];
  const found = (rows: typeof left) => text({ uninstalled: { ...TRIAL.uninstalled, left: rows } });
  expect(found(left)).toContain("stays after removal: definition widgets.io, with 1 of its objects: ns/mine\n");
  expect(found(left)).toContain("stays after removal: 1 definitions of which nobody has an object: empty.io\n");
  expect(found(left)).toContain("stays after removal: 1 PersistentVolumeClaim, which no pod mounts any more: data\n");
  expect(found([...left, row("Pod", "pods", "ns", "p")])).toContain("1 PersistentVolumeClaim: data\n");
});

test("what the environment has and nobody tried is told, and is no failure", () => {
  expect(text({})).not.toContain("not tried");
  expect(text({ notTried: ["Its queues."] })).toMatch(/^not tried: Its queues\.\ndev: tried on/m);
});

test("of what Helm says its error is kept, not its warnings", () => {
  expect(lastError("W1123 warning\nError: no such kind\n")).toBe("no such kind");
  expect(lastError("")).toBe("helm failed and said nothing");
});
