import { judgeCollective, type ExpectedCollective } from "../../../scripts/verify/judge/collective";
import { judgeCopies } from "../../../scripts/verify/judge/copies";
import { judgeDiagnostics } from "../../../scripts/verify/judge/diagnostics";
import { judgeRail } from "../../../scripts/verify/judge/rail";
import { judgeFio, judgeIor, judgeMetadata } from "../../../scripts/verify/judge/storage";
import { judgeTraining } from "../../../scripts/verify/judge/training";
import { parseDcgm } from "../../../scripts/verify/parse/dcgm";
import { parseFio } from "../../../scripts/verify/parse/fio";
import { parseIor } from "../../../scripts/verify/parse/ior";
import { parseMdtest } from "../../../scripts/verify/parse/mdtest";
import { parseNcclLog } from "../../../scripts/verify/parse/nccl-log";
import { parseNcclTests } from "../../../scripts/verify/parse/nccl-tests";
import { parseNvbandwidth } from "../../../scripts/verify/parse/nvbandwidth";
import { parsePerftest } from "../../../scripts/verify/parse/perftest";
import { parseTrainLog } from "../../../scripts/verify/parse/train-log";
import { UnreadableOutputError } from "../../../scripts/verify/parse/unreadable";
import type { Floor, Verdict } from "../../../scripts/verify/verdict";
import { measured } from "../../helpers/verify";

const floor = (value: number): Floor => ({ value, basis: "published", source: "https://example.com" });
const GIB = 2 ** 30;

const EFA = { network: "efa", title: "EFA", devices: 32, gpuDirect: true } as const;
const INFINIBAND = { network: "ib", title: "InfiniBand", devices: 8, gpuDirect: true } as const;
const P5: ExpectedCollective = {
  collective: "all_reduce",
  ranks: 16,
  nodes: 2,
  bytes: 16 * GIB,
  floor: floor(413),
  ceiling: null,
  fabric: EFA,
};
const DGX: ExpectedCollective = { ...P5, ranks: 32, nodes: 4, floor: floor(320), fabric: INFINIBAND };
const ROCE: ExpectedCollective = { ...DGX, fabric: { ...INFINIBAND, network: "roce", title: "RoCE" } };
const IN_NODE: ExpectedCollective = { ...P5, ranks: 8, nodes: 1, floor: floor(460), fabric: null };

const collective = (file: string, expected: ExpectedCollective) => (): Verdict =>
  judgeCollective(parseNcclTests(measured(file)), parseNcclLog(measured(file)), expected);
const rail =
  (file: string, device = "mlx5_0") =>
  (): Verdict =>
    judgeRail(parsePerftest(measured(file)), { device, link: "InfiniBand", floor: floor(375), gpuDirect: true });
const diagnostics = (file: string) => (): Verdict => judgeDiagnostics(parseDcgm(measured(file)), 8);
const copies = (file: string) => (): Verdict =>
  judgeCopies(parseNvbandwidth(measured(file)), {
    host_to_device_memcpy_ce: floor(52),
    device_to_host_memcpy_ce: floor(52),
    device_to_device_memcpy_read_ce: floor(335),
  });
const training = (file: string) => (): Verdict =>
  judgeTraining(parseTrainLog(measured(file)), { lastStep: 20, mfu: floor(0.35) });
const memory = { clientMemoryBytes: 64 * GIB };

