import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveExistingPool } from "../../../../config/pools/existing/resolve";
import { existingPoolSchema } from "../../../../config/pools/existing/schema";
import { SERVERS } from "../../../../config/facts/servers";
import { readIbnetdiscover } from "../../../../config/topology/ibnetdiscover";
import { writtenUnits } from "../../../../config/topology/leaves-of-pools";
import { fabricTree } from "../../../../config/topology/tree";
import { inspectCommand } from "../../../../scripts/commands/inspect/command";
import { leavesOfPool } from "../../../../scripts/commands/inspect/leaves";
import { captured } from "../../../helpers/captured";
import { hostTexts, nodesJson } from "../../../helpers/host-texts";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** Names that the kernel gives the compute cards of `hostTexts`, beside the storage card at 29:00.0. */
const RAILS = ["mlx5_0", "mlx5_2", "mlx5_3", "mlx5_4", "mlx5_5", "mlx5_6", "mlx5_7", "mlx5_8"];

/** Two units of two servers with eight rails, as ibnetdiscover prints it. @param wired leaf of a card, else that of its rail */
function fabric(wired: (node: string, rail: number) => string | null = (node, rail) => leafOf(node, rail)): string {
  const nodes = ["gpu-a01", "gpu-a02", "gpu-a03", "gpu-a04"];
  const cards = nodes.flatMap((node, at) =>
    RAILS.map((device, rail) => ({ node, device, id: `H-a0${at}${rail}`, leaf: wired(node, rail) })),
  );
  const switches = [1, 2].flatMap((unit) =>
    RAILS.map((_, rail) => ({ name: `su${unit}-r${rail}`, id: `S-b${unit}${rail}` })),
  );
  const blocks = switches.map(({ name, id }) => {
    const here = cards.filter(({ leaf }) => leaf === name);
    return [
      `Switch\t65 "${id}"\t\t# "MF0;${name}:MQM9700/U1" enhanced port 0 lid 1 lmc 0`,
      ...here.map((card, port) => `[${port + 1}]\t"${card.id}"[1]\t\t# "${card.node} ${card.device}" lid 1 4xNDR`),
      `[60]\t"S-cc"[${Number(id.slice(3)) + 1 + Number(id[3]) * 10}]\t\t# "MF0;spine:MQM9700/U1" lid 1 4xNDR`,
    ];
  });
  const spine = [
    `Switch\t65 "S-cc"\t\t# "MF0;spine:MQM9700/U1" enhanced port 0 lid 1 lmc 0`,
    ...switches.map(({ id, name }, at) => `[${at + 1}]\t"${id}"[60]\t\t# "MF0;${name}:MQM9700/U1" lid 1 4xNDR`),
  ];
  const ends = cards.flatMap(({ node, device, id, leaf }) =>
    leaf === null
      ? []
      : [
          [
            `Ca\t1 "${id}"\t\t# "${node} ${device}"`,
            `[1]\t"${switches.find(({ name }) => name === leaf)!.id}"[1]\t\t# lid 1 lmc 0 "${leaf}" lid 1 4xNDR`,
          ],
        ],
  );
  return `${[["#", "# Topology file: generated on Mon Nov 23 10:00:00 2026"], ...blocks, spine, ...ends].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const leafOf = (node: string, rail: number): string => `su${node < "gpu-a03" ? 1 : 2}-r${rail}`;

const unitLabel = (at: number) => ({ labels: { "example.com/servers": at < 2 ? "su1" : "su2" } });

async function inspect(
  label: string,
  net: string | null,
  hosts: Record<string, Record<string, string>>,
  nodes: string,
) {
  const folder = temporary();
  writeFileSync(join(folder, "nodes.json"), nodes);
  if (net !== null) writeFileSync(join(folder, "net.txt"), net);
  for (const [host, texts] of Object.entries(hosts)) {
    mkdirSync(join(folder, host));
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, host, file), text);
  }
  const { context, texts } = captured();
  const folders = Object.keys(hosts).map((name) => join(folder, name));
  const from = ["--nodes", join(folder, "nodes.json"), "--label", `example.com/servers=${label}`, "--json"];
  const beside = net === null ? [] : ["--fabric", join(folder, "net.txt")];
  const code = await inspectCommand([...folders, ...from, ...beside], context, () => null);
  const { printed, errors } = texts();
  return { code, errors, ...(printed === "" ? {} : (JSON.parse(printed) as { pool: object; remarks: string[] })) };
}

const poolOf = (name: string, pool: object) => resolveExistingPool(name, existingPoolSchema.parse(pool));
const host = { "gpu-a01": hostTexts() };
const eachUnit = nodesJson(4, unitLabel);

describe("leaves in railyard inspect", () => {
  test("pools of two units carry the leaves of their cards, and stand apart as the fabric says", async () => {
    const net = fabric();
    const pools = await Promise.all(
      ["su1", "su2"].map(async (name) => poolOf(name, (await inspect(name, net, host, eachUnit)).pool!)),
    );
    expect(pools.map(({ machine }) => machine.nics.map(({ leaf }) => leaf))).toEqual([
      RAILS.map((_, rail) => `su1-r${rail}`),
      RAILS.map((_, rail) => `su2-r${rail}`),
    ]);
    expect(pools.map(({ machine, fabric: { topology } }) => [machine.server, topology.layers])).toEqual([
      ["dgx-h100", 1],
      ["dgx-h100", 1],
    ]);
    // the same nodes are near to each other as by `railyard topology`
    const leaves = fabricTree(readIbnetdiscover(net)).layers.at(-1)!;
    expect(leaves.map(({ nodes }) => nodes)).toEqual([
      ["gpu-a01", "gpu-a02"],
      ["gpu-a03", "gpu-a04"],
    ]);
    expect(writtenUnits(pools).map((unit) => [unit.pools.map(({ name }) => name), unit.leaves])).toEqual([
      [["su1"], RAILS.map((_, rail) => `su1-r${rail}`)],
      [["su2"], RAILS.map((_, rail) => `su2-r${rail}`)],
    ]);
  });

  test("a pool over two units has no leaf, and it is said which nodes are where", async () => {
    const { pool, remarks } = await inspect("dgx", fabric(), host, nodesJson(4));
    expect(pool).toMatchObject({ server: "dgx-h100" });
    expect(pool).not.toHaveProperty("layers");
    expect(remarks).toContainEqual(
      expect.stringMatching(/different leaves.*gpu-a\[01-02\] at su1-r0.*gpu-a\[03-04\] at su2-r0.*railyard topology/),
    );
  });

  test("a card that is down takes no leaf from the others, and is told", async () => {
    const net = fabric((node, rail) => (node === "gpu-a02" && rail === 3 ? null : leafOf(node, rail)));
    const { pool, remarks } = await inspect("su1", net, host, eachUnit);
    expect(poolOf("su1", pool!).machine.nics[3]?.leaf).toBe("su1-r3");
    expect(remarks).toContainEqual(expect.stringMatching(/no switch is known of cards of gpu-a02 \(mlx5_4\)/));
  });

  test("a node that the fabric does not show leaves all unknown", async () => {
    const { pool, remarks } = await inspect("dgx", fabric(), host, nodesJson(5));
    expect(JSON.stringify(pool)).not.toContain("leaf");
    expect(remarks).toContainEqual(expect.stringMatching(/no leaf is written.*gpu-a05/));
  });

  test("on Ethernet each host hears its switches, and all nodes have to have been looked at", async () => {
    const names = SERVERS["dgx-h100"].rails.map(({ pci }) => `enp${parseInt(pci!.slice(5, 7), 16)}s0`);
    const lldp = (leaf: (rail: number) => string) =>
      names.flatMap((name, rail) => [`lldp.${name}.via=LLDP`, `lldp.${name}.chassis.name=${leaf(rail)}`]).join("\n");
    const texts = (leaf: (rail: number) => string) => ({ ...hostTexts({ layer: "Ethernet" }), "lldp.txt": lldp(leaf) });
    const hosts = { "gpu-a01": texts((rail) => `leaf-0${rail}`), "gpu-a02": texts((rail) => `leaf-0${rail}`) };
    const { pool } = await inspect("dgx", null, hosts, nodesJson(2));
    expect(poolOf("dgx", pool!).machine.nics.map(({ leaf }) => leaf)).toEqual(names.map((_, rail) => `leaf-0${rail}`));
    const { remarks } = await inspect("dgx", null, hosts, nodesJson(3));
    expect(remarks).toContainEqual(expect.stringMatching(/no leaf is written.*gpu-a03/));
  });

  test("a text that is no fabric is refused, and nothing is printed", async () => {
    const { code, errors, pool } = await inspect("dgx", "hello\n", host, nodesJson(2));
    expect([code, pool]).toEqual([1, undefined]);
    expect(errors).toMatch(/net\.txt: /);
  });
});

test("names that cards and Kubernetes have for a server differ by its domain, and a switch without a name takes no place", () => {
  const rails = [{ hca: "mlx5_0", netdev: null, pci: "0000:18:00.0" }];
  const at = (leaf: string) =>
    leavesOfPool({ names: ["a.example.com"] }, rails, new Map([["a", new Map([["mlx5_0", leaf]])]]));
  expect(at("leaf-01").leaves).toEqual(["leaf-01"]);
  expect(at("1 leaf")).toEqual({ leaves: null, remarks: [expect.stringContaining("1 leaf is no name")] });
});
