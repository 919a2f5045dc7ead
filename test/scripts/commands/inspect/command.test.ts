import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { existingPoolSchema } from "../../../../config/pools/existing/schema";
import { resolveExistingPool } from "../../../../config/pools/existing/resolve";
import { inspectCommand } from "../../../../scripts/commands/inspect/command";
import { captured } from "../../../helpers/captured";
import { hostTexts, nodesJson, type WrittenHost } from "../../../helpers/host-texts";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

async function run(...args: string[]) {
  const { context, texts } = captured();
  const code = await inspectCommand(args, context, () => null);
  return { code, ...texts() };
}

function written(nodes: string, hosts: Readonly<Record<string, Record<string, string>>>): string[] {
  const folder = temporary();
  writeFileSync(join(folder, "nodes.json"), nodes);
  for (const [host, texts] of Object.entries(hosts)) {
    mkdirSync(join(folder, host));
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, host, file), text);
  }
  const label = ["--label", "example.com/servers=dgx"];
  return [...Object.keys(hosts).map((host) => join(folder, host)), "--nodes", join(folder, "nodes.json"), ...label];
}

const inspected = async (nodes: string, hosts: Readonly<Record<string, WrittenHost>>) => {
  const texts = Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, hostTexts(host)]));
  const { code, printed } = await run(...written(nodes, texts), "--json");
  return { code, ...(JSON.parse(printed) as { pool: Record<string, never>; remarks: string[] }) };
};