/** What someone who knows these programs would say of each output. */
const VERDICTS: readonly [file: string, judged: () => Verdict, status: Verdict["status"], finding?: RegExp][] = [
  ["p5 over 32 EFA devices", collective("nccl-p5-efa.txt", P5), "passed"],
  [
    "half of the EFA devices of a node",
    collective("nccl-p5-half-the-nics.txt", P5),
    "failed",
    /found 16 EFA devices on a node, and not 32/,
  ],
  [
    "TCP, as the plugin is not in the image",
    collective("nccl-p5-tcp-no-plugin.txt", P5),
    "failed",
    /went over TCP, and not over EFA.*lacks aws-ofi-nccl/,
  ],
  [
    "TCP, as the pod has no device",
    collective("nccl-p5-tcp-no-provider.txt", P5),
    "failed",
    /went over TCP.*libfabric found no provider/,
  ],
  [
    "one rank over TCP",
    collective("nccl-p5-one-rank-on-tcp.txt", P5),
    "failed",
    /several networks, which differ by rank/,
  ],
  ["libfabric over TCP", collective("nccl-p5-tcp-provider.txt", P5), "failed", /another provider of libfabric/],
  ["one slow node", collective("nccl-p5-slow-node.txt", P5), "failed", /is 240\.3 GB\/s, below the floor of 413 GB\/s/],
  [
    "wrong values at full speed",
    collective("nccl-p5-wrong-values.txt", P5),
    "failed",
    /6 values are wrong|3 values are wrong/,
  ],
  ["results that nobody compared", collective("nccl-p5-not-checked.txt", P5), "failed", /did not compare its results/],
  ["a run within one node for two", collective("nccl-p5-one-node.txt", P5), "failed", /ran on 1 nodes, and not on 2/],
  ["seven GPUs of eight", collective("nccl-p5-seven-gpus.txt", P5), "failed", /14 GPUs took part, and not 16/],
  [
    "fast enough, and through the host",
    collective("nccl-p5-through-the-host.txt", P5),
    "failed",
    /all channels: GPUDirect RDMA is not used/,
  ],
  ["no row of the size that is judged", collective("nccl-p5-wrong-size.txt", P5), "failed", /no row of 16 GiB/],
  [
    "a healthy p5 at 128 MiB",
    collective("nccl-p5-healthy-at-128-mib.txt", { ...P5, bytes: 2 ** 27, floor: null }),
    "measured",
  ],
  [
    "a run on four nodes judged as one on two",
    collective("nccl-dgx-infiniband.txt", P5),
    "failed",
    /32 GPUs took part, and not 16/,
  ],
  ["DGX over InfiniBand", collective("nccl-dgx-infiniband.txt", DGX), "passed"],
  ["one slow rail", collective("nccl-dgx-slow-rail.txt", DGX), "failed", /below the floor of 320 GB\/s/],
  [
    "seven cards on one node, and still fast enough",
    collective("nccl-dgx-seven-cards.txt", DGX),
    "failed",
    /found 7 InfiniBand devices/,
  ],
  ["NCCL_IB_DISABLE in the image", collective("nccl-dgx-ib-disabled.txt", DGX), "failed", /NCCL_IB_DISABLE=1 is set/],
  [
    "InfiniBand where RoCE should be",
    collective("nccl-dgx-infiniband.txt", ROCE),
    "failed",
    /went over InfiniBand, and not over RoCE/,
  ],
  ["H200 over RoCE", collective("nccl-h200-roce.txt", ROCE), "passed"],
  ["all-to-all", collective("nccl-h200-alltoall.txt", { ...ROCE, collective: "alltoall" }), "passed"],
  [
    "all-to-all judged as all-reduce",
    collective("nccl-h200-alltoall.txt", ROCE),
    "failed",
    /ran alltoall, and not all_reduce/,
  ],
  [
    "two models of GPU",
    collective("nccl-mixed-models.txt", DGX),
    "failed",
    /of several models: NVIDIA H100 80GB HBM3, NVIDIA H200/,
  ],
  ["H100 in one node", collective("nccl-h100-in-node.txt", IN_NODE), "passed"],
  [
    "H100 with an NVLink down",
    collective("nccl-h100-in-node-nvlink-down.txt", IN_NODE),
    "failed",
    /below the floor of 460/,
  ],
  ["NDR at its rate", rail("perftest-ndr.txt"), "passed"],
  [
    "NDR in a slot of half the width",
    rail("perftest-ndr-half-width.txt", "mlx5_3"),
    "failed",
    /196\.8 Gbps, below the floor of 375/,
  ],
  ["another card than was asked for", rail("perftest-ndr.txt", "mlx5_4"), "failed", /measured mlx5_0, and not mlx5_4/],
  ["the same in MiB", rail("perftest-mib.txt"), "passed"],
  [
    "memory of the host, fast as it is",
    rail("perftest-host-memory.txt"),
    "failed",
    /memory of the host, and not of a GPU/,
  ],
  ["messages that fill no link", rail("perftest-small-message.txt"), "failed", /4096 bytes, which fills no link/],
  [
    "Ethernet where InfiniBand should be",
    rail("perftest-ethernet.txt"),
    "failed",
    /a link of Ethernet, and not of InfiniBand/,
  ],
  ["DCGM 4", diagnostics("dcgm-4-pass.json"), "passed"],
  ["DCGM 3", diagnostics("dcgm-3-pass.json"), "passed"],
  [
    "a row that cannot be remapped",
    diagnostics("dcgm-row-remap.json"),
    "failed",
    /memory fails on GPU 5: Row remap failure/,
  ],
  ["a GPU that is not there", diagnostics("dcgm-seven-gpus.json"), "failed", /passed on 7 GPUs, and the node has 8/],
  ["a GPU that was skipped", diagnostics("dcgm-skipped.json"), "failed", /passed on 7 GPUs, and the node has 8/],
  ["a warm GPU", diagnostics("dcgm-warm.json"), "failed", /warns of GPU 1: Temperature 89/],
  ["copies of H100", copies("nvbandwidth-h100.json"), "passed"],
  [
    "one GPU in a slot of half the width",
    copies("nvbandwidth-pcie-x8.json"),
    "failed",
    /slowest pair \(0 to 6\) is 26\.8 GB\/s/,
  ],
  ["the wrong socket", copies("nvbandwidth-wrong-numa.json"), "failed", /is 44 GB\/s, below the floor of 52/],
  ["a test that was waived", copies("nvbandwidth-waived.json"), "failed", /host_to_device_memcpy_ce was waived/],
  [
    "fio past the cache",
    () => judgeFio(parseFio(measured("fio-write-direct.json")), { ...memory, floors: { read: null, write: floor(1) } }),
    "passed",
  ],
  [
    "fio out of the cache",
    () => judgeFio(parseFio(measured("fio-read-cached.json")), { ...memory, floors: { read: floor(1), write: null } }),
    "failed",
    /may come from the memory of the clients/,
  ],
  [
    "IOR that reads what it wrote",
    () =>
      judgeIor(parseIor(measured("ior-shared-file.txt")), {
        ...memory,
        floors: { read: floor(1), write: floor(1) },
        nodes: 1,
        readsOwn: true,
      }),
    "failed",
    /may come from the memory of the clients/,
  ],
  [
    "IOR a file each, below the floor",
    () =>
      judgeIor(parseIor(measured("ior-file-per-task.txt")), {
        ...memory,
        floors: { read: floor(1), write: floor(1000) },
        nodes: 1,
        readsOwn: false,
      }),
    "failed",
    /Write is 131\.3 MiB\/s, below the floor of 1000/,
  ],
  ["mdtest", () => judgeMetadata(parseMdtest(measured("mdtest.txt")), { "File creation": floor(1000) }), "passed"],
  [
    "mdtest without files",
    () => judgeMetadata({ "Directory stat": 5 }, { "File creation": floor(1000) }),
    "failed",
    /File creation was not measured/,
  ],
  ["8B at its usual speed", training("train-8b.txt"), "passed"],
  ["the same with colours", training("train-8b-colour.txt"), "passed"],
  ["clocks that go down", training("train-8b-throttled.txt"), "failed", /slowed down from 6785 to 5480/],
  ["slow from the start", training("train-8b-slow.txt"), "failed", /Median MFU is 0\.2986/],
  ["a rank that died", training("train-8b-dead.txt"), "failed", /ended at step 11, and not at 20/],
  ["a loss that stays", training("train-8b-no-progress.txt"), "failed", /The loss did not fall/],
];

