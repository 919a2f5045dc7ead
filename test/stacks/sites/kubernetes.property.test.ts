import fc from "fast-check";
import { SERVER_NAMES } from "../../../config/facts/servers";
import { missingFacts } from "../../../config/pools/existing/machine";
import type { ExistingPool } from "../../../config/pools/existing/resolve";
import { existingPoolSchema } from "../../../config/pools/existing/schema";
import { parseCidr, sizeOf, networkOf, overlaps } from "../../../config/kernel/cidr";
import { numaNodes, TOPOLOGY_POLICIES } from "../../../config/pools/kubelet";
import { writtenUnits } from "../../../config/topology/leaves-of-pools";
import { KUBERNETES_RULES } from "../../../config/sites/kubernetes/rules";
import { poolObjects } from "../../../constructs/platform/network-operator/networks";
import { clusterSample } from "../../helpers/cluster";
import { NOW } from "../../helpers/environment";
import { slurmLayout } from "../../../stacks/slurm-layout";

/** What a buyer may choose, where the catalogue leaves it open. */
const CHOSEN = { sockets: 2, coresPerSocket: 64, threadsPerCore: 2, memoryGiB: 2048 } as const;

const CPUS = CHOSEN.sockets * CHOSEN.coresPerSocket * CHOSEN.threadsPerCore;
const leafOfRail = (at: number): string | undefined => `leaf-${String(at).padStart(2, "0")}`;

/** So many NUMA nodes, with CPUs and GPUs in turns. */
const numaOf = (nodes: number, gpus: number) =>
  Array.from({ length: nodes }, (_, node) => ({
    cpus: `${(node * CPUS) / nodes}-${((node + 1) * CPUS) / nodes - 1}`,
    gpus: Array.from({ length: gpus }, (__, gpu) => gpu).filter((gpu) => gpu % nodes === node),
  }));

/** Servers of the catalogue, and some that are written out, in some order of their cards. */
const server = fc.oneof(
  fc.constantFrom(...SERVER_NAMES).map((like) => ({
    like,
    ...Object.fromEntries(missingFacts({ like }).map((key) => [key, CHOSEN[key as keyof typeof CHOSEN]])),
  })),
  fc
    .record({
      cards: fc.integer({ min: 1, max: 16 }),
      gpus: fc.constantFrom(1, 2, 4, 8),
      // none, one for all cards, one for each, or of some
      leaf: fc.constantFrom(
        () => undefined,
        () => "leaf-00",
        leafOfRail,
        (at: number) => (at % 2 ? leafOfRail(at) : undefined),
      ),
      numa: fc.constantFrom(undefined, 1, 2, 4),
    })
    .map(({ cards, gpus, leaf, numa }) => ({
      ...CHOSEN,
      ...(numa !== undefined && { numa: numaOf(numa, gpus) }),
      gpu: { model: "H200", count: gpus, memoryGB: 141 },
      nics: Array.from({ length: cards }, (_, at) => ({
        pci: `0000:${(at + 16).toString(16)}:00.0`,
        gbps: 400,
        hca: `mlx5_${at}`,
        netdev: `rail${at}`,
        deviceId: "1021",
        ...(leaf(at) !== undefined && { leaf: leaf(at) }),
      })),
    })),
);

const fabric = fc.oneof(
  fc.record({
    kind: fc.constant("infiniband"),
    access: fc.constantFrom("sriov", "host-device", "shared-device", "ipoib"),
    vfs: fc.integer({ min: 1, max: 16 }),
    addresses: fc.constantFrom("192.168.0.0/16", "10.0.0.0/10"),
  }),
  fc.record({ kind: fc.constant("roce"), access: fc.constantFrom("host-device", "shared-device") }),
  fc.constant({ kind: "none" }),
);

const pool = fc.record({
  labels: fc.constant({ "example.com/servers": "any" }),
  nodes: fc.integer({ min: 1, max: 2000 }),
  server,
  fabric,
  layers: fc.constantFrom(undefined, 1),
  kubelet: fc.constantFrom(undefined, ...TOPOLOGY_POLICIES.map((topologyManagerPolicy) => ({ topologyManagerPolicy }))),
});

