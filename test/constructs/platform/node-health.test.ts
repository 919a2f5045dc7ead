import { nodeHealthObjects } from "../../../constructs/platform/node-health";
import { healthChecksObjects } from "../../../constructs/platform/health-checks";
import { decided, fault, HEALTH_POOL, type HealthNode, healthProps, LONG } from "../../helpers/health-loop";
import { clusterSample } from "../../helpers/cluster";
import { sample } from "../../helpers/environment";
import { DGX } from "../../helpers/pools";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const LOST = "xid: XID 79 on GPU 0000:53:00";
const only = (node: HealthNode) => decided({ n1: node }).patches[0];

describe("a node that is broken", () => {
  test.each<[string, HealthNode, string, string]>([
    ["its checks find a fault", { conditions: [fault(`${LOST}; gpu-count: 7 of 8 GPUs answer`)] }, "hardware", LOST],
    [
      "they find one of the fabric",
      { conditions: [fault("fabric-links: port 1 of x is DOWN", "Fabric")] },
      "fabric",
      "fabric-links: port 1 of x is DOWN",
    ],
    [
      "the agent of EKS finds one",
      { conditions: [{ type: "AcceleratedHardwareReady", status: "False", reason: "NvidiaXID79Error", minutes: 0 }] },
      "hardware",
      "kubernetes: NvidiaXID79Error",
    ],
    [
      "its network has been broken for long",
      { conditions: [{ type: "NetworkingReady", status: "False", reason: "IPAMDNotReady", minutes: 31 }] },
      "unknown",
      "kubernetes: IPAMDNotReady",
    ],
    [
      "node-problem-detector finds one",
      { conditions: [{ type: "ReadonlyFilesystem", status: "True", reason: "FilesystemIsReadOnly", minutes: 11 }] },
      "unknown",
      "kubernetes: FilesystemIsReadOnly",
    ],
    [
      "NVSentinel finds one",
      { conditions: [{ type: "GpuMemWatch", status: "True", reason: "GpuMemWatchIsNotHealthy", minutes: 0 }] },
      "hardware",
      "kubernetes: GpuMemWatchIsNotHealthy",
    ],
    ["nothing has been heard of it", { ready: ["Unknown", 6] }, "unknown", "kubernetes: the node is not ready"],
  ])("is cordoned where %s", (_, node, whose, text) => {
    expect(only(node)).toEqual({ node: "n1", what: "cordon", fault: whose, text });
  });

  test.each<[string, HealthNode]>([
    ["all is well", { conditions: [{ type: "HealthChecks", status: "True", reason: "Passed" }] }],
    ["it is not ready for a moment", { ready: ["False", 4] }],
    ["a condition has not held for long", { conditions: [{ type: "KernelReady", status: "False", minutes: 29 }] }],
    [
      "a program has failed",
      { conditions: [{ type: "AcceleratedHardwareReady", status: "False", reason: "NvidiaXID31Error" }] },
    ],
    ["pods fill its disk", { conditions: [{ type: "DiskPressure", status: "True" }] }],
    ["somebody else has cordoned it", { closed: true, conditions: [fault(LOST)] }],
    ["a person has opened it since", { mark: `opened: kubernetes: hardware: ${LOST}`, conditions: [fault(LOST)] }],
    [
      "it is cordoned for that already",
      { closed: true, mark: `kubernetes: hardware: ${LOST}`, conditions: [fault(LOST)] },
    ],
    ["it is kept as a lemon", { closed: true, mark: `kept: hardware: ${LOST}` }],
  ])("is left as it is where %s", (_, node) => expect(only(node)).toBeUndefined());

  test("is opened when nothing has been wrong for ten minutes, and is not repaired meanwhile", () => {
    const mark = `kubernetes: hardware: ${LOST}`;
    const mended = (minutes: number): HealthNode => ({
      closed: true,
      mark,
      conditions: [{ type: "HealthChecks", status: "True", reason: "Passed", minutes }],
    });
    expect(only(mended(11))).toMatchObject({ what: "open" });
    expect(decided({ n1: mended(9) })).toMatchObject({ patches: [], rows: [{ node: "n1", state: "" }] });
    expect(only({ ...mended(11), ready: ["False", 1] })).toBeUndefined();
  });

  test("bears what is found now, and repair is told of it", () => {
    const found = decided({
      n1: { closed: true, mark: "kubernetes: hardware: clocks: hot", conditions: [fault(LOST)] },
    });
    expect(found.patches).toEqual([{ node: "n1", what: "mark", fault: "hardware", text: LOST }]);
    expect(found.rows).toEqual([
      { node: "n1", state: "held", ready: "True", reason: "none", mark: "kubernetes: hardware: clocks: hot" },
    ]);
  });

  test("stays open where a person opens it, until its reason is gone; a lemon that is opened counts anew", () => {
    const mark = `kubernetes: hardware: ${LOST}`;
    expect(only({ mark, conditions: [fault(LOST)] })).toMatchObject({ what: "leave", text: mark });
    expect(only({ mark: `opened: ${mark}` })).toMatchObject({ what: "forget" });
    expect(only({ mark: `kept: hardware: ${LOST}` })).toMatchObject({ what: "forget" });
  });

  test("is told of and goes on where as many are cordoned as may be", () => {
    const broken = { conditions: [fault(LOST)] };
    const { patches, refused } = decided({ a: broken, b: broken, c: broken, d: { ready: ["True", LONG] } });
    expect(patches.map(({ node }) => node)).toEqual(["a", "b"]);
    expect(refused).toEqual([`c is not cordoned: 2 nodes of h100 are; hardware: ${LOST}`]);
  });
});

