import { CLAIMED_SERVER_RULES, NVLINK_RULES } from "../../../config/gpu/nvlink-rules";
import { CLUSTER_SAMPLE, clusterSample } from "../../helpers/cluster";
import { group, ruleCases } from "../../helpers/rule-cases";

const block = { kind: "capacity-block", id: "cr-0a1b2c3d4e5f60719", zone: "us-east-1-dfw-2a", count: 18 };
const capacity = { ...block, start: "2026-12-07", end: "2027-02-01" };
const GB200 = { instanceType: "p6e-gb200.36xlarge", capacity };

ruleCases(NVLINK_RULES, {
  "gpu/one-nvlink-domain": {
    severity: "error",
    trips: [
      {
        when: "two UltraServers in a group",
        change: group("h100", { ...GB200, nodes: 36 }),
        at: ["nodeGroups", "h100", "nodes"],
        message: ["has 36 nodes", "has 18"],
        fix: ["a group for each UltraServer"],
      },
      {
        when: "a whole one where a half was bought",
        change: group("h100", { ...GB200, nodes: 18, capacity: { ...capacity, count: 9 } }),
        at: ["nodeGroups", "h100", "nodes"],
        message: ["has 18 nodes", "has 9"],
      },
    ],
    passes: [
      { when: "one UltraServer", change: group("h100", { ...GB200, nodes: 18 }) },
      { when: "a half one", change: group("h100", { ...GB200, nodes: 9, capacity: { ...capacity, count: 9 } }) },
      { when: "many nodes whose NVLink ends at the node", change: group("h100", { nodes: 64 }) },
    ],
  },
  "gpu/gb200-efa-driver": {
    severity: "warning",
    trips: [
      {
        when: "GB200 with EFA on an image of EKS",
        change: group("h100", { ...GB200, nodes: 18 }),
        at: ["nodeGroups", "h100", "image"],
        message: ["driver 580", "NVreg_GrdmaPciTopoCheckOverride=1"],
        fix: ["/proc/driver/nvidia/params", "/etc/modprobe.d"],
      },
    ],
    passes: [
      {
        when: "an image of one's own",
        change: group("h100", { ...GB200, nodes: 18, image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }),
      },
      { when: "GB200 without EFA", change: group("h100", { ...GB200, nodes: 18, fabric: { kind: "none" } }) },
      { when: "H100", change: {} },
    ],
  },
});

/** A rack of GB200 beside the sample's DGX, whose GPUs have a device plugin. */
const rack = (labels: object, change: object = {}) => ({
  nodeGroups: { nvl: { labels, nodes: 18, server: "dgx-gb200-tray", ...change } },
});
const PLUGIN = { allocation: "device-plugin" };
const DRIVER_OFF = { "nvidia.com/gpu.deploy.driver": "false" };
const LABELS = { "nvidia.com/gpu.clique": "a1.1" };

ruleCases(
  CLAIMED_SERVER_RULES,
  {
    "gpu/plugin-label": {
      severity: "error",
      trips: [
        {
          when: "a rack whose nodes may have a device plugin, too",
          change: rack(LABELS),
          at: ["nodeGroups", "nvl", "labels"],
          message: ["GPUs of nvl are claimed"],
          fix: ["nvidia.com/gpu.deploy.device-plugin=false"],
        },
      ],
      passes: [
        { when: "one that is labelled", change: rack({ ...LABELS, "nvidia.com/gpu.deploy.device-plugin": "false" }) },
        { when: "one with device plugins", change: rack(LABELS, { allocation: "device-plugin" }) },
        { when: "no operator", change: { ...rack(LABELS), gpu: { operator: false } } },
      ],
    },
    "gpu/driver-label": {
      severity: "error",
      trips: [
        {
          when: "hosts with a driver beside those that the operator gives one",
          change: rack(LABELS, { ...PLUGIN, driver: "operator" }),
          at: ["nodeGroups", "dgx", "labels"],
          message: ["hosts of dgx have their driver"],
          fix: ["nvidia.com/gpu.deploy.driver=false nvidia.com/gpu.deploy.container-toolkit=false"],
        },
      ],
      passes: [
        { when: "drivers of hosts alone", change: rack(LABELS, PLUGIN) },
        { when: "drivers of the operator alone", change: { ...rack(LABELS, PLUGIN), gpu: { driver: "operator" } } },
        {
          when: "hosts that are labelled",
          change: {
            nodeGroups: {
              dgx: { labels: { ...DRIVER_OFF, "nvidia.com/gpu.deploy.container-toolkit": "false" } },
              nvl: { labels: LABELS, nodes: 18, server: "dgx-gb200-tray", ...PLUGIN, driver: "operator" },
            },
          },
        },
      ],
    },
    "gpu/claimed-driver": {
      severity: "error",
      trips: [
        {
          when: "two pools whose GPUs are claimed, each with a driver of its own owner",
          change: { ...rack(LABELS, { driver: "operator" }), gpu: { allocation: "dra" } },
          at: ["nodeGroups", "nvl", "driver"],
          message: ["the driver of nvl is the operator's, and that of dgx is the host's"],
          fix: ['driver: "host" in nvl'],
        },
      ],
      passes: [
        { when: "one owner", change: { ...rack(LABELS), gpu: { allocation: "dra" } } },
        { when: "one pool whose GPUs are claimed", change: rack(LABELS, { driver: "operator" }) },
      ],
    },
  },
  CLUSTER_SAMPLE,
);

test("a rack of servers that exist is one domain of eighteen, and more of them are told", () => {
  const { env } = clusterSample(rack(LABELS, { nodes: 36 }));
  const pool = env.nodeGroups.find(({ name }) => name === "nvl")!;
  expect(pool).toMatchObject({ allocation: "dra", nvlinkDomainNodes: 18 });
  const rule = NVLINK_RULES.find(({ id }) => id === "gpu/one-nvlink-domain")!;
  expect([...rule.check({ ...clusterSample(rack(LABELS, { nodes: 36 })), now: new Date(0) })]).toEqual([
    expect.objectContaining({ path: ["nodeGroups", "nvl", "nodes"], fix: expect.stringContaining("gpu.clique") }),
  ]);
});