/** Environments in which no rule finds an error, with their one pool. */
function legal(written: object): ExistingPool | null {
  if (!existingPoolSchema.safeParse(written).success) return null;
  const { env, config } = clusterSample({
    nodeGroups: { dgx: null, any: written },
    slurm: { partitions: { train: { nodeGroups: ["any"] } } },
  });
  const errors = KUBERNETES_RULES.filter(({ severity }) => severity === "error");
  return errors.some((rule) => [...rule.check({ config, env, now: NOW })].length > 0) ? null : env.nodeGroups[0]!;
}

test("of any legal pool, networks, resources, addresses and GRES add up", () => {
  let looked = 0;
  let leafy = 0;
  const patterns = new Set<string>();
  fc.assert(
    fc.property(pool, (written) => {
      const found = legal(written);
      fc.pre(found !== null);
      looked += 1;
      const { fabric: resolved, machine, count, gpus } = found;
      const rdma = resolved.rdma;
      const cards = machine.nics.filter(({ use }) => use === "east-west");
      const rails = rdma?.rails ?? [];
      // each compute card is one rail, one network and one resource, and each has one name alone
      expect(rails).toHaveLength(rdma ? cards.length : 0);
      expect(resolved.devices).toBe(rails.length);
      for (const names of [rails.map(({ network }) => network), rails.map(({ request }) => request)])
        expect(new Set(names).size).toBe(rails.length);
      expect(Object.entries(resolved.podRequests)).toEqual(rails.map(({ request }) => [request, "1"]));
      expect(Object.values(resolved.podAnnotations).flatMap((text) => text.split(","))).toEqual(
        rails.map(({ network }) => `default/${network}`),
      );
      if (rdma) expect(resolved.gbps).toBe(rails.reduce((sum, { gbps }) => sum + gbps, 0));
      // every node has its block of addresses on every rail, and no rail has those of another
      const blocks = rails.map(({ subnet }) => networkOf(parseCidr(subnet)));
      for (const block of blocks) expect(sizeOf(block)).toBeGreaterThanOrEqual(count.max * rdma!.addressesPerNode);
      for (const [at, { subnet }] of rails.entries())
        for (const other of rails.slice(0, at)) expect(overlaps(subnet, other.subnet)).toBe(false);
      // the operator's objects have one network a rail
      if (rdma) {
        const objects = poolObjects({ name: "any", nodeSelector: found.nodeSelector, rdma }, "nvidia-network-operator");
        const text = JSON.stringify(objects);
        for (const { network } of rails) expect(text).toContain(`"${network}"`);
      }
      // Slurm has as many GPUs as the server, and as many CPUs as its sockets, cores and threads
      const { env } = clusterSample({
        nodeGroups: { dgx: null, any: written },
        slurm: { partitions: { train: { nodeGroups: ["any"] } } },
      });
      const [group] = slurmLayout(env, env.slurm!).nodeGroups;
      expect(group!.gpus?.count ?? 0).toBe(gpus?.count ?? 0);
      // each GPU and each CPU is of one NUMA node, and no policy of kubelets refuses the pod that has them all
      if (machine.numa.length > 0) {
        expect(machine.numa.flatMap(({ gpus: near }) => near).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: gpus!.count }, (_, gpu) => gpu),
        );
        expect(machine.numa.flatMap(({ cpus }) => cpus)).toHaveLength(group!.vcpus);
      }
      const fitsOne = numaNodes(found) === 1 || (gpus?.count ?? 0) < 2;
      expect(fitsOne || found.kubelet?.topologyManagerPolicy !== "single-numa-node").toBe(true);
      // a pool is in one unit: all leaves of its compute cards, each once
      const leaves = [...new Set(cards.flatMap(({ leaf }) => leaf ?? []))].toSorted();
      expect(writtenUnits([found]).map((unit) => unit.leaves)).toEqual(leaves.length > 0 ? [leaves] : []);
      if (leaves.length > 0) leafy += 1;
      patterns.add(rdma?.access ?? "none");
      expect(group!.vcpus % (machine.sockets * group!.threadsPerCore)).toBe(0);
      expect(group!.maxNodes).toBe(written.nodes);
    }),
    { numRuns: 60 },
  );
  expect(looked).toBeGreaterThan(20);
  // what is asked for comes at all
  expect(leafy).toBeGreaterThan(0);
  expect([...patterns].toSorted()).toEqual(expect.arrayContaining(["host-device", "none", "shared-device"]));
});