describe("railyard inspect", () => {
  test("knows a server of the catalogue by its GPUs and the places of its cards", async () => {
    const { code, pool, remarks } = await inspected(nodesJson(64), { "gpu-a01": {}, "gpu-a02": {} });
    expect(pool).toEqual({
      labels: { "example.com/servers": "dgx" },
      nodes: 64,
      server: "dgx-h100",
      fabric: { kind: "infiniband" },
    });
    expect(code).toBe(2);
    expect(remarks).toEqual([
      expect.stringMatching(/^cards without a GPU next to them are left out: 0000:29:00\.0 \(ibp41s0\)/),
    ]);
  });

  test("writes text that is config, and has nothing to say where all is clear", async () => {
    const args = written(
      nodesJson(4, () => ({ taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }] })),
      {
        a: hostTexts({ others: [] }),
      },
    );
    const { code, printed, errors } = await run(...args, "--name", "dgx");
    expect([code, errors]).toEqual([0, ""]);
    expect(printed).toMatch(
      /^dgx: \{\n {2}labels: \{ "example\.com\/servers": "dgx" \},\n {2}nodes: 4,\n {2}server: "dgx-h100",/,
    );
    const value = new Function(`return ({ ${printed} }).dgx`)() as unknown;
    expect(resolveExistingPool("dgx", existingPoolSchema.parse(value))).toMatchObject({
      taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
    });
  });

  test("writes a server out that the catalogue does not have, each card by its PCI address, rail and GPUs", async () => {
    const rails = Array.from({ length: 8 }, (_, at) => `0000:${(0xe0 - at * 16).toString(16)}:00.0`);
    const { pool, remarks } = await inspected(nodesJson(2), {
      a: { rails, layer: "Ethernet", deviceId: "a2dc", others: [] },
    });
    const { server } = pool as unknown as {
      server: { gpu: object; memoryGiB: number; nics: Record<string, unknown>[] };
    };
    expect(server).toMatchObject({ gpu: { model: "H100-80GB", count: 8, memoryGB: 80 }, memoryGiB: 2000 });
    // the order is that of GPUs, and not that of the kernel
    expect(server.nics[0]).toEqual({
      pci: "0000:e0:00.0",
      rail: 0,
      gpus: [0],
      gbps: 400,
      link: "ethernet",
      deviceId: "a2dc",
      hca: "mlx5_7",
      netdev: "enp224s0",
    });
    expect(pool).toMatchObject({ fabric: { kind: "roce" } });
    expect(remarks).toEqual([expect.stringContaining("lscpu")]);
    const whole = { ...pool, server: { ...server, sockets: 2, coresPerSocket: 56, threadsPerCore: 2 } };
    expect(existingPoolSchema.safeParse(whole).success).toBe(true);
  });

  test("leaves functions of NVSwitch out, and says which they are", async () => {
    const management = ["0000:41:00.0", "0000:42:00.0"];
    const { pool, remarks } = await inspected(nodesJson(1), { a: { management, others: [] } });
    expect(pool).toMatchObject({ server: "dgx-h100" });
    expect(remarks).toEqual([
      "0000:41:00.0, 0000:42:00.0 belong to NVSwitch, and are no network cards: nothing may take them",
    ]);
  });

  test.each<[string, string, Readonly<Record<string, WrittenHost>>, RegExp]>([
    [
      "another number of GPUs",
      nodesJson(4, (at) => (at === 1 ? { capacity: { "nvidia.com/gpu": "7" } } : {})),
      { a: { others: [] } },
      /^the number of GPUs is not the same: 8 on 3, 7 on 1/,
    ],
    [
      "a link that is down",
      nodesJson(1),
      { a: { others: [], state: (rail) => (rail === 2 ? "Down" : "Active") } },
      /^links of a are down: mlx5_2$/,
    ],
    [
      "a link that is down on a host that is not the first",
      nodesJson(2),
      { a: { others: [] }, b: { others: [], state: (rail) => (rail === 5 ? "Down" : "Active") } },
      /^links of b are down: mlx5_5$/,
    ],
    [
      "a GPU that nobody knows",
      nodesJson(1, () => ({ labels: { "nvidia.com/gpu.product": "NVIDIA-X1" } })),
      { a: { others: [] } },
      /^the GPU "NVIDIA-X1" is not in the catalogue/,
    ],
  ])("says %s", async (_, nodes, hosts, remark) => {
    const { code, remarks } = await inspected(nodes, hosts);
    expect(code).toBe(2);
    expect(remarks.some((one) => remark.test(one))).toBe(true);
  });

  const eight = (change: (rail: number) => string) => [...Array(8).keys()].map(change);
  const usual = ["18", "40", "4f", "5e", "9a", "c0", "ce", "dc"].map((bus) => `0000:${bus}:00.0`);

  test("refuses rails that are not the same on all nodes, tells each node, and writes nothing", async () => {
    const own = hostTexts({ others: [] });
    const moved = {
      a: own,
      b: own,
      c: hostTexts({ others: [], rails: eight((at) => (at === 3 ? "0000:77:00.0" : usual[at]!)) }),
    };
    const refused = await run(...written(nodesJson(3), moved));
    expect(refused).toMatchObject({ code: 1, printed: "" });
    expect(refused.errors).toMatch(
      /Compared with those of a.*b:\n- c: no compute card at 0000:5e:00\.0; a compute card at 0000:77:00\.0\n.*a label of their own/s,
    );
    const crossed = {
      a: own,
      b: own,
      c: hostTexts({ others: [], rails: usual.with(0, usual[1]!).with(1, usual[0]!) }),
    };
    expect((await run(...written(nodesJson(3), crossed))).errors).toMatch(
      /- c: 0000:18:00\.0 is next to GPU 1, not 0; /,
    );
    expect(await run(...written(nodesJson(3), { a: own, b: own, c: own }))).toMatchObject({ code: 0, errors: "" });
  });

  test("a host whose texts do not show its rails is told, and its neighbours are read", async () => {
    const own = hostTexts({ others: [] });
    const { code, printed, errors } = await run(
      ...written(nodesJson(2), { a: { "lspci.txt": own["lspci.txt"]! }, b: own }),
    );
    expect([code, printed]).toEqual([2, expect.stringContaining('server: "dgx-h100"')]);
    expect(errors).toContain("whether rails of a are those of b is unknown");
  });

  test("guesses nothing where texts are missing", async () => {
    const { "lspci.txt": lspci } = hostTexts();
    const { code, printed, errors } = await run(...written(nodesJson(1), { a: { "lspci.txt": lspci! } }));
    expect(code).toBe(2);
    expect(printed).toContain("nics: []");
    expect(errors).toMatch(/does not say which GPUs 0000:18:00\.0.*topo\.txt and sysfs\.txt together tell it/);
    expect((await run(...written(nodesJson(1), {}))).errors).toContain("no host was looked at");
  });

  test.each<[string, () => string[], RegExp]>([
    ["no nodes", () => [], /needs --nodes, .* --context, .* or --replay/],
    ["nodes twice", () => [...written(nodesJson(1), {}), "--context", "iron"], /one of them/],
    [
      "a look at no cluster",
      () => [...written(nodesJson(1), {}), "--look"],
      /--look and --image are of a cluster that is asked/,
    ],
    [
      "hosts twice",
      () => [...written(nodesJson(1), { a: hostTexts() }).slice(0, 1), "--context", "iron", "--label", "a=b", "--look"],
      /--look reads the hosts from the cluster/,
    ],
    ["an image for nothing", () => ["--context", "iron", "--label", "a=b", "--image", "x"], /are of --look/],
    [
      "a look that nobody can be asked of",
      () => ["--context", "iron", "--label", "a=b", "--look"],
      /nobody can be asked here: --yes/,
    ],
    ["no label", () => written(nodesJson(1), {}).slice(0, 2), /needs --label/],
    [
      "a label that no node has",
      () => [...written(nodesJson(3), {}).slice(0, 2), "--label", "a=b"],
      /has 3 nodes, and none with a=b/,
    ],
    ["a label twice", () => [...written(nodesJson(1), {}), "--label", "example.com/servers=x"], /is given twice/],
    ["nodes that are none", () => written('{"items": 3}', {}), /has no list of nodes/],
    ["no JSON", () => written("nodes", {}), /is no JSON/],
    ["a host without texts", () => written(nodesJson(1), { a: {} }), /has no lspci\.txt: railyard inspect --script/],
    [
      "another lspci",
      () => written(nodesJson(1), { a: { "lspci.txt": "18:00.0 Infiniband controller: x" } }),
      /must be what lspci -Dnn prints/,
    ],
    ["a folder that is not there", () => [...written(nodesJson(1), {}), "/nowhere"], /there is no folder \/nowhere/],
  ])("refuses %s in words, and prints nothing", async (_, args, message) => {
    const { code, printed, errors } = await run(...args());
    expect([code, printed]).toEqual([1, ""]);
    expect(errors).toMatch(message);
    expect(errors).not.toMatch(/\n\s+at /);
  });

  test("prints a script that collects the texts on a real machine, and changes nothing else", async () => {
    const { code, printed } = await run("--script");
    expect(code).toBe(0);
    const folder = temporary();
    const { status, stdout, stderr } = spawnSync("bash", ["-c", printed, "collect", join(folder, "host")], {
      encoding: "utf8",
    });
    expect([status, stderr.replace(/.*lspci: command not found\n/, ""), stdout.trim()]).toEqual([
      0,
      "",
      join(folder, "host"),
    ]);
  });
});
