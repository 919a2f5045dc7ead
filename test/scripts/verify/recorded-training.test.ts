import { judgeCheckpoint } from "../../../scripts/verify/judge/checkpoint";
import { goodputOf, judgeDrill } from "../../../scripts/verify/judge/drill";
import { judgeGemm } from "../../../scripts/verify/judge/gemm";
import { judgeScaling } from "../../../scripts/verify/judge/scaling";
import { SCALING } from "../../../scripts/verify/floors";
import { parseCheckpoint } from "../../../scripts/verify/parse/checkpoint";
import { parseDrill } from "../../../scripts/verify/parse/drill";
import { parseGemm } from "../../../scripts/verify/parse/gemm";
import { parseScaling } from "../../../scripts/verify/parse/scaling";
import { UnreadableOutputError } from "../../../scripts/verify/parse/unreadable";
import type { Floor, Verdict } from "../../../scripts/verify/verdict";
import { measured } from "../../helpers/verify";

const floor = (value: number): Floor => ({ value, basis: "published", source: "https://example.com" });

const gemm = (file: string) => (): Verdict => judgeGemm(parseGemm(measured(file)), { gpus: 8, floor: floor(675.3) });
const scaling =
  (file: string, nodes = 8, lastStep = 40) =>
  (): Verdict =>
    judgeScaling(parseScaling(measured(file), nodes), {
      nodes: Array.from({ length: nodes }, (_, at) => `node-${at}`),
      lastStep,
      efficiency: SCALING,
    });
const checkpoint = (file: string) => (): Verdict =>
  judgeCheckpoint(parseCheckpoint(measured(file)), { processes: 64, read: floor(7324), mostMiBps: 8 * 11_920 });
const drill = (file: string) => (): Verdict =>
  judgeDrill(parseDrill(measured(file)), {
    nodes: 2,
    processes: 2,
    lastStep: 60,
    every: 15,
    mfu: null,
    holdsGoodput: false,
  });

/** What someone who knows these programs would say of each output. */
const VERDICTS: readonly [name: string, judged: () => Verdict, status: Verdict["status"], finding?: RegExp][] = [
  ["eight H100", gemm("gemm-h100.txt"), "passed"],
  ["a GPU that throttles", gemm("gemm-h100-throttled.txt"), "failed", /GPU 6 slowed down from 741 to 611\.4/],
  ["a GPU that is slow from the start", gemm("gemm-h100-slow-gpu.txt"), "failed", /GPU 2 does 598\.4 TFLOP\/s/],
  ["a node whose power is limited", gemm("gemm-h100-all-slow.txt"), "failed", /below the floor of 675\.3/],
  ["a GPU that computes wrong", gemm("gemm-h100-wrong.txt"), "failed", /GPU 5 gives other numbers/],
  ["CPUs, as PyTorch was built without CUDA", gemm("gemm-cpu.txt"), "failed", /0 GPUs computed, and not 8/],
  ["eight nodes that scale", scaling("scaling-h100.txt"), "measured"],
  [
    "a network that carries half",
    scaling("scaling-h100-half.txt"),
    "failed",
    /Scaling efficiency is 0\.5598 of one node, below the floor of 0\.9/,
  ],
  [
    "one slow node, which slows all",
    scaling("scaling-h100-slow-node.txt"),
    "failed",
    /node-5 alone trains 29\d{3} tokens a second and GPU, and the median of 8 nodes is 38\d{3}/,
  ],
  ["a run that ended early", scaling("scaling-h100-ended.txt"), "failed", /ended at step 17, and not at 40/],
  [
    "two processes on two CPUs, as it was recorded",
    scaling("scaling-cpu.txt", 2, 12),
    "failed",
    /Scaling efficiency is 0\.\d+ of one node/,
  ],
  ["a checkpoint on Lustre", checkpoint("checkpoint-lustre.txt"), "measured"],
  ["a checkpoint out of memory", checkpoint("checkpoint-warm.txt"), "failed", /faster than the nodes' network carries/],
  ["a checkpoint with other numbers", checkpoint("checkpoint-other.txt"), "failed", /not what was written/],
  ["too few processes", checkpoint("checkpoint-cpu.txt"), "failed", /4 processes took part, and not 64/],
  ["a process and a node that were killed, as it was recorded", drill("drill-cpu.txt"), "measured"],
  [
    "a checkpoint that was not read",
    drill("drill-from-zero.txt"),
    "failed",
    /went on from step 0, though the checkpoint of step 15 was whole/,
  ],
  [
    "another loss the second time",
    drill("drill-other-loss.txt"),
    "failed",
    /Step 33 had a loss of 3\.348782, and 3\.911204/,
  ],
  [
    "a node that did not come back",
    drill("drill-not-back.txt"),
    "failed",
    /After a node was killed the training did not go on/,
  ],
  ["fewer processes than before", drill("drill-one-lost.txt"), "failed", /1 processes went on, and not 2/],
  ["a drill in which nothing was killed", drill("drill-no-fault.txt"), "failed", /No process was killed/],
];

test.each(VERDICTS)("%s", (_, judged, status, ...more) => {
  const [finding = /^$/] = more as RegExp[];
  const { findings, ...verdict } = judged();
  expect({ ...verdict, findings: findings.map(({ text }) => text) }).toMatchObject({ status });
  expect(findings.map(({ text }) => text).join("\n")).toMatch(finding);
  expect(findings.filter(({ fix }) => fix.trim() === "")).toEqual([]);
});

test("the way back to work is the longest one, from what was killed to the next step", () => {
  const back = drill("drill-cpu.txt")().figures.find(({ name }) => name === "Longest way back to work")!;
  expect(back.value).toBeCloseTo(1795457409.358 - 1795457382.058, 2);
});

test("goodput is what others have computed for 16,384 GPUs", () => {
  // at 6.5 failures in 1,000 days of a node, as many nodes as fail every 3.09 hours: intervals of 10 minutes and more
  const nodes = 24 / 3.09 / 0.0065;
  expect(goodputOf(nodes, 30, 600)).toBeCloseTo(0.88, 2);
  expect(goodputOf(nodes, 122, 600)).toBeCloseTo(0.814, 2);
  expect(goodputOf(nodes, 600, 600)).toBeCloseTo(0.669, 2);
});

test.each<[name: string, read: () => unknown, why: RegExp]>([
  ["an error of CUDA", () => parseGemm(measured("gemm-error.txt")), /uncorrectable ECC error/],
  ["GPUs of two nodes", () => parseGemm(measured("gemm-h100.txt").repeat(2)), /has a GPU twice/],
  ["a node without a step", () => parseScaling(measured("scaling-cpu.txt"), 3), /has no step of node 2 alone/],
  ["nothing of all together", () => parseScaling("alone-0 step: 1  loss: 2  tps: 5\n", 1), /all nodes together/],
  ["two checkpoints", () => parseCheckpoint(measured("checkpoint-lustre.txt").repeat(2)), /several runs are mixed/],
  [
    "a full disk",
    () =>
      parseCheckpoint("[rank0]: RuntimeError: the checkpoint failed: OSError: [Errno 28] No space left on device\n"),
    /No space left/,
  ],
  ["a drill that did not begin", () => parseDrill("1.5 ImportError: libcudnn.so\n"), /ImportError: libcudnn/],
])("refuses %s", (_, read, why) => {
  expect(read).toThrow(UnreadableOutputError);
  expect(read).toThrow(why);
});
