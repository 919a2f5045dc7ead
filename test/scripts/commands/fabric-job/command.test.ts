import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fabricJobCommand } from "../../../../scripts/commands/fabric-job/command";
import { captured } from "../../../helpers/captured";
import { NCCL_TESTS_RDMA } from "../../../../config/facts/nccl";

const root = mkdtempSync(join(tmpdir(), "railyard-fabric-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(...args: string[]) {
  const { context, texts } = captured(root);
  return { code: fabricJobCommand(args, context), ...texts() };
}

describe("railyard fabric-job", () => {
  test("writes the jobs of an environment and tells their floors", () => {
    const { code, printed } = run("frontier");
    expect(code).toBe(0);
    expect(readdirSync(join(root, "cdktf.out/fabric/frontier")).sort()).toEqual([
      "fabric-b200.sbatch",
      "fabric-b200.trainjob.yaml",
      "fabric-h200.sbatch",
      "fabric-h200.trainjob.yaml",
    ]);
    expect(printed).toContain("h200: 4 nodes, floor 320 GB/s");
    expect(printed).toContain("is not pinned");
  });

  test("says that images must be for Arm where nodes are, and nothing of it elsewhere", () => {
    const { printed } = run("ultra");
    expect(printed).toContain("Nodes of nvl1, nvl2 are arm64: the image must be, too, and whether");
    expect(printed).toContain("nvl1: 18 nodes, no floor is known");
    expect(run("frontier").printed).not.toContain("arm64");
  });

  test("takes an image for InfiniBand where nodes have that", () => {
    const { code, printed } = run("iron");
    expect(code).toBe(0);
    expect(printed).toContain("dgx: 4 nodes, no floor is known");
    expect(printed).toContain(`The image ${NCCL_TESTS_RDMA.name} is not pinned`);
    expect(printed).not.toContain("hpc-cloud");
  });

  test("writes where it is told to, with the image it is told", () => {
    const out = join(root, "elsewhere");
    const { printed } = run("research", "--out", out, "--image", `tests@sha256:${"1".repeat(64)}`);
    expect(existsSync(join(out, "fabric-h100.sbatch"))).toBe(true);
    expect(printed).not.toContain("is not pinned");
  });

  test("tells what it wrote as JSON, and nothing else", () => {
    const out = join(root, "json");
    const { code, printed } = run("research", "--out", out, "--json");
    expect(code).toBe(0);
    const { environment, isPinned, jobs } = JSON.parse(printed);
    expect({ environment, isPinned }).toEqual({ environment: "research", isPinned: false });
    for (const { nodes, files } of jobs) {
      expect(nodes).toBeGreaterThan(1);
      for (const file of files) expect(existsSync(file)).toBe(true);
    }
    expect(JSON.parse(run("dev", "--json").printed).jobs).toEqual([]);
  });

  test("tells when there is no fabric, and writes nothing", () => {
    expect(run("dev")).toMatchObject({ code: 0, printed: expect.stringContaining("there is no fabric to prove") });
    expect(existsSync(join(root, "cdktf.out/fabric/dev"))).toBe(false);
  });

  test("tells how it is used", () => {
    expect(run("--help")).toMatchObject({ code: 0, printed: expect.stringContaining("--image <image>") });
  });

  test.each([[[]], [["dev", "research"]], [["--nodes", "4"]], [["nowhere"]]])("fails on %j", (args) => {
    const { code, errors } = run(...args);
    expect(code).toBe(1);
    expect(errors).not.toBe("");
  });
});
