import fc from "fast-check";
import { parse } from "yaml";
import { deviceClaims } from "../../constructs/slurm/device-claims";
import { slurmConf } from "../../constructs/slurm/slurm-conf";
import { slurmValues } from "../../constructs/slurm/slurm-values";
import { topologyYaml } from "../../constructs/slurm/topology-yaml";
import { slurmLayout } from "../../stacks/slurm-layout";
import { clusterSample } from "../helpers/cluster";
import { sample } from "../helpers/environment";
import type { Json } from "../helpers/synth";

const VALUES = {
  clusterName: "sample",
  storage: { host: "db", port: 3306, database: "d", username: "u", passwordSecret: { name: "p", key: "k" } },
  login: { kind: "none" },
  scriptsConfigMap: "scripts",
  storageClassName: "gp3",
  serviceMonitor: false,
  dcgmJobMapping: false,
  placement: { nodeSelector: {}, tolerations: [] },
} as const;

const GPUS_OF_NODE = 4;

/** What Slurm gets of an environment with UltraServers of so many nodes each. */
function slurmOf(sizes: readonly number[]) {
  const capacity = { kind: "capacity-block", zone: "us-east-1-dfw-2a", start: "2026-12-07", end: "2027-02-01" };
  const groups = sizes.map((nodes, at) => [
    `nvl${at + 1}`,
    {
      instanceType: "p6e-gb200.36xlarge",
      nodes,
      capacity: { ...capacity, id: `cr-0a1b2c3d4e5f6${String(at).padStart(4, "0")}`, count: nodes },
    },
  ]);
  const names = groups.map(([name]) => name);
  const { env } = sample({
    nodeGroups: { h100: null, cpu: null, ...Object.fromEntries(groups) },
    slurm: { partitions: { train: { nodeGroups: names }, prep: null } },
  });
  const layout = slurmLayout(env, env.slurm!);
  return { env, layout, values: slurmValues({ ...VALUES, layout }) as Json };
}

const sizes = fc.array(fc.constantFrom(9, 18), { minLength: 1, maxLength: 12 });

test("any number of UltraServers gives node sets, GPUs, compute domains and blocks that add up", () => {
  fc.assert(
    fc.property(sizes, (nodes) => {
      const { env, layout, values } = slurmOf(nodes);
      const names = nodes.map((_, at) => `nvl${at + 1}`);
      // one NodeSet, one ComputeDomain and one block for each NVLink domain
      expect(Object.keys(values.nodesets)).toEqual(names);
      const domains = layout.nodeGroups.flatMap((group) => deviceClaims(group, "slurm")) as Json[];
      expect(domains.filter(({ kind }) => kind === "ComputeDomain").map(({ metadata }) => metadata.name)).toEqual(
        names.map((name) => `slurm-${name}-imex`),
      );
      const [tree, { block }] = parse(topologyYaml(layout)!);
      expect([tree.cluster_default, block.blocks.length]).toEqual([true, nodes.length]);
      expect(new Set(block.blocks.map((one: Json) => one.block)).size).toBe(nodes.length);
      // sizes are the base times powers of two, none of them larger than all blocks together
      const [base, ...larger] = block.block_sizes as number[];
      expect(base).toBe(Math.min(...nodes));
      larger.forEach((size, at) => expect(size).toBe(base! * 2 ** (at + 1)));
      expect(block.block_sizes.at(-1)).toBeLessThanOrEqual(base! * nodes.length);
      // every GPU of every node is in the GRES of its NodeSet, and in what the environment says it has
      const gres = names.map((name, at) => {
        const [, type, count] = values.nodesets[name].extraConfMap.Gres.split(":");
        expect(type).toBe("gb200");
        return Number(count) * nodes[at]!;
      });
      const total = env.nodeGroups.reduce((sum, { gpus, count }) => sum + (gpus?.count ?? 0) * count.max, 0);
      expect(gres.reduce((sum, gpus) => sum + gpus, 0)).toBe(total);
      expect(total).toBe(GPUS_OF_NODE * nodes.reduce((sum, count) => sum + count, 0));
      expect(values.partitions.train).toMatchObject({
        nodesets: names,
        configMap: { Topology: "nvlink", OverSubscribe: "EXCLUSIVE" },
      });
      expect(slurmConf(layout)).toMatchObject({ SwitchType: "switch/nvidia_imex", GresTypes: "gpu" });
    }),
    { numRuns: 25, examples: [[[18]], [[9]], [[9, 18]], [[18, 18, 18, 18]]] },
  );
});

test("each pod of an UltraServer claims its GPUs, its EFA devices and the channels of its own domain, and counts none", () => {
  const { values } = slurmOf([18, 18]);
  const { podSpec, slurmd } = values.nodesets.nvl2;
  expect(slurmd.resources.claims).toEqual([{ name: "gpus" }, { name: "efa" }, { name: "imex" }]);
  expect(podSpec.resourceClaims).toEqual(
    ["gpus", "efa", "imex"].map((name) => ({ name, resourceClaimTemplateName: `slurm-nvl2-${name}` })),
  );
  expect(Object.keys(slurmd.resources.limits)).toEqual(["cpu", "memory", "hugepages-2Mi"]);
});

test("racks of GB200 that exist are blocks, too, and their pods claim channels beside counts of GPUs where config says so", () => {
  const rack = (clique: string) => ({
    labels: { "nvidia.com/gpu.clique": clique },
    nodes: 18,
    server: "dgx-gb200-tray",
    allocation: "device-plugin",
  });
  const { env } = clusterSample({
    nodeGroups: { dgx: null, nvl1: rack("a.1"), nvl2: rack("a.2") },
    slurm: { partitions: { train: { nodeGroups: ["nvl1", "nvl2"] } } },
  });
  const layout = slurmLayout(env, env.slurm!);
  expect(parse(topologyYaml(layout)!)[1].block).toEqual({
    block_sizes: [18, 36],
    blocks: [{ block: "nvl001" }, { block: "nvl002" }],
  });
  const { nvl1 } = (slurmValues({ ...VALUES, layout }) as Json).nodesets;
  expect(nvl1.slurmd.resources).toMatchObject({ limits: { "nvidia.com/gpu": "4" }, claims: [{ name: "imex" }] });
  expect(nvl1.podSpec.nodeSelector).toMatchObject({ "nvidia.com/gpu.clique": "a.1" });
});
