import fc from "fast-check";
import { SERVER_NAMES } from "../../../config/facts/servers";
import { missingFacts } from "../../../config/pools/existing/machine";
import type { ExistingPool } from "../../../config/pools/existing/resolve";
import { existingPoolSchema } from "../../../config/pools/existing/schema";
import { parseCidr, sizeOf, networkOf, overlaps } from "../../../config/kernel/cidr";
import { KUBERNETES_RULES } from "../../../config/sites/kubernetes/rules";
import { poolObjects } from "../../../constructs/platform/network-operator/networks";
import { clusterSample } from "../../helpers/cluster";
import { NOW } from "../../helpers/environment";
import { slurmLayout } from "../../../stacks/slurm-layout";

/** What a buyer may choose, where the catalogue leaves it open. */
const CHOSEN = { sockets: 2, coresPerSocket: 64, threadsPerCore: 2, memoryGiB: 2048 } as const;

/** Servers of the catalogue, and some that are written out, in some order of their cards. */
const server = fc.oneof(
  fc.constantFrom(...SERVER_NAMES).map((like) => ({
    like,
    ...Object.fromEntries(missingFacts({ like }).map((key) => [key, CHOSEN[key as keyof typeof CHOSEN]])),
  })),
  fc.record({ cards: fc.integer({ min: 1, max: 16 }), gpus: fc.constantFrom(1, 2, 4, 8) }).map(({ cards, gpus }) => ({
    ...CHOSEN,
    gpu: { model: "H200", count: gpus, memoryGB: 141 },
    nics: Array.from({ length: cards }, (_, at) => ({
      pci: `0000:${(at + 16).toString(16)}:00.0`,
      gbps: 400,
      hca: `mlx5_${at}`,
      netdev: `rail${at}`,
      deviceId: "1021",
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
      expect(group!.vcpus % (machine.sockets * group!.threadsPerCore)).toBe(0);
      expect(group!.maxNodes).toBe(written.nodes);
    }),
    { numRuns: 60 },
  );
  expect(looked).toBeGreaterThan(20);
});
