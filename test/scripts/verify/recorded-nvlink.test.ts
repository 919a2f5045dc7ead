import { loadEnvironments } from "../../../config";
import ultra from "../../../config/environments/ultra";
import { PUBLISHED_NVLINK_ALL_REDUCE } from "../../../config/facts/nccl-published";
import type { PlannedCheck } from "../../../scripts/verify/check";
import { COLLECTIVES } from "../../../scripts/verify/checks/collectives";
import { NVLINK_DOMAIN } from "../../../scripts/verify/checks/nvlink-domain";
import { nvlinkFloor } from "../../../scripts/verify/floors";
import { UnreadableOutputError } from "../../../scripts/verify/parse/unreadable";
import type { Verdict } from "../../../scripts/verify/verdict";
import { NOW, sample } from "../../helpers/environment";
import { measured } from "../../helpers/verify";

const PROPS = { image: null, on: "slurm" } as const;
const tray = loadEnvironments({ ultra: () => ultra }, [], NOW)[0]!.resolved.nodeGroups[0]!;
const gb300 = { ...tray, gpus: { ...tray.gpus!, model: "GB300" } };
const plan = NVLINK_DOMAIN.plan(gb300, PROPS) as PlannedCheck;

/** A rack of GB300: 18 nodes, 72 GPUs of one domain. */
const RACK = measured("nccl-gb300-rack.txt");
const NODES = Array.from({ length: 18 }, (_, at) => `tray-${String(at + 1).padStart(2, "0")}`);
const withoutClique = (why: string) =>
  RACK.replace(/MNNVL 1 cliqueId .*/g, why).replace(/via P2P\/MNNVL/g, "via NET/IB/0/GDRDMA");
const failing = (answer: string) =>
  `${RACK.slice(0, RACK.indexOf("MNNVL 1"))}\ntray-01:4000:4000 [0] mnnvl.cc:80 NCCL WARN ${answer}\ntray-01: Test NCCL failure common.cu:993 'unhandled system error / '\n`;

/** What someone who knows NCCL would say of each output. */
const VERDICTS: readonly [what: string, output: string, status: Verdict["status"], finding: RegExp | null][] = [
  ["a rack at the speed that is published", RACK, "passed", null],
  [
    "a rack whose switches do not sum",
    RACK.replace(/936\.80/g, "702.10").replace(/937\.20/g, "702.40"),
    "failed",
    /is 702\.1 GB\/s, below the floor of 796\.4 GB\/s \(0\.85 of 937 GB\/s/,
  ],
  [
    "fast enough, and a part over network cards",
    RACK.replace(/(Channel 00\/0 : 3\[3\] .*)via P2P\/MNNVL/, "$1via NET/IB/0/GDRDMA"),
    "failed",
    /^1 channels go over network cards/,
  ],
  [
    "nodes of two domains",
    RACK.replace(/^(tray-1\d.*cliqueId) 7ffe/gm, "$1 e52"),
    "failed",
    /in 2 domains of NVLink \(7ffe, e52\)/,
  ],
  ["a GPU that is not in the domain", RACK.replace(/cliqueSize 72/g, "cliqueSize 71"), "failed", /joins 71 of the 72/],
  [
    "a GPU that has not joined",
    withoutClique("MNNVL disabled: rank 5 fabric state 2 is not completed"),
    "failed",
    /does not use NVLink.*has not joined the fabric.*Fabric Manager/,
  ],
  ["cuMem that is off", withoutClique("MNNVL disabled: cuMem is not enabled"), "failed", /NCCL_CUMEM_ENABLE=0/],
  [
    "nodes that are in no domain",
    withoutClique("MNNVL disabled: rank 0 fabric UUID is zero"),
    "failed",
    /compare their labels nvidia\.com\/gpu\.clique/,
  ],
  [
    "no IMEX channel in the container",
    failing(
      "MNNVL (cliqueSize 72) is available but not working on this system. Check the IMEX channel configuration (/dev/nvidia-caps-imex-channels). Set NCCL_MNNVL_ENABLE=0 to ignore this issue.",
    ),
    "failed",
    /does not work.*no IMEX channel/,
  ],
  [
    "IMEX that does not reach a node",
    failing(
      "MNNVL (cliqueSize 72) is available but not working on this system. Check the IMEX configuration (nvidia-imex-ctl -N). Set NCCL_MNNVL_ENABLE=0 to ignore this issue.",
    ),
    "failed",
    /nvidia-imex-ctl -N must say UP/,
  ],
  ["GPUs of one tray less", RACK.replace(/^# {2}Rank (?:68|69|70|71) .*\n/gm, ""), "failed", /68 GPUs took part/],
  ["wrong values", RACK.replace("937.20      0", "937.20      4"), "failed", /4 values are wrong/],
];

test.each(VERDICTS)("NVLink over nodes: %s", (_, output, status, finding) => {
  const found = plan.judge(output, NODES);
  expect([found.status, found.findings.map(({ text }) => text)]).toEqual([
    status,
    finding !== null ? expect.arrayContaining([expect.stringMatching(finding)]) : [],
  ]);
});

test("what is cut is judged by nobody", () => {
  expect(() => plan.judge(RACK.slice(0, RACK.indexOf("# Out of bounds")), NODES)).toThrow(UnreadableOutputError);
});

test("a domain of other GPUs, or of fewer nodes, has no floor, and is measured", () => {
  const [anchor] = PUBLISHED_NVLINK_ALL_REDUCE;
  const floor = nvlinkFloor(gb300, anchor!.nodes, anchor!.sizeGiB)!;
  expect(floor.value).toBeLessThan(anchor!.busGBps);
  expect(floor.source).toContain(anchor!.source);
  expect([nvlinkFloor(gb300, 9, 16), nvlinkFloor(gb300, 18, 8), nvlinkFloor(tray, 18, 16)]).toEqual([null, null, null]);
  const other = NVLINK_DOMAIN.plan(tray, PROPS) as PlannedCheck;
  expect(other.judge(RACK, NODES).status).toBe("measured");
});

test("it uses NVLink between nodes, which the other collectives keep from them, and is for such pools alone", () => {
  const env = (check: typeof NVLINK_DOMAIN) => (check.plan(tray, PROPS) as PlannedCheck).job(NODES).env;
  expect(env(NVLINK_DOMAIN)).toMatchObject({ NCCL_MNNVL_ENABLE: "1", NCCL_NVLS_ENABLE: "1" });
  for (const check of COLLECTIVES) expect(env(check)).toMatchObject({ NCCL_MNNVL_ENABLE: "0" });
  const p5 = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
  expect(NVLINK_DOMAIN.plan(p5, PROPS)).toBe("NVLink does not span its nodes.");
});