describe("its objects", () => {
  const all = (change = {}) => nodeHealthObjects(healthProps(change)) as Json[];
  const rights = (change = {}) =>
    all(change).flatMap(({ kind, rules }: Json) =>
      kind === "ClusterRole" ? rules.map((rule: Json) => `${rule.resources}: ${rule.verbs}`) : [],
    );
  test("may do what their steps need, and no more", () => {
    const dry = ["nodes: get,list,patch", "pods: get,list", "configmaps: get,patch"];
    expect(rights({ mode: "dry-run" })).toEqual(dry);
    expect(rights({ mode: "off" })).toEqual(["nodes: get,list,patch", "configmaps: get,patch"]);
    expect(rights()).toEqual([
      "nodes: get,list,patch",
      "pods: get,list",
      "pods/eviction: create",
      "configmaps: get,patch",
    ]);
    const karpenter = [{ ...HEALTH_POOL, steps: ["replace"], replacedBy: "karpenter" }];
    expect(rights({ pools: karpenter })).toContain("nodeclaims: get,list,delete");
    expect(rights({ pools: karpenter })).not.toContain("pods/eviction: create");
  });

  test("order nothing in a dry run, which the API server holds them to, and daemons do nothing then", () => {
    const policy = (mode: string) =>
      JSON.stringify(all({ mode }).find(({ kind }: Json) => kind === "ValidatingAdmissionPolicy"));
    expect(policy("on")).toContain("railyard.dev/repair-order");
    expect(policy("dry-run")).not.toContain("railyard.dev/repair-order");
  });

  test("have a container for AWS where Auto Scaling groups replace, and a journal that no installation empties", () => {
    const containers = (change = {}) =>
      all(change)
        .find(({ kind }: Json) => kind === "Deployment")
        .spec.template.spec.containers.map(({ name }: Json) => name);
    expect(containers()).toEqual(["look", "replace"]);
    expect(containers({ mode: "dry-run" })).toEqual(["look"]);
    const journal = all().find(
      ({ kind, metadata }: Json) => kind === "ConfigMap" && metadata.name === "node-health-journal",
    );
    expect(journal).not.toHaveProperty("data");
  });
});

const released = (env: Parameters<typeof synthStacks>[0]) => {
  const releases = Object.values<Json>(synthStacks(env)["platform"]!.resource.helm_release);
  const own = releases.find(({ name }) => name === "node-health");
  return own && (valuesOf(own).objects as Json[]);
};

describe("an environment", () => {
  test("with health has a daemon for each pool that no partition has, and a role for what ends their instances", () => {
    const change = {
      nodeGroups: { jobs: { instanceType: "p5.48xlarge", nodes: 4, zone: "us-east-1a" } },
      health: { checks: { clocks: "off" }, repair: { mode: "on" } },
    };
    const { env } = sample(change);
    const objects = released(env)!;
    expect(objects.filter(({ kind }: Json) => kind === "DaemonSet").map(({ metadata }: Json) => metadata.name)).toEqual(
      ["health-checks-cpu", "health-checks-jobs"],
    );
    const scripts = objects.find(
      ({ kind, metadata }: Json) => kind === "ConfigMap" && metadata.name === "health-checks-jobs",
    );
    expect(scripts.data["health-checks.sh"]).toContain('" reset reboot "');
    expect(scripts.data.checks).toContain("gpu-count 30 hardware\n");
    expect(`${scripts.data.checks}${scripts.data.tells}`).not.toMatch(/clocks|^xid /m);
    const roles = Object.values<Json>(synthStacks(env)["platform"]!.resource.aws_iam_role).map(({ name }) => name);
    expect(roles.filter((name) => name.endsWith("node-health"))).toHaveLength(1);
  });

  test("without it has none, and in a dry run nothing that acts", () => {
    expect(released(sample().env)).toBeUndefined();
    const { env } = clusterSample({ nodeGroups: { dgx: DGX }, slurm: undefined, health: {} } as never);
    const objects = released(env);
    if (!objects) throw new Error("no release node-health");
    const scripts = objects.find(
      ({ kind, metadata }: Json) => kind === "ConfigMap" && metadata.name === "health-checks-dgx",
    );
    expect(scripts.data["health-checks.sh"]).not.toContain("reset reboot");
  });

  test("has daemons that see their host and may change their own node alone", () => {
    const { env } = clusterSample({ nodeGroups: { dgx: DGX } });
    const objects = healthChecksObjects([{ pool: env.nodeGroups[0]!, checks: [], mends: [] }], []) as Json[];
    const policy = objects.find(({ kind }: Json) => kind === "ValidatingAdmissionPolicy");
    expect(policy.spec.validations[0].expression).toBe("variables.place == object.metadata.name");
    expect(objects.find(({ kind }: Json) => kind === "DaemonSet").spec.template.spec.hostPID).toBe(true);
  });
});
