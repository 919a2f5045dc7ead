import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { topologyCommand } from "../../../../scripts/commands/topology/command";
import { captured } from "../../../helpers/captured";
import { fabricBlocks, fabricFile, SMALL } from "../../../helpers/ib-fabric";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const RECORDED = join(ROOT, "test/fixtures/ib/ibnetdiscover.txt");

function run(...args: string[]) {
  const { context, texts } = captured();
  return { code: topologyCommand(args, context), ...texts() };
}

function written(text: string): string {
  const file = join(temporary(), "net.txt");
  writeFileSync(file, text);
  return file;
}

describe("railyard topology", () => {
  test("says what a fabric is, and is silent where nothing is wrong", () => {
    const file = written(fabricFile(SMALL));
    const { code, printed, errors } = run(file, "--hcas", "4", "--nodes", "6");
    expect([code, errors]).toEqual([0, ""]);
    expect(printed).toMatch(/^6 servers with 24 cards of 400 Gbps; 10 switches in 2 layers, 2 leaves for jobs\n/);
    expect(printed).toMatch(/^ {2}su1 +4 +3 +gpu-1-\[1-3\]$/m);
  });

  test("holds the fabric against the server that it should have", () => {
    const { code, errors } = run(written(fabricFile(SMALL)), "--server", "dgx-h100");
    expect(code).toBe(2);
    expect(errors).toMatch(/^\n?6 faults:\n {2}gpu-1-1 has 4 of 8 cards$/m);
  });

  test("prints what Slurm and Kueue read, and nothing else, beside faults on the other output", () => {
    expect(run(RECORDED, "--slurm")).toMatchObject({ code: 2, errors: expect.stringContaining("2 faults:") });
    expect(parse(run(RECORDED, "--slurm").printed)).toEqual(
      parse(readFileSync(join(ROOT, "test/fixtures/ib/topology.yaml"), "utf8")),
    );
    expect(run(RECORDED, "--conf").printed.split("\n")[0]).toBe("SwitchName=core Switches=su[1-2]");
    expect(parse(run(RECORDED, "--kueue").printed)).toMatchObject({
      kind: "Topology",
      spec: { levels: [{}, { nodeLabel: "railyard.dev/fabric-layer-2" }, { nodeLabel: "kubernetes.io/hostname" }] },
    });
    expect(run(RECORDED, "--labels").printed).toContain(
      "kubectl label --overwrite nodes gpu-b01 gpu-b02 railyard.dev/fabric-layer-1=core railyard.dev/fabric-layer-2=su2\n",
    );
  });

  test("prints Kueue's levels of an environment, and refuses what has none or is more than that", () => {
    const { code, errors } = run("--kueue", "--for", "iron");
    expect([code, errors]).toEqual([1, expect.stringContaining("No pool of iron says layers")]);
    expect(run("--labels", "--for", "iron")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("No card of iron has a leaf"),
    });
    expect(run("--kueue", "--for", "dev").errors).toContain("EKS labels its nodes itself");
    for (const args of [
      ["--for", "iron"],
      ["--for", "iron", "--slurm"],
      [RECORDED, "--kueue", "--for", "iron"],
    ])
      expect(run(...args)).toMatchObject({ code: 1, errors: expect.stringContaining("without a file") });
  });

  test("prints all of it as JSON", () => {
    const { code, printed, errors } = run(RECORDED, "--json");
    expect([code, errors]).toEqual([2, ""]);
    const found = JSON.parse(printed);
    expect(found).toMatchObject({ faults: [{ kind: "unnamed-hca" }, { kind: "half-cable" }] });
    expect([found.switches.length, found.hcas.length, found.nodes.length]).toEqual([6, 8, 4]);
  });

  test.each<[string, string[], RegExp]>([
    ["no file", [], /takes one file/],
    ["two files", [RECORDED, RECORDED], /takes one file/],
    ["a file that is not there", ["/nowhere.txt"], /there is no file \/nowhere\.txt/],
    ["a folder", [ROOT], /must be a file/],
    ["two forms", [RECORDED, "--slurm", "--conf"], /--slurm and --conf are several forms/],
    ["blocks of nothing", [RECORDED, "--block"], /give --slurm with it/],
    ["a server that nobody sells", [RECORDED, "--server", "dgx-h10"], /did you mean dgx-h100/],
    ["cards twice", [RECORDED, "--server", "dgx-h100", "--hcas", "8"], /give one of them/],
  ])("refuses %s in words, and prints nothing", (_, args, message) => {
    const { code, printed, errors } = run(...args);
    expect([code, printed]).toEqual([1, ""]);
    expect(errors).toMatch(message);
    expect(errors).not.toMatch(/\n\s+at /);
  });

  test.each([
    ["that is cut", fabricBlocks(SMALL).slice(0, 20).join("\n"), /net\.txt: it is cut/],
    [
      "with a name that hides",
      fabricFile({ ...SMALL, name: () => "gp\u202eu mlx5_0" }),
      /net\.txt: line \d+: .*no name of a server/,
    ],
    [
      "in which no card has a name",
      fabricFile({ ...SMALL, name: () => "MT4129 ConnectX7 Mellanox" }),
      /Start rdma-ndd/,
    ],
  ])("refuses a text %s, and prints nothing", (_, text, message) => {
    const { code, printed, errors } = run(written(text), "--slurm");
    expect([code, printed]).toEqual([1, ""]);
    expect(errors).toMatch(message);
    expect(errors).not.toContain("\u202e");
  });
});
