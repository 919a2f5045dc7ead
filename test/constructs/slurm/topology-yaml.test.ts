import { jobChecks } from "../../../constructs/slurm/job-checks";
import { sampleNodes } from "../../../constructs/slurm/sample-nodes";
import { NO_FABRIC } from "../../helpers/fabrics";
import { parse } from "yaml";
import { hasTopology, nvlinkBlocks, topologyYaml } from "../../../constructs/slurm/topology-yaml";
import { CPU, GB200, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

describe("topologyYaml", () => {
  test("is a root with the leaf unknown, and the default", () => {
    expect(parse(topologyYaml(slurmSample()) ?? "")).toEqual([
      {
        topology: "fabric",
        cluster_default: true,
        tree: { switches: [{ switch: "root", children: "unknown" }, { switch: "unknown" }] },
      },
    ]);
  });

  test("adds a block for each NVLink domain, with the smallest domain as base", () => {
    expect(parse(topologyYaml(onlyGroup(GB200)) ?? "")[1]).toEqual({
      topology: "nvlink",
      cluster_default: false,
      block: { block_sizes: [18, 36], blocks: [{ block: "nvl001" }, { block: "nvl002" }] },
    });
  });

  test("has one block size for one domain, and rounds half domains up", () => {
    const one = onlyGroup({ ...GB200, maxNodes: 18 });
    expect(parse(topologyYaml(one) ?? "")[1].block.block_sizes).toEqual([18]);
    expect(nvlinkBlocks([{ ...GB200, maxNodes: 19 }])).toEqual(["nvl001", "nvl002"]);
  });

  test("has the blocks of NVLink domains whose fabric has no known layers", () => {
    expect(topologyYaml(onlyGroup({ ...GB200, fabric: NO_FABRIC }))).toContain("block: nvl002");
  });

  test("has a block for each group of one domain, and a base that the smallest of them fills", () => {
    const half = { ...GB200, name: "half", maxNodes: 9, nvlinkDomainNodes: 9 };
    const whole = { ...GB200, name: "whole", maxNodes: 18 };
    const layout = slurmSample({
      nodeGroups: [half, whole],
      partitions: [{ ...slurmSample().partitions[0]!, nodeGroups: ["half", "whole"] }],
    });
    expect(parse(topologyYaml(layout) ?? "")[1].block).toEqual({
      block_sizes: [9, 18],
      blocks: [{ block: "nvl001" }, { block: "nvl002" }],
    });
    const places = sampleNodes(layout).map(({ group, conf }) => [group, /nvlink:(\w+)/.exec(conf)?.[1]]);
    expect(new Set(places.map(String))).toEqual(new Set(["half,nvl001", "whole,nvl002"]));
    expect(jobChecks(layout).filter((line) => line.includes("--segment"))).toEqual([
      "-p train --gpus-per-node=4 -N8 --segment=4",
      "!-p train --gpus-per-node=4 -N10 --segment=5",
    ]);
  });

  test.each([
    ["CPU nodes only", onlyGroup(CPU)],
    ["a single node", onlyGroup({ ...H100, maxNodes: 1 })],
    ["no known layers", onlyGroup({ ...H100, fabric: NO_FABRIC })],
    ["EFA nodes outside Slurm", { ...onlyGroup(CPU), nodeGroups: [CPU, H100] }],
  ])("is not there with %s", (_, layout) => {
    expect(hasTopology(layout)).toBe(false);
    expect(topologyYaml(layout)).toBeNull();
  });
});
