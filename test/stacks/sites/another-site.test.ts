import { resolveNone } from "../../../config/fabrics/none/kind";
import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import type { ExistingNodes } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { SITES } from "../../../stacks/sites/kinds";
import type { Site } from "../../../stacks/sites/site";
import { MACHINE_ROOM } from "../../fixtures/machine-room/site";
import { resolveSharing } from "../../../config/sharing/resolve";
import { sample } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

// its row, as long as the tests of this file run
const rows = SITES as Site[];
rows.push(MACHINE_ROOM);
afterAll(() => rows.splice(rows.indexOf(MACHINE_ROOM), 1));

const H100 = INSTANCE_TYPES["p5.48xlarge"];

/** Machines that are in the cluster already: somebody else looks after them. */
const DGX: ExistingNodes = {
  machines: "existing",
  name: "dgx",
  facts: { vcpus: 224, memoryMiB: 2 * 1024 * 1024, arch: "amd64", gpu: H100.gpu, nvlink: H100.nvlink, nvme: H100.nvme },
  fabric: { ...resolveNone(H100), gbps: 100 },
  gpus: { model: "H100-80GB", type: "h100", count: 8, memoryMiB: 81920, gres: "gpu:h100:8" },
  sharing: resolveSharing({ kind: "exclusive" }),
  nodes: { min: 4, max: 4, initial: 4, owner: "terraform", window: null },
  nodeSelector: { "example.com/rack": "r1" },
  taints: [{ key: "example.com/gpu", value: "yes", effect: "NoSchedule" }],
  podResources: { "nvidia.com/gpu": "8" },
  boot: { gdrcopyModule: false, maskImex: false },
  localStorage: "raid0",
  nvlinkDomainNodes: null,
};

const { env } = sample({
  lustre: null,
  checkpoints: null,
  platform: { loadBalancerController: false },
  slurm: { partitions: { train: { nodeGroups: ["dgx"], default: true } } },
});

const ROOM: SiteEnvironment = {
  site: "machine-room",
  region: null,
  name: "room",
  production: false,
  tags: {},
  names: { ...env.names, cluster: "room", stack: (role) => `room-${role}` },
  state: { kind: "local", directory: "state" },
  storage: [],
  lustre: null,
  checkpoints: null,
  gpu: env.gpu,
  slurm: env.slurm,
  platform: env.platform,
  monitoring: env.monitoring,
  teams: env.teams,
  schedule: null,
  lifetime: null,
  idle: null,
  nodeGroups: [DGX],
};

const stacks = synthStacks(ROOM);
const releases = (stack: Json): string[] =>
  Object.values(stack.resource?.helm_release ?? {}).map((release) => (release as Json).name as string);

describe("a site that is one folder and one row", () => {
  test("has the stacks in a cluster that is there, and none of a cloud", () =>
    expect(Object.keys(stacks)).toEqual(["crds", "platform", "slurm"]));

  test.each(["crds", "platform", "slurm"])("%s reaches the cluster as the site says, and knows no AWS", (role) => {
    const stack = stacks[role]!;
    expect(Object.keys(stack.provider)).toEqual(["helm"]);
    expect(stack.provider.helm[0].kubernetes).toMatchObject({ config_context: "machine-room" });
    expect(Object.keys(stack.terraform.backend)).toEqual(["local"]);
    expect(Object.keys(stack.resource).filter((type) => type.startsWith("aws_"))).toEqual([]);
    expect(Object.keys(stack.data ?? {}).filter((type) => type.startsWith("aws_"))).toEqual([]);
  });

  test("gets what needs no cloud: certificates, metrics, GPUs and teams", () => {
    const platform = releases(stacks.platform!);
    expect(platform).toEqual(expect.arrayContaining(["cert-manager", "kube-prometheus-stack", "gpu-operator"]));
    expect(platform.filter((name) => /aws|fsx|efa|s3/.test(name))).toEqual([]);
    expect(JSON.stringify(stacks.platform)).toContain("railyard:vision");
  });

  test("Slurm takes the nodes that carry its labels, and its database a class of volumes that the site has", () => {
    const text = JSON.stringify(stacks.slurm);
    expect(text).toContain("example.com/rack");
    expect(text).not.toContain("railyard.dev/node-group");
    expect(text).toContain("example.com/gpu");
    expect(text).not.toContain("AWS_REGION");
    expect(text).toContain("platform_retained_storage_class_name");
    expect(JSON.stringify(stacks.platform!.output)).toContain("nfs-retained");
  });
});

test("a site that nobody registered is told by name", () =>
  expect(() => synthStacks({ ...ROOM, site: "moon" })).toThrow("room stands on moon, which is no site"));
