import { efaFabric } from "../../helpers/fabrics";
import { nvlinkHealth } from "../../../config/fabrics/nvlink";
import { ncclVerdict, type NcclVerdictProps } from "../../../constructs/slurm/nccl-verdict";
import { DGX, HGX, poolOf } from "../../helpers/pools";
import { runScript } from "../../helpers/slurm";

const PROVIDER = "node-1:99:99 [0] NCCL INFO NET/OFI Selected provider is efa, fabric is efa-direct (found 32 nics)";
const row = (busbw: string, wrong = "0") =>
  ` 17179869184    4294967296     float     sum      -1    71000  241.97  ${busbw}      ${wrong}    71000  241.97  ${busbw}      0`;

const judge = (log: string, change: Partial<NcclVerdictProps> = {}) => {
  const verdict = ncclVerdict({ fabric: efaFabric(), sizeGiB: 16, floorGBps: 320, ...change });
  return runScript(`set -euo pipefail\nlog=log\n${verdict}`, { files: { log } });
};

describe("the verdict on an all-reduce", () => {
  test("takes a fast run over EFA with right results", () => {
    expect(judge(`${PROVIDER}\n${row("453.6")}\n`)).toMatchObject({
      status: 0,
      output: "FABRIC OK: 453.6 GB/s, floor 320 GB/s\n",
    });
  });

  test("takes the floor itself", () => {
    expect(judge(`${PROVIDER}\n${row("320.0")}\n`).status).toBe(0);
  });

  test("refuses a run below the floor", () => {
    expect(judge(`${PROVIDER}\n${row("319.9")}\n`)).toMatchObject({
      status: 1,
      output: "FABRIC FAILED: 319.9 GB/s is below the floor of 320 GB/s\n",
    });
  });

  test.each([
    "",
    "NCCL INFO NET/Socket : Using [0]eth0",
    "NET/OFI Selected provider is tcp, fabric is x (found 32 nics)",
  ])("refuses a run that did not go over EFA: %s", (line) => {
    expect(judge(`${line}\n${row("453.6")}\n`).output).toContain("does not show the EFA provider");
  });

  test("refuses a run in which one node used fewer devices", () => {
    const less = PROVIDER.replace("32 nics", "31 nics");
    expect(judge(`${PROVIDER}\n${less}\n${row("453.6")}\n`).output).toContain("found 31 EFA devices on a node, not 32");
  });

  describe("over NVLink between nodes", () => {
    const fabric = { title: "NVLink", devices: 1, ncclEnv: {}, health: nvlinkHealth(72) };
    const clique = (on: number, size: number) =>
      `node-1:99:99 [0] NCCL INFO MNNVL ${on} cliqueId 7f cliqueSize ${size} cliqueRank 3 nvlDomainSize 72\n${row("800.0")}\n`;

    test("takes a run whose GPUs are all in one domain", () => {
      expect(judge(clique(1, 72), { fabric, floorGBps: null })).toMatchObject({ status: 0 });
    });

    test.each([
      [1, 36],
      [1, 720],
      [0, 72],
    ])("refuses MNNVL %d with a clique of %d", (on, size) => {
      const { status, output } = judge(clique(on, size), { fabric, floorGBps: null });
      expect([status, output]).toEqual([1, expect.stringContaining("one NVLink domain of all 72 GPUs")]);
    });
  });

  test("refuses wrong values", () => {
    expect(judge(`${PROVIDER}\n${row("453.6", "7")}\n`).output).toContain("7 values are wrong");
  });

  test("refuses a log without a result of that size", () => {
    expect(judge(`${PROVIDER}\n${row("453.6")}\n`, { sizeGiB: 8 }).output).toContain(
      "printed no result for 8589934592",
    );
  });

  test("only reports where no floor is known", () => {
    const run = judge(`${PROVIDER}\n${row("12.0")}\n`, { floorGBps: null });
    expect(run.status).toBe(0);
    expect(run.output).toContain("FABRIC MEASURED: 12.0 GB/s");
  });
});

describe.each([
  ["InfiniBand", "IB", DGX],
  ["RoCE", "RoCE", HGX],
] as const)("over %s, whose devices NCCL counts from 0", (title, link, written) => {
  const { fabric } = poolOf("pool", written);
  const proved = { ...fabric, health: fabric.health! };
  const using = (devices: number) =>
    `node-1:9:9 [0] NCCL INFO NET/IB : Using ${Array.from({ length: devices }, (_, at) => `[${at}]mlx5_${at + 3}:1/${link}`).join(" ")} [RO]; OOB eth0:10.0.0.1<0>`;

  test("takes a run with every device, and refuses one with fewer on a node", () => {
    expect(judge(`${using(8)}\n${row("453.6")}\n`, { fabric: proved }).status).toBe(0);
    expect(judge(`${using(8)}\n${using(7)}\n${row("453.6")}\n`, { fabric: proved }).output).toContain(
      `found 7 ${title} devices on a node, not 8`,
    );
  });

  test("refuses a run over the other link", () => {
    const other = using(8).replaceAll(`/${link}`, link === "IB" ? "/RoCE" : "/IB");
    expect(judge(`${other}\n${row("453.6")}\n`, { fabric: proved }).output).toContain(`does not show ${title}`);
  });
});
