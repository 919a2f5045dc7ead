import fc from "fast-check";
import { clusterSample } from "../../helpers/cluster";
import { byShare, gpusOfPool, queuedPools, queueQuotas, topologyLevels } from "../../../config/kueue/resolve";
import { sample } from "../../helpers/environment";

test("whole GPUs are shared out by weight, all of them, and none is off by one or more", () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 30 }),
      (gpus, weights) => {
        const parts = byShare(gpus, weights);
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(gpus);
        for (const [at, part] of parts.entries()) expect(Math.abs(part - (gpus * weights[at]!) / all)).toBeLessThan(1);
      },
    ),
  );
});

test("what config gives is given, and the rest is shared out: together all that there is", () => {
  const { env } = sample({
    nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 3, fabric: { kind: "none" } } },
    kueue: { nodeGroups: ["l40s"] },
    teams: {
      vision: { gpus: null, namespace: { quota: { l40s: 5 } } },
      speech: { share: 100 },
      language: { share: 300 },
    },
  });
  const quotas = [...queueQuotas(env)].map(([team, pools]) => [team, pools.get("l40s")]);
  expect(quotas).toEqual([
    ["vision", 5],
    ["speech", 2],
    ["language", 5],
  ]);
  expect(queuedPools(env).map(gpusOfPool)).toEqual([12]);
});

test("levels are those of the network and the node, or the node alone; nodes that come and go have none", () => {
  const levels = (change: object) => {
    const { env } = sample({ slurm: null, ...change });
    return topologyLevels(env.nodeGroups.find(({ name }) => name === "h100")!);
  };
  expect(levels({})).toEqual([
    "topology.k8s.aws/network-node-layer-1",
    "topology.k8s.aws/network-node-layer-2",
    "topology.k8s.aws/network-node-layer-3",
    "kubernetes.io/hostname",
  ]);
  expect(levels({ nodeGroups: { h100: { nodes: { min: 0, max: 4 } } } })).toBeNull();
  const l40s = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };
  const { env } = sample({ nodeGroups: { l40s } });
  expect(topologyLevels(env.nodeGroups.find(({ name }) => name === "l40s")!)).toEqual(["kubernetes.io/hostname"]);
});

test("levels of servers that exist are the labels of whoever sets them, as Slurm reads them", () => {
  const [pool] = clusterSample({ nodeGroups: { dgx: { layers: 2 } } }).env.nodeGroups;
  expect(topologyLevels(pool!)).toEqual([
    "railyard.dev/fabric-layer-1",
    "railyard.dev/fabric-layer-2",
    "kubernetes.io/hostname",
  ]);
  expect(topologyLevels(pool!, "topograph")).toEqual([
    "fabric.topograph.run/tier-1",
    "fabric.topograph.run/tier-0",
    "kubernetes.io/hostname",
  ]);
});
