import fc from "fast-check";
import { SERVER_NAMES, SERVERS } from "../../../../config/facts/servers";
import { missingFacts, railNics } from "../../../../config/pools/existing/machine";
import { existingPoolSchema } from "../../../../config/pools/existing/schema";
import { EXISTING_POOL_RULES } from "../../../../config/pools/existing/rules";
import { DGX, HGX, poolOf, poolRuleCases } from "../../../helpers/pools";

describe("a pool of servers of the catalogue", () => {
  const dgx = poolOf("dgx", DGX);

  test("has its GPUs, CPUs, memory and disks", () => {
    expect(dgx.hardware).toMatchObject({
      vcpus: 224,
      memoryMiB: 2048 * 1024,
      arch: "amd64",
      nvme: { count: 8, totalGB: 30720 },
    });
    expect(dgx.gpus).toEqual({ model: "H100-80GB", type: "h100", count: 8, memoryMiB: 81920, gres: "gpu:h100:8" });
    expect(dgx.count).toMatchObject({ min: 64, max: 64, owner: "terraform" });
  });

  test("has its compute cards as rails by their PCI addresses, and not the others", () => {
    expect(railNics(dgx.machine).map(({ pci }) => pci)).toEqual(SERVERS["dgx-h100"].rails.map(({ pci }) => pci));
    expect(dgx.machine.nics.filter(({ use }) => use === "storage")).toHaveLength(4);
    expect(dgx.fabric).toMatchObject({ kind: "infiniband", devices: 8, gbps: 3200 });
  });

  test("asks for whole GPUs and one card of each rail", () =>
    expect(dgx.podResources).toEqual({
      "nvidia.com/gpu": "8",
      ...Object.fromEntries(Array.from({ length: 8 }, (_, rail) => [`nvidia.com/dgx_rail_${rail}`, "1"])),
    }));

  test("has the memory that the driver reports, where it is known", () => {
    const gb300 = poolOf("gb", { ...DGX, server: "dgx-gb300-tray" });
    expect(gb300.gpus).toMatchObject({ memoryMiB: 284208, gres: "gpu:gb300:4" });
    expect(gb300).toMatchObject({ nvlinkDomainNodes: 18, hardware: { arch: "arm64", nvme: { count: null } } });
  });
});

describe("a server that is written out", () => {
  test("has what its buyer chose, and the rest of the catalogue", () => {
    const hgx = poolOf("hgx", HGX);
    expect(hgx.hardware).toMatchObject({ vcpus: 224, gpu: { model: "B200", count: 8 } });
    expect(hgx.machine).toMatchObject({ nvswitchNics: true, externalBmc: true });
    expect(railNics(hgx.machine)).toHaveLength(8);
    expect(hgx.fabric.gbps).toBe(3200);
  });

  test("may have no GPU, and rails in an order of its own", () => {
    const server = {
      sockets: 1,
      coresPerSocket: 64,
      threadsPerCore: 1,
      memoryGiB: 512,
      nics: [
        { pci: "0000:01:00.0", gbps: 100, rail: 1 },
        { pci: "0000:02:00.0", gbps: 100, rail: 0 },
      ],
    };
    const cpu = poolOf("cpu", { ...DGX, server });
    expect(cpu.gpus).toBeNull();
    expect(cpu.fabric.rdma?.rails.map(({ rail, pci }) => [rail, pci])).toEqual([
      [0, "0000:02:00.0"],
      [1, "0000:01:00.0"],
    ]);
  });
});

