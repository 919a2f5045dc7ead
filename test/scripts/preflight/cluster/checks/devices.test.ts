import { FABRIC_CARDS, GPUS } from "../../../../../scripts/preflight/cluster/checks/devices";
import { node, nodes, findingsOf } from "../../../../helpers/pretended-cluster";
import { DGX, poolOf } from "../../../../helpers/pools";

const H100 = { "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3" };
const gpus = (count: number | null, labels: object = H100, name = "a") =>
  node(name, { labels, allocatable: count === null ? {} : { "nvidia.com/gpu": String(count) } });
const PCI = "feature.node.kubernetes.io/pci-10de.present";
const NO_MODEL = "unknown dgx: no node has a label with its GPU: which model it is, is not known here";
const MODEL = "ok dgx: 1 nodes are labelled with NVIDIA-H100-80GB-HBM3";

test.each([
  ["all", [gpus(8)], ["ok dgx: 1 nodes offer 8 GPUs each", MODEL]],
  [
    "fewer on one",
    [gpus(7), gpus(8, {}, "b")],
    ["warning dgx: nodes do not offer 8 GPUs each: 7 on a", "ok dgx: 1 nodes offer 8 GPUs each", MODEL],
  ],
  [
    "of another model",
    [gpus(8, { "nvidia.com/gpu.product": "NVIDIA-H200" })],
    [
      "ok dgx: 1 nodes offer 8 GPUs each",
      "failed dgx: config says H100-80GB, and nodes have other GPUs: NVIDIA-H200 on a",
    ],
  ],
  [
    "none yet, and cards on the bus",
    [gpus(null, { [PCI]: "true" })],
    [
      "unknown dgx: nothing offers nvidia.com/gpu yet on a: how many GPUs there are is seen once a device plugin runs there",
      NO_MODEL,
    ],
  ],
  [
    "none, and no card on the bus",
    [gpus(null, { "feature.node.kubernetes.io/kernel-version.major": "6" })],
    ["failed dgx: no card of NVIDIA is on the PCI bus of a", NO_MODEL],
  ],
  ["none, and nobody looked", [gpus(null, {})], [expect.stringMatching(/^unknown dgx: nothing offers/), NO_MODEL]],
])("nodes offer GPUs: %s", async (_, all, expected) => expect(await findingsOf(GPUS, nodes(...all))).toEqual(expected));

test("fewer on all nodes is what config has wrong, and shared GPUs are as many as pods may have", async () => {
  expect(await findingsOf(GPUS, nodes(gpus(4)))).toEqual(["failed dgx: nodes do not offer 8 GPUs each: 4 on a", MODEL]);
  const shared = (sharing: object) => ({ env: { nodeGroups: [poolOf("dgx", { ...DGX, sharing })] } });
  const slices = shared({ kind: "time-slicing", replicas: 4, renamed: false });
  const OK = "ok dgx: 1 nodes offer their 8 GPUs, shared or not";
  expect(await findingsOf(GPUS, nodes(gpus(32)), slices)).toEqual([OK, MODEL]);
  expect(await findingsOf(GPUS, nodes(gpus(8)), slices)).toEqual([OK, MODEL]);
  expect(await findingsOf(GPUS, nodes(gpus(16)), slices)).toEqual([
    "failed dgx: nodes do not offer 32 GPUs each: 16 on a",
    MODEL,
  ]);
});

test("GPUs that config does not say are told", async () => {
  const cpu = { labels: DGX["labels"], nodes: 1, server: { gpu: null, like: "dgx-h100", nics: [] } };
  const env = { nodeGroups: [poolOf("cpu", cpu)] };
  expect(await findingsOf(GPUS, nodes(gpus(8)), { env })).toEqual([
    "warning cpu: config says no GPU, and nvidia.com/gpu is offered by a",
  ]);
  expect(await findingsOf(GPUS, nodes(gpus(null)), { env })).toEqual([]);
});

const NFD = "feature.node.kubernetes.io/";
const cards = (...labels: string[]) =>
  node("a", { labels: Object.fromEntries(["kernel-version.major", ...labels].map((one) => [NFD + one, "true"])) });
const ALL = ["pci-15b3.present", "rdma.capable", "network-sriov.capable"];

test.each([
  ["all that pods get", [cards(...ALL)], ["ok dgx: 1 nodes have RDMA cards of NVIDIA"]],
  [
    "no card",
    [cards()],
    [
      expect.stringMatching(/^failed dgx: no card of NVIDIA's networks \(PCI vendor 15b3\) is on the bus of a: /),
      expect.stringMatching(/^failed dgx: no RDMA device is in the kernel of a: /),
      expect.stringMatching(
        /^warning dgx: virtual functions, which pods would get, are switched on for no card of a: /,
      ),
    ],
  ],
  [
    "nobody looked",
    [node("a")],
    ["unknown dgx: Node Feature Discovery has labelled nothing on a: which cards are there is not known here"],
  ],
])("nodes show the fabric: %s", async (_, all, expected) =>
  expect(await findingsOf(FABRIC_CARDS, nodes(...all))).toEqual(expected),
);

test("virtual functions matter only to pods that get some", async () => {
  const fabric = { kind: "infiniband", access: "shared-device" };
  const env = { nodeGroups: [poolOf("dgx", { ...DGX, fabric })] };
  expect(await findingsOf(FABRIC_CARDS, nodes(cards(...ALL.slice(0, 2))), { env })).toEqual([
    "ok dgx: 1 nodes have RDMA cards of NVIDIA",
  ]);
});

test("resources of the fabric that somebody hands out already are counted", async () => {
  const pool = poolOf("dgx", DGX);
  const [[resource = "", count] = []] = Object.entries(pool.fabric.podRequests);
  const looked = cards(...ALL);
  const few = { ...looked, status: { ...looked.status, allocatable: { [resource]: "0.5" } } };
  const found = await findingsOf(FABRIC_CARDS, nodes(few));
  expect(found).toContain(`failed dgx: pods ask for ${count} of ${resource}, and nodes offer fewer: 0.5 on a`);
});
