import { GPU_TAINT } from "../../../../../config/pools/pool";
import { sample } from "../../../../helpers/environment";
import { ec2Groups } from "../../../../../config/sites/aws-eks/nodes/ec2-groups";

/** The group `g` of the sample environment, beside its own groups. */
const group = (change: Record<string, unknown>, more: Record<string, unknown> = {}, now?: Date) =>
  ec2Groups(sample({ ...more, nodeGroups: { g: change } }, now).env).find((g) => g.name === "g")!;

const P5 = { instanceType: "p5.48xlarge", nodes: 4 };
const RESERVATION = { kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1b" };
const BLOCK = {
  kind: "capacity-block",
  id: "cr-0123456789abcdef0",
  zone: "us-east-1b",
  count: 4,
  start: "2026-12-01T11:30:00Z",
  end: "2026-12-15T11:30:00Z",
};

describe("zones", () => {
  test.each([
    ["EFA on demand: the first zone", P5, ["us-east-1a"]],
    ["EFA on demand with a zone: that one", { ...P5, zone: "us-east-1b" }, ["us-east-1b"]],
    ["a reservation: its own", { ...P5, capacity: RESERVATION }, ["us-east-1b"]],
    ["a block: its own", { ...P5, capacity: BLOCK }, ["us-east-1b"]],
    ["without EFA: all", { instanceType: "m7i.4xlarge", nodes: 4 }, ["us-east-1a", "us-east-1b"]],
    [
      "without EFA with a zone: that one",
      { instanceType: "m7i.4xlarge", nodes: 4, zone: "us-east-1b" },
      ["us-east-1b"],
    ],
  ])("%s", (_, change, zones) => expect(group(change).machines.zones).toEqual(zones));
});

describe("placement groups", () => {
  test.each([
    ["on demand with EFA", P5, { kind: "own" }],
    [
      "on demand with EFA, switched off",
      { ...P5, capacity: { kind: "on-demand", placementGroup: false } },
      { kind: "none" },
    ],
    ["on demand without EFA", { instanceType: "m7i.4xlarge", nodes: 4 }, { kind: "none" }],
    ["spot", { ...P5, capacity: { kind: "spot" } }, { kind: "none" }],
    ["spot, asked for", { ...P5, capacity: { kind: "spot", placementGroup: true } }, { kind: "own" }],
    ["a reservation", { ...P5, capacity: RESERVATION }, { kind: "none" }],
    [
      "a reservation made in one",
      { ...P5, capacity: { ...RESERVATION, placementGroup: "pg" } },
      { kind: "named", name: "pg" },
    ],
    ["a block", { ...P5, capacity: BLOCK }, { kind: "none" }],
  ])("%s", (_, change, placement) => expect(group(change).machines.placement).toEqual(placement));
});

describe("size", () => {
  test("a number is kept by Terraform", () => {
    expect(group(P5).count).toEqual({ min: 4, max: 4, initial: 4, owner: "terraform", window: null });
  });

  test("zero nodes are zero: no GPUs, no money", () => {
    expect(group({ ...P5, nodes: 0 }).count).toMatchObject({ min: 0, max: 0, initial: 0 });
    expect(group({ ...P5, nodes: { min: 0, max: 0 } })).toEqual(group({ ...P5, nodes: 0 }));
  });

  test("a range belongs to an autoscaler and begins at its minimum", () => {
    expect(group({ ...P5, nodes: { min: 1, max: 9 } }).count).toMatchObject({
      min: 1,
      max: 9,
      initial: 1,
      owner: "autoscaler",
    });
  });

  test.each([
    ["2026-12-01T11:29:59Z", "before", 0],
    ["2026-12-01T11:30:00Z", "open", 4],
    ["2026-12-15T10:49:59Z", "open", 4],
    ["2026-12-15T10:50:00Z", "over", 0],
  ])("a block at %s is %s: %i nodes", (now, window, initial) => {
    const { count: nodes } = group({ ...P5, capacity: BLOCK }, {}, new Date(now));
    expect(nodes).toEqual({ min: 0, max: 4, initial, owner: "block", window });
  });
});

describe("pods", () => {
  test.each([
    ["p5.48xlarge", "save-ip", 51],
    ["p5.48xlarge", "primary-efa", 100],
    ["p5en.48xlarge", "save-ip", 149],
    ["p6-b300.48xlarge", "save-ip", 198],
  ])("%s with %s places %i", (instanceType, layout, pods) => {
    expect(group({ instanceType, nodes: 2, fabric: { kind: "efa", layout } }).machines.maxPods).toBe(pods);
  });

  test("config may say less", () => expect(group({ ...P5, maxPods: 30 }).machines.maxPods).toBe(30));

  test("an unknown figure stays unknown, and the IP budget counts what the CNI holds", () => {
    const gb200 = group({ instanceType: "p6e-gb200.36xlarge", nodes: 9, capacity: BLOCK });
    expect(gb200.machines).toMatchObject({ maxPods: null, addressesPerNode: 1 + 28 });
  });

  test.each([
    ["one address and 28 for pods", P5, 29],
    ["eight addresses with max-ena", { ...P5, fabric: { kind: "efa", layout: "max-ena" } }, 36],
    ["no more pods than the node may run", { ...P5, maxPods: 10 }, 11],
  ])("IP budget of a node: %s", (_, change, addresses) =>
    expect(group(change).machines.addressesPerNode).toBe(addresses),
  );
});

describe("GPUs", () => {
  test.each([
    ["p5.48xlarge", "gpu:h100:8"],
    ["p6-b200.48xlarge", "gpu:b200:8"],
    ["g6e.12xlarge", "gpu:l40s:4"],
    ["p4de.24xlarge", "gpu:a100:8"],
    ["g7e.48xlarge", "gpu:rtxpro6000:8"],
  ])("%s is %s in Slurm", (instanceType, gres) => expect(group({ instanceType, nodes: 1 }).gpus?.gres).toBe(gres));

  test("have their taint, and pods of a whole node ask for everything", () => {
    const p5 = group({ ...P5, taints: [{ key: "team", effect: "NoExecute" }] });
    expect(p5.taints).toEqual([GPU_TAINT, { key: "team", effect: "NoExecute" }]);
    expect(p5.podResources).toEqual({
      "nvidia.com/gpu": "8",
      "vpc.amazonaws.com/efa": "32",
      "hugepages-2Mi": "5120Mi",
    });
  });

  test("are told by labels, which config may add to", () => {
    expect(group({ ...P5, labels: { zoo: "lion" } }).machines.labels).toEqual({
      "railyard.dev/node-group": "g",
      "railyard.dev/role": "gpu",
      "railyard.dev/gpu": "h100",
      "railyard.dev/fabric": "efa",
      zoo: "lion",
    });
  });

  test("are not there on CPU nodes, nor is their taint", () => {
    const cpu = group({ instanceType: "m7i.4xlarge", nodes: 2 });
    expect(cpu).toMatchObject({
      gpus: null,
      taints: [],
      podResources: {},
      machines: { labels: { "railyard.dev/role": "cpu" } },
    });
    expect(cpu.machines.labels).not.toHaveProperty("railyard.dev/gpu");
  });
});

describe("images", () => {
  test.each([
    ["p5.48xlarge", "al2023", "AL2023_x86_64_NVIDIA"],
    ["p5.48xlarge", "bottlerocket", "BOTTLEROCKET_x86_64_NVIDIA"],
    ["p6e-gb200.36xlarge", "al2023", "AL2023_ARM_64_NVIDIA"],
    ["m7i.4xlarge", "al2023", "AL2023_x86_64_STANDARD"],
    ["p6e-gb200.36xlarge", "bottlerocket", null],
  ])("%s on %s: %s", (instanceType, kind, amiType) => {
    expect(group({ instanceType, nodes: 1, image: { kind } }).machines.image).toMatchObject({ kind, amiType });
  });

  test("the release is that of the versions file, unless config pins another", () => {
    expect(group(P5).machines.image).toHaveProperty("release", expect.stringMatching(/^1\.36\.\d+-\d{8}$/));
    const image = { kind: "al2023", release: "1.36.1-20260801" };
    expect(group({ ...P5, image }).machines.image).toHaveProperty("release", "1.36.1-20260801");
  });

  test("an image of your own is taken by its id", () => {
    const image = { kind: "custom", imageId: "ami-0123456789abcdef0" };
    expect(group({ ...P5, image }).machines.image).toEqual(image);
  });
});

describe("first boot", () => {
  test("Lustre over EFA takes AWS's number of connections, on types that can", () => {
    expect(group(P5).machines.boot).toMatchObject({
      lustreClient: true,
      lustreEfaInterfaces: 8,
      maskImex: false,
    });
    expect(group({ instanceType: "p4d.24xlarge", nodes: 2 }).machines.boot).toMatchObject({ lustreEfaInterfaces: 0 });
    expect(group({ ...P5, fabric: { kind: "none" } }).machines.boot).toMatchObject({ lustreEfaInterfaces: 0 });
  });

  test("no file system, no client", () => {
    expect(group(P5, { lustre: null, checkpoints: null }).machines.boot).toMatchObject({
      lustreClient: false,
      lustreEfaInterfaces: 0,
    });
  });

  test("Bottlerocket has no Lustre client to install", () => {
    expect(group({ ...P5, image: { kind: "bottlerocket" } }).machines.boot.lustreClient).toBe(false);
  });

  test("GB200 masks the IMEX service of the image", () => {
    expect(group({ instanceType: "p6e-gb200.36xlarge", nodes: 9, capacity: BLOCK }).machines.boot.maskImex).toBe(true);
  });

  test("local disks become one volume where there are any", () => {
    expect(group(P5).localStorage).toBe("raid0");
    expect(group({ instanceType: "m7i.4xlarge", nodes: 1 }).localStorage).toBe("none");
    expect(group({ ...P5, localStorage: "mount" }).localStorage).toBe("mount");
  });
});