describe("what is missing or cannot be is told by key", () => {
  const problems = (change: object): string[] => {
    const result = existingPoolSchema.safeParse({ ...DGX, ...change });
    return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };

  test.each(SERVER_NAMES)("%s stands alone exactly where the catalogue knows its CPUs and memory", (name) => {
    const missing = missingFacts({ like: name });
    const messages = problems({ server: name }).join();
    expect(messages === "").toBe(missing.length === 0);
    for (const one of missing) expect(messages).toContain(one);
  });

  test.each<[string, object, RegExp]>([
    ["a server that nobody sells", { server: "dgx-h10" }, /server/],
    ["a label that cannot be", { labels: { "a b": "c" } }, /labels/],
    ["no label", { labels: {} }, /all nodes have none/],
    ["no nodes", { nodes: 0 }, /nodes/],
    ["a card without its domain", { server: { like: "dgx-h100", nics: [{ pci: "18:00.0", gbps: 400 }] } }, /server/],
    ["a key that there is not", { fabric: { kind: "infiniband", rails: 8 } }, /fabric/],
    ["a fabric of EC2", { fabric: { kind: "efa" } }, /fabric/],
    ["too many functions", { fabric: { kind: "infiniband", vfs: 17 } }, /fabric\.vfs/],
    ["a partition key that is too long", { fabric: { kind: "infiniband", pkey: "0x12345" } }, /such as 0x0006/],
    ["a partition key of a full member", { fabric: { kind: "infiniband", pkey: "0x8006" } }, /write 0x0006/],
    ["the default partition", { fabric: { kind: "infiniband", pkey: "0xffff" } }, /leave the key out/],
    ["no partition", { fabric: { kind: "infiniband", pkey: "0x0" } }, /is no partition/],
    ["a shell in a variable", { fabric: { kind: "infiniband", nccl: { NCCL_X: "a\nb" } } }, /one line/],
    ["SHARP on Ethernet", { fabric: { kind: "roce", sharp: true } }, /sharp/],
    ["IP over InfiniBand on Ethernet", { fabric: { kind: "roce", access: "ipoib" } }, /fabric\.access/],
  ])("%s", (_, change, message) => expect(problems(change).join()).toMatch(message));
});

test("networks, resources and GPUs of any legal pool add up", () => {
  const known = SERVER_NAMES.filter((name) => missingFacts({ like: name }).length === 0);
  fc.assert(
    fc.property(
      fc.constantFrom(...known),
      fc.integer({ min: 1, max: 2000 }),
      fc.constantFrom("infiniband", "roce"),
      fc.constantFrom("sriov", "host-device", "shared-device"),
      fc.integer({ min: 1, max: 16 }),
      (server, nodes, kind, access, vfs) => {
        const pool = poolOf("any-pool", {
          ...DGX,
          server,
          nodes,
          fabric: { kind, access, vfs, addresses: "10.0.0.0/8" },
        });
        const rdma = pool.fabric.rdma!;
        expect(rdma.rails).toHaveLength(SERVERS[server].rails.length);
        expect(pool.gpus?.count).toBe(SERVERS[server].gpu.count);
        expect(Object.keys(pool.fabric.podRequests)).toEqual(rdma.rails.map(({ request }) => request));
        const networks = Object.values(pool.fabric.podAnnotations).join().split(",");
        expect(networks).toEqual(rdma.rails.map(({ network }) => `default/${network}`));
        const subnets = rdma.rails.map(({ subnet }) => subnet);
        expect(new Set(subnets).size).toBe(rdma.rails.length);
        for (const subnet of subnets)
          expect(2 ** (32 - Number(subnet.split("/")[1]))).toBeGreaterThan(nodes * rdma.addressesPerNode);
        expect(rdma.addressesPerNode).toBeGreaterThanOrEqual(access === "sriov" ? vfs : 1);
        expect(pool.fabric.devices).toBe(rdma.rails.length);
        for (const { resource, network } of rdma.rails) {
          expect(resource).toMatch(/^[a-zA-Z0-9_]+$/);
          expect(network).toMatch(/^[a-z0-9-]+$/);
        }
      },
    ),
    { numRuns: 60 },
  );
});

type Nics = { readonly server: { readonly nics: readonly object[] } };

/** HGX servers whose cards have what `of` says of each. */
const wired = (of: (at: number) => object) => {
  const { server } = HGX as unknown as Nics;
  return { ...HGX, server: { ...server, nics: server.nics.map((nic, at) => ({ ...nic, ...of(at) })) } };
};

/** The same with a leaf for each rail. */
const rails = (leaf: string) => wired((at) => (at < 8 ? { leaf: `${leaf}-0${at}` } : {}));