test.each(VERDICTS)("%s", (_, judged, status, ...more) => {
  const [finding = /^$/] = more as RegExp[];
  const { findings, ...verdict } = judged();
  expect({ ...verdict, findings: findings.map(({ text }) => text) }).toMatchObject({ status });
  expect(findings.map(({ text }) => text).join("\n")).toMatch(finding);
  // whoever reads it must know what to do
  expect(findings.filter(({ fix }) => fix.trim() === "")).toEqual([]);
});

test.each<[file: string, read: () => unknown, why: RegExp]>([
  [
    "a table that is cut",
    () => parseNcclTests(measured("nccl-p5-cut.txt")),
    /count of values out of bounds: it is cut/,
  ],
  ["two runs in one output", () => parseNcclTests(measured("nccl-p5-twice.txt")), /2 times: several runs are mixed/],
  ["a rank that failed", () => parseNcclTests(measured("nccl-p5-failure.txt")), /remote process exited/],
  ["perftest without a table", () => parsePerftest(measured("perftest-cut.txt")), /head of its table: it is cut/],
  [
    "perftest without a device",
    () => parsePerftest(measured("perftest-no-device.txt")),
    /Unable to find the Infiniband/,
  ],
  ["DCGM that is cut", () => parseDcgm(measured("dcgm-cut.json")), /JSON that is cut/],
  [
    "DCGM without its host engine",
    () => parseDcgm(measured("dcgm-runtime-error.json")),
    /Unable to establish a connection/,
  ],
  [
    "DCGM of two nodes",
    () => parseDcgm(`${measured("dcgm-4-pass.json")}${measured("dcgm-4-pass.json")}`),
    /several runs are mixed/,
  ],
  [
    "nvbandwidth with an error",
    () => parseNvbandwidth(measured("nvbandwidth-error.json")),
    /CUDA_ERROR_ECC_UNCORRECTABLE/,
  ],
  ["a loss that is no number", () => parseTrainLog(measured("train-8b-nan.txt")), /"nan" as the loss of step 8/],
  ["fio where DCGM should be", () => parseDcgm(measured("fio-read-cached.json")), /JSON of another shape/],
  [
    "mdtest without its end",
    () => parseMdtest(measured("mdtest.txt").split("-- finished")[0]!),
    /does not end with the time/,
  ],
  [
    "IOR without its summary",
    () => parseIor(measured("ior-shared-file.txt").split("Summary")[0]!),
    /its summary: it is cut/,
  ],
])("refuses %s", (_, read, why) => {
  expect(read).toThrow(UnreadableOutputError);
  expect(read).toThrow(why);
});
