import { gridOf, orderOf } from "../../../scripts/verify/checks/applications";
import { judgeGromacs, judgeHpl } from "../../../scripts/verify/judge/applications";
import { judgeCollective } from "../../../scripts/verify/judge/collective";
import { judgePeers } from "../../../scripts/verify/judge/copies";
import { parseGromacs } from "../../../scripts/verify/parse/gromacs";
import { parseHpl } from "../../../scripts/verify/parse/hpl";
import { parseNcclLog } from "../../../scripts/verify/parse/nccl-log";
import { parseNcclTests } from "../../../scripts/verify/parse/nccl-tests";
import { parseNvbandwidth } from "../../../scripts/verify/parse/nvbandwidth";
import { UnreadableOutputError } from "../../../scripts/verify/parse/unreadable";
import type { Verdict } from "../../../scripts/verify/verdict";
import { measured } from "../../helpers/verify";

const floor = { value: 335, basis: "published", source: "https://example.com" } as const;
const peers = (file: string) => (): Verdict =>
  judgePeers(parseNvbandwidth(measured(file)), {
    host: "host_to_device_memcpy_ce",
    peers: "device_to_device_memcpy_read_ce",
    floor,
  });
const gromacs = (file: string) => (): Verdict => judgeGromacs(parseGromacs(measured(file)));
const hpl =
  (file: string, order = 1024, processes = 2) =>
  (): Verdict =>
    judgeHpl(parseHpl(measured(file)), { order, processes });
/** Two nodes of eight GPUs whose cards carry 400 Gbps: 94 GB/s at the most. */
const slowCards = (): Verdict =>
  judgeCollective(parseNcclTests(measured("nccl-p5-efa.txt")), parseNcclLog(measured("nccl-p5-efa.txt")), {
    collective: "all_reduce",
    ranks: 16,
    nodes: 2,
    bytes: 2 ** 34,
    floor: null,
    ceiling: null,
    most: 93.75,
    fabric: { network: "efa", title: "EFA", devices: 32, gpuDirect: true },
  });

test.each<[name: string, judged: () => Verdict, status: Verdict["status"], finding?: RegExp]>([
  ["GPUs over NVLink", peers("nvbandwidth-peers.json"), "measured"],
  ["GPUs over PCIe", peers("nvbandwidth-peers-pcie.json"), "failed", /over PCIe, and not over NVLink/],
  ["one link that is down", peers("nvbandwidth-peers-link-down.json"), "failed", /\(2 to 5\) is 290\.4 GB\/s, below/],
  ["a node of one GPU", peers("nvbandwidth-waived.json"), "failed", /did not run|was waived/],
  ["water on a GPU", gromacs("gromacs-gpu.txt"), "measured"],
  ["water on two CPUs, as it was recorded", gromacs("gromacs-cpu.txt"), "failed", /computed on CPUs alone/],
  ["HPL of NVIDIA", hpl("hpl-nvidia.txt", 299_008, 8), "measured"],
  ["HPL of another order", hpl("hpl-nvidia.txt", 264_192, 8), "failed", /order 299008, and not of 264192/],
  [
    "HPL of one node of two",
    hpl("hpl-nvidia.txt", 299_008, 16),
    "failed",
    /^8 processes shared the system, and not 16/,
  ],
  ["HPL on two CPUs, as it was recorded", hpl("hpl-two-processes.txt"), "measured"],
  [
    "HPL whose BLAS adds 0.001 to a number",
    hpl("hpl-residual.txt"),
    "failed",
    /wrongly: its residual is 1\.18414502e\+08/,
  ],
  ["HPL whose BLAS gives NaN", hpl("hpl-nan.txt"), "failed", /wrongly: its residual is nan/],
  ["more than the cards carry", slowCards, "failed", /more than the cards of 2 nodes carry \(93\.75 GB\/s\)/],
])("%s", (_, judged, status, ...more) => {
  const [finding = /^$/] = more as RegExp[];
  const { findings, ...verdict } = judged();
  expect({ ...verdict, findings: findings.map(({ text }) => text) }).toMatchObject({ status });
  expect(findings.map(({ text }) => text).join("\n")).toMatch(finding);
});

test("no figure is kept of a wrong solution, and CPUs alone are told where HPL does not name GPUs", () => {
  expect(hpl("hpl-nan.txt")().figures).toEqual([]);
  expect(hpl("hpl-two-processes.txt")().unknown).toEqual([expect.stringMatching(/^Whether GPUs computed/)]);
  expect(hpl("hpl-nvidia.txt", 299_008, 8)()).toMatchObject({
    figures: [{ value: 337 }],
    findings: [],
  });
  expect(hpl("hpl-nvidia.txt", 299_008, 8)().unknown).toBeUndefined();
});

test.each<[name: string, judged: () => unknown, why: RegExp]>([
  [
    "GROMACS without GPU support",
    gromacs("gromacs-no-gpu.txt"),
    /with -nb gpu, but the GROMACS binary has been built without/,
  ],
  [
    "its input is refused",
    gromacs("gromacs-input.txt"),
    /There was 1 error in input file\(s\) \/ Invalid enum 'bogus'/,
  ],
  ["GROMACS that was killed", gromacs("gromacs-killed.txt"), /is cut: gmx ended after ".* Killed +gmx -quiet mdrun/],
  ["GROMACS without an end", () => parseGromacs("Performance:  1.0  2.0\n"), /it is cut/],
  [
    "GROMACS without a number",
    () => parseGromacs(measured("gromacs-gpu.txt").replace("187.204", "nan")),
    /gives "nan"/,
  ],
  ["two runs of GROMACS", () => parseGromacs(measured("gromacs-gpu.txt").repeat(2)), /2 times: several runs are mixed/],
  ["HPL whose processes are alone", hpl("hpl-alone.txt"), /Need at least 2 processes .*of another MPI/],
  ["HPL without room for its matrix", hpl("hpl-memory.txt"), /Memory allocation failed for A, x and b/],
  ["HPL before its first row", () => parseHpl(measured("hpl-two-processes.txt").slice(0, 1500)), /has no row/],
  [
    "HPL before its residual",
    () => parseHpl(measured("hpl-nvidia.txt").split("||Ax-b||")[0]!),
    /0 residuals: it is cut/,
  ],
  [
    "HPL without a rate",
    () => parseHpl(measured("hpl-nvidia.txt").replace("3.370e+05", "inf")),
    /gives "inf" as a rate/,
  ],
])("%s is not judged", (_, judged, why) => {
  expect(judged).toThrow(UnreadableOutputError);
  expect(judged).toThrow(why);
});

test("the matrix of HPL fills the memory of all GPUs, and its grid takes every process", () => {
  const order = orderOf(16, 81_559);
  expect(order % 1024).toBe(0);
  expect((order ** 2 * 8) / (16 * 81_559 * 2 ** 20)).toBeCloseTo(0.8, 1);
  for (const processes of [1, 8, 12, 16, 24, 64, 7]) {
    const { rows, columns } = gridOf(processes);
    expect([rows * columns, columns >= rows]).toEqual([processes, true]);
  }
});
