import type { CopyRun } from "../parse/nvbandwidth";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";

/** Judges nvbandwidth. @param tests floors by test case; each must be there; null: only measured */
export function judgeCopies(runs: readonly CopyRun[], tests: Readonly<Record<string, Floor | null>>): Verdict {
  const findings: Finding[] = Object.keys(tests).flatMap((name) => {
    const run = runs.find((one) => one.name === name);
    if (run && run.minGBps !== null) return [];
    return [
      {
        text: run ? `${name} was waived.` : `${name} did not run.`,
        fix: `start nvbandwidth with -t ${name} where all GPUs of the node are free`,
      },
    ];
  });
  const figures = runs.flatMap(({ name, minGBps, slowest }) =>
    name in tests && minGBps !== null
      ? [
          {
            name: `${name}, slowest pair (${slowest![0]} to ${slowest![1]})`,
            value: minGBps,
            unit: "GB/s",
            floor: tests[name]!,
          },
        ]
      : [],
  );
  return verdict(
    figures,
    findings,
    "look at the PCIe width and speed of that GPU (nvidia-smi -q), at its NVLinks, and at the NUMA node that the program ran on",
  );
}

/** Two GPUs that NVLink joins copy far faster than the host and one of them: less is the way over PCIe. */
const TIMES_PCIE = 2;

/** Judges copies between GPUs against those between the host and a GPU. @param names of the test cases */
export function judgePeers(
  runs: readonly CopyRun[],
  { host, peers, floor }: { host: string; peers: string; floor: Floor | null },
): Verdict {
  const rate = (name: string) => runs.find((run) => run.name === name)?.minGBps ?? null;
  const [byHost, byPeers] = [rate(host), rate(peers)];
  const common = judgeCopies(runs, { [peers]: floor, [host]: null });
  if (byHost === null || byPeers === null || byPeers >= TIMES_PCIE * byHost) return common;
  const finding: Finding = {
    text: `The slowest two GPUs copy ${byPeers} GB/s to each other, and the host ${byHost} GB/s to one: they go over PCIe, and not over NVLink.`,
    fix: "look at nvidia-smi nvlink -s and nvidia-smi topo -m, at the state of the fabric manager (nvidia-smi -q, Fabric), and at IMEX where nodes share NVLink",
  };
  return { ...common, status: "failed", findings: [...common.findings, finding] };
}
