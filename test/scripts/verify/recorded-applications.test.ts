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
  ["HPL", () => judgeHpl(parseHpl(measured("hpl.txt")), { order: 92_160 }), "measured"],
  [
    "HPL of another order",
    () => judgeHpl(parseHpl(measured("hpl.txt")), { order: 264_192 }),
    "failed",
    /not of 264192/,
  ],
  ["more than the cards carry", slowCards, "failed", /more than the cards of 2 nodes carry \(93\.75 GB\/s\)/],
])("%s", (_, judged, status, ...more) => {
  const [finding = /^$/] = more as RegExp[];
  const { findings, ...verdict } = judged();
  expect({ ...verdict, findings: findings.map(({ text }) => text) }).toMatchObject({ status });
  expect(findings.map(({ text }) => text).join("\n")).toMatch(finding);
});

test("what cannot be judged is refused", () => {
  expect(() => parseGromacs(measured("gromacs-no-gpu.txt"))).toThrow(/no GPU is detected/);
  expect(() => parseGromacs("Performance:  1.0  2.0\n")).toThrow(/it is cut/);
  expect(() => parseGromacs(measured("gromacs-gpu.txt").repeat(2))).toThrow(UnreadableOutputError);
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
