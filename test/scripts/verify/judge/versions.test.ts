import { INVENTORY } from "../../../../scripts/verify/checks/inventory";
import { evidenceOf } from "../../../../scripts/verify/evidence";
import { judgeCollective } from "../../../../scripts/verify/judge/collective";
import { parseNcclLog } from "../../../../scripts/verify/parse/nccl-log";
import { parseNcclTests } from "../../../../scripts/verify/parse/nccl-tests";
import { shipped } from "../../../helpers/stacks";
import { measured } from "../../../helpers/verify";

/** All that a node of the pool has to have, with another driver. */
function judged(environment: string, pool: string, driver: string) {
  const group = shipped()
    .find(({ resolved }) => resolved.name === environment)!
    .resolved.nodeGroups.find(({ name }) => name === pool)!;
  const plan = INVENTORY.plan(group, { image: null, on: "kubernetes" });
  if (typeof plan === "string") throw new Error(plan);
  const { gpus, fabric, hardware } = group;
  const output = `host=n-0\ngpus=${gpus!.count}\ndriver=${driver}\ndevices=${fabric.devices}\nhugepagesMiB=${fabric.hugepagesMiB}\nnvme=${hardware.nvme?.count ?? 0}\nmemlock=unlimited\ncpus=8\n`;
  return plan.judge(output, ["n-0"]);
}

test.each([
  ["research", "h100", "520.56", /compute-capability 9\.0 requires nvidia-driver 520\.61\.05 and later.*https/],
  [
    "ultra",
    "nvl1",
    "570.100",
    /dra-driver-nvidia-gpu 0\.4\.0 requires nvidia-driver 570\.158\.01 and later.*is 570\.100/,
  ],
] as const)(
  "%s: a driver that a document refuses is a finding, and the one of today is none",
  (environment, pool, old, words) => {
    const { status, findings } = judged(environment, pool, old);
    expect({ status, texts: findings.map(({ text }) => text) }).toEqual({
      status: "failed",
      texts: [expect.stringMatching(words)],
    });
    expect(judged(environment, pool, "580.126.09")).toMatchObject({
      status: "passed",
      findings: [],
      seen: { "NVIDIA driver": "580.126.09" },
    });
  },
);

test.each(["[N/A]", "No devices were found", "NVIDIA H100 80GB HBM3"])(
  "%s in the place of a driver is no version",
  (text) => {
    expect(judged("research", "h100", text)).toMatchObject({ status: "passed", seen: { "NVIDIA driver": text } });
  },
);

const collective = (text: string) =>
  judgeCollective(parseNcclTests(text), parseNcclLog(text), {
    collective: "all_reduce",
    ranks: 16,
    nodes: 2,
    bytes: 2 ** 34,
    floor: null,
    ceiling: null,
    fabric: { network: "efa", title: "EFA", devices: 32, gpuDirect: true },
  });

test.each([
  ["1.19.0", "2.4", []],
  ["1.21.1", "2.6", []],
  // its third number is not told
  ["1.21.1", "1.22", []],
  ["1.21.1", "1.18", [expect.stringMatching(/^aws-ofi-nccl 1\.21\.1 requires libfabric 1\.22\.0 and later.*is 1\.18/)]],
])("aws-ofi-nccl %s with libfabric %s, as NCCL's log tells them", (plugin, libfabric, texts) => {
  const text = measured("nccl-p5-efa.txt")
    .replaceAll("aws-ofi-nccl 1.19.0", `aws-ofi-nccl ${plugin}`)
    .replaceAll("Libfabric version 2.4", `Libfabric version ${libfabric}`);
  const { findings, seen } = collective(text);
  expect(findings.map((one) => one.text)).toEqual(texts);
  expect(seen).toEqual({ NCCL: expect.stringMatching(/^2\./), "aws-ofi-nccl": plugin, libfabric });
});

test("nodes of a pool with other versions than the rest are named, machines are not compared", () => {
  const run = (node: string, firmware: string) => ({
    pool: "h100",
    check: "inventory",
    nodes: [node],
    status: "passed",
    seconds: 1,
    why: null,
    output: "",
    verdict: {
      status: "passed",
      findings: [],
      figures: [],
      seen: { "Firmware of cards": firmware, Kernel: "6.12", [`Machine of ${node}`]: `i-${node}` },
    },
  });
  const nodes = ["n-0", "n-1", "n-2", "n-3", "n-4", "n-5"];
  const runs = nodes.map((node) => run(node, node === "n-4" ? "28.39.1002" : "28.43.1014"));
  const [pool] = evidenceOf({
    checks: [],
    pools: [{ pool: "h100", free: nodes, unseen: [], bad: [], unrun: [], notes: [], runs }],
    startedAt: new Date(0),
    finishedAt: new Date(1),
    before: null,
  } as unknown as Parameters<typeof evidenceOf>[0]).pools;
  expect(pool!.notes).toEqual([
    "Nodes of h100 do not have the same: Firmware of cards is 28.43.1014 on 5 nodes, 28.39.1002 on n-4.",
  ]);
});
