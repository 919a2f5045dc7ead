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

  test("adds a block for each NVLink domain, with a base that two missing trays do not break", () => {
    expect(parse(topologyYaml(onlyGroup(GB200)) ?? "")[1]).toEqual({
      topology: "nvlink",
      cluster_default: false,
      block: { block_sizes: [16, 32], blocks: [{ block: "nvl001" }, { block: "nvl002" }] },
    });
  });

  test("has one block size for one domain, and rounds half domains up", () => {
    const one = onlyGroup({ ...GB200, maxNodes: 18 });
    expect(parse(topologyYaml(one) ?? "")[1].block.block_sizes).toEqual([16]);
    expect(nvlinkBlocks([{ ...GB200, maxNodes: 19 }])).toEqual(["nvl001", "nvl002"]);
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
