import { efaFabric } from "../../helpers/fabrics";
import { sampleNodes } from "../../../constructs/slurm/sample-nodes";
import { CPU, GB200, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

const conf = (text: string) => Object.fromEntries(text.split(" ").map((pair) => pair.split(/=(.*)/s).slice(0, 2)));

/** EFA whose place has so many layers. */
const layered = (layers: number) => ({ ...efaFabric(), topology: { ...efaFabric().topology, layers } });

describe("sampleNodes", () => {
  test("has at most four nodes of each group, two in each leaf, leaves alternating", () => {
    const nodes = sampleNodes(slurmSample());
    expect(nodes.map((n) => n.name)).toEqual(
      [..."0123"].map((i) => `h100-${i}`).concat([..."0123"].map((i) => `cpu-${i}`)),
    );
    expect(nodes.map((n) => n.leaf)).toEqual([
      "nn-h100-0",
      "nn-h100-1",
      "nn-h100-0",
      "nn-h100-1",
      ...Array<string>(4).fill("unknown"),
    ]);
    expect(sampleNodes(onlyGroup({ ...H100, maxNodes: 2 })).map((n) => n.leaf)).toEqual(["nn-h100-0", "nn-h100-0"]);
  });

  test("gives no node the name of a group or of another node", () => {
    const named = (name: string) => ({ ...H100, name, maxNodes: 2 });
    const groups = ["h100", "h100-0", "h100-n", "h100-nn-1"].map(named);
    const names = sampleNodes({
      ...slurmSample(),
      nodeGroups: groups,
      partitions: [{ ...slurmSample().partitions[0]!, nodeGroups: groups.map(({ name }) => name) }],
    }).map(({ name }) => name);
    expect(new Set([...names, ...groups.map(({ name }) => name)]).size).toBe(names.length + groups.length);
    expect(names).toEqual(expect.arrayContaining(["h100-n-0", "h100-1", "h100-0-0"]));
  });

  test("has the hardware of the type, less what slurmd's entrypoint sets aside", () => {
    expect(conf(sampleNodes(onlyGroup(H100))[0]?.conf ?? "")).toMatchObject({
      Sockets: "2",
      CoresPerSocket: "48",
      ThreadsPerCore: "2",
      RealMemory: "2097152",
      CoreSpecCount: "4",
      MemSpecLimit: String(2097152 - 1926400),
      Gres: "gpu:h100:8",
    });
    expect(conf(sampleNodes(onlyGroup(CPU))[0]?.conf ?? "")).toMatchObject({ Sockets: "1", CoresPerSocket: "32" });
    expect(conf(sampleNodes(onlyGroup(GB200))[0]?.conf ?? "")).toMatchObject({
      CoresPerSocket: "72",
      ThreadsPerCore: "1",
    });
  });

  test("has as many middle layers as AWS reports", () => {
    const leaf = (layers: number) =>
      conf(sampleNodes(onlyGroup({ ...H100, fabric: layered(layers) }))[0]?.conf ?? "")["Topology"]?.split(":").length;
    expect([leaf(3), leaf(4)]).toEqual([5, 6]);
  });

  test("has no place where all nodes are equal", () => {
    const [node] = sampleNodes(onlyGroup(CPU));
    expect(node?.leaf).toBeNull();
    expect(node?.conf).not.toContain("Topology");
    expect(node?.conf).not.toContain("Gres");
  });
});