describe("rules", () =>
  poolRuleCases(EXISTING_POOL_RULES, {
    "pools/same-nodes": {
      severity: "error",
      trips: [
        {
          when: "the labels of another pool",
          pools: { dgx: DGX, twin: { ...HGX, labels: DGX["labels"] } },
          at: ["nodeGroups", "twin", "labels"],
          message: "nodes of twin have the labels of dgx, too",
        },
        {
          when: "labels of which another pool asks for more",
          pools: { dgx: { ...DGX, labels: { "example.com/servers": "dgx", "example.com/row": "1" } }, all: DGX },
          at: ["nodeGroups", "all", "labels"],
          message: "nodes of all have the labels of dgx",
        },
      ],
      passes: [
        {
          when: "the same label with another value",
          pools: { dgx: DGX, other: { ...HGX, labels: { "example.com/servers": "b" } } },
        },
      ],
    },
    "pools/leaf-of-rails": {
      severity: "error",
      trips: [
        {
          when: "a compute card without one, beside others that have one",
          pools: { hgx: { ...wired((at) => (at < 8 && at !== 3 ? { leaf: `leaf-0${at}` } : {})), layers: 1 } },
          at: ["nodeGroups", "hgx", "server", "nics", 3, "leaf"],
          message: "0000:13:00.0 is a compute card without a leaf",
        },
        {
          when: "another card with one",
          pools: { hgx: wired((at) => (at === 8 ? { leaf: "leaf-9" } : {})) },
          at: ["nodeGroups", "hgx", "server", "nics", 8, "leaf"],
          message: "no compute card (use: north-south)",
        },
      ],
      passes: [
        { when: "all rails", pools: { hgx: { ...rails("leaf"), layers: 1 } } },
        { when: "none", pools: { hgx: HGX } },
      ],
    },
    "pools/leaf-layer": {
      severity: "error",
      trips: [
        {
          when: "no layers",
          pools: { hgx: rails("leaf") },
          at: ["nodeGroups", "hgx", "layers"],
          message: "neither Slurm nor Kueue goes by them",
        },
        {
          when: "two",
          pools: { hgx: { ...rails("leaf"), layers: 2 } },
          at: ["nodeGroups", "hgx", "layers"],
          message: "hgx has 2 layers, and the leaves of its cards tell one",
        },
      ],
      passes: [
        { when: "one", pools: { hgx: { ...rails("leaf"), layers: 1 } } },
        { when: "two layers of a fabric that is read", pools: { hgx: { ...HGX, layers: 2 } } },
      ],
    },
    "pools/scratch-own-folder": {
      severity: "error",
      trips: ["/etc/scratch", "/usr", "/var/lib/kubelet", "/var/lib"].map((scratch) => ({
        when: scratch,
        pools: { dgx: { ...DGX, scratch } },
        at: ["nodeGroups", "dgx", "scratch"],
        message: `jobs would write into ${scratch} of the hosts`,
      })),
      passes: [
        { when: "disks of their own", pools: { dgx: { ...DGX, scratch: "/raid/scratch" } } },
        { when: "a folder beside, of which the next rule warns", pools: { dgx: { ...DGX, scratch: "/var/scratch" } } },
        { when: "none", pools: { dgx: DGX } },
      ],
    },
    "pools/scratch-folder": {
      severity: "warning",
      trips: [
        {
          when: "the disk of the system",
          pools: { dgx: { ...DGX, scratch: "/var/scratch" } },
          at: ["nodeGroups", "dgx", "scratch"],
          message: "/var/scratch of the hosts is below /var",
        },
      ],
      passes: [
        { when: "disks of their own", pools: { dgx: { ...DGX, scratch: "/raid/scratch" } } },
        { when: "none", pools: { dgx: DGX } },
      ],
    },
    "pools/nvidia-gpus": {
      severity: "error",
      trips: [
        {
          when: "GPUs of AMD",
          pools: {
            amd: { ...DGX, server: { like: "mi300x-8", coresPerSocket: 56, threadsPerCore: 2, memoryGiB: 2048 } },
          },
          at: ["nodeGroups", "amd", "server"],
          message: "GPUs of AMD",
        },
      ],
      passes: [{ when: "no GPUs", pools: { cpu: { ...DGX, server: { like: "dgx-h100", gpu: null } } } }],
    },
  }));
