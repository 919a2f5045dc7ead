import { parseFabtests } from "../../../../scripts/verify/parse/fabtests";
import { parseGdsio } from "../../../../scripts/verify/parse/gdsio";
import { parseHpl } from "../../../../scripts/verify/parse/hpl";
import { parseIor } from "../../../../scripts/verify/parse/ior";
import { parseMdtest } from "../../../../scripts/verify/parse/mdtest";
import { parseNcclLog } from "../../../../scripts/verify/parse/nccl-log";
import { parseNcclTests } from "../../../../scripts/verify/parse/nccl-tests";
import { parsePerftest } from "../../../../scripts/verify/parse/perftest";
import { parseTrainLog } from "../../../../scripts/verify/parse/train-log";
import { UnreadableOutputError } from "../../../../scripts/verify/parse/unreadable";
import { measured } from "../../../helpers/verify";

test("nccl-tests: rows, hosts, models, and the slower of both ways", () => {
  expect(parseNcclTests(measured("nccl-p5-efa.txt"))).toEqual({
    collective: "all_reduce",
    ranks: 16,
    hosts: ["node-1", "node-2"],
    models: ["NVIDIA H100 80GB HBM3"],
    rows: [
      { bytes: 2 ** 27, busGBps: 287.95 },
      { bytes: 2 ** 31, busGBps: 442.23 },
      { bytes: 2 ** 34, busGBps: 485.26 },
    ],
    wrong: 0,
  });
});

test("a rank's own choice counts, and not what it tried before", () => {
  expect(parseNcclLog(measured("nccl-dgx-infiniband.txt"))).toEqual({
    network: "ib",
    devices: 8,
    gpuDirect: "all",
    causes: [],
    version: "2.27.3",
    plugin: null,
    libfabric: null,
  });
  expect(parseNcclLog("")).toMatchObject({ network: "unknown", devices: null, gpuDirect: null });
});

test("perftest in MiB and in Gbit are the same unit", () => {
  expect(parsePerftest(measured("perftest-mib.txt")).gbps).toBeCloseTo(391.35, 1);
  expect(parsePerftest(measured("perftest-ndr.txt"))).toMatchObject({
    gbps: 391.35,
    link: "InfiniBand",
    gpuDirect: true,
  });
});

test("fabtests: sizes with their letters", () => {
  expect(parseFabtests(measured("fi-pingpong-tcp.txt")).map(({ bytes }) => bytes)).toEqual([
    64, 256, 1024, 4096, 65_536, 1_048_576,
  ]);
  expect(() => parseFabtests("fi_getinfo(): common.c:1100, ret=-61 (No data available)")).toThrow(/No data available/);
  expect(() =>
    parseFabtests("bytes   #sent   #ack     total       time     MB/sec    usec/xfer   Mxfers/sec\n"),
  ).toThrow(/no row of its table/);
  expect(() => parseFabtests(measured("fi-pingpong-both-ends.txt"))).toThrow(/a size twice/);
  expect(() => parseFabtests("hello")).toThrow(UnreadableOutputError);
});

test("IOR and mdtest: the slowest of repetitions", () => {
  expect(parseIor(measured("ior-file-per-task.txt"))).toEqual({
    tasks: 2,
    nodes: 1,
    isFilePerTask: true,
    bytes: 16 * 2 ** 20,
    writeMiBps: 131.26,
    readMiBps: 1028.14,
  });
  expect(parseMdtest(measured("mdtest.txt"))).toMatchObject({ "File creation": 4175.784, "Tree removal": 64.821 });
});

test("gdsio tells what went directly", () => {
  expect(parseGdsio(measured("gdsio-direct.txt"))).toEqual([{ operation: "READ", transfer: "GPUD", gibps: 6.524658 }]);
  expect(parseGdsio(measured("gdsio-through-the-host.txt"))[0]!.transfer).toBe("CPU_GPU");
  expect(() => parseGdsio("")).toThrow(/no line with a throughput/);
});

test("HPL is read by its rows and residuals", () => {
  expect(parseHpl(measured("hpl.txt"))).toEqual({
    order: 92_160,
    processes: 8,
    seconds: 21.34,
    gflops: 24_455,
    wrong: [],
    onGpus: false,
  });
  expect(parseHpl(measured("hpl-wrong.txt")).wrong).toEqual(["2.54170443e-03"]);
  expect(() => parseHpl(measured("hpl.txt").replace("PASSED", ""))).toThrow(/0 residuals: it is cut/);
});

test("of a step that ran twice the later one counts", () => {
  const text = "step: 5 loss: 3.1 tps: 1,000 mfu: 10.00%\nstep: 6 loss: 3.0 tps: 900\nstep: 5 loss: 3.2 tps: 800\n";
  expect(parseTrainLog(text)).toEqual([
    { step: 5, loss: 3.2, tokensPerSecond: 800, mfu: null },
    { step: 6, loss: 3.0, tokensPerSecond: 900, mfu: null },
  ]);
});
