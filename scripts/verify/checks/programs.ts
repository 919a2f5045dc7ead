import { programScript } from "../../../constructs/verify/check-scripts";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { Check, CheckJob, Suite } from "../check";
import { hostCopyFloor, peerFloor } from "../floors";
import { judgeCopies, judgePeers } from "../judge/copies";
import { judgeDiagnostics } from "../judge/diagnostics";
import { parseDcgm } from "../parse/dcgm";
import { parseNvbandwidth } from "../parse/nvbandwidth";

/** Why a check of whole GPUs is not for a pool; null: it is. */
export function withoutWholeGpus({ gpus, sharing }: Pick<ResolvedPool, "gpus" | "sharing">): string | null {
  if (!gpus) return "the pool has no GPUs.";
  return sharing.kind === "whole" ? null : `its GPUs are shared (${sharing.kind}): a job has none as a whole.`;
}

const programJob = (program: string, args: string): CheckJob => ({
  tasksPerNode: 1,
  image: null,
  mpi: false,
  env: {},
  script: programScript(program, args),
});

/** Levels of NVIDIA's diagnostics: the longer, the more is stressed. @see https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html */
const diagnostics = (level: 1 | 2 | 3, suite: Suite, minutes: number): Check => ({
  id: `dcgm-${level}`,
  title: `DCGM diagnostics, level ${level}`,
  suites: [suite],
  group: "node",
  minutes,
  plan: (pool) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    const gpus = pool.gpus!;
    return {
      job: () => programJob("dcgmi", `diag -r ${level} -j`),
      judge: (output) => judgeDiagnostics(parseDcgm(output), gpus.count),
    };
  },
});

/** Seconds, minutes, half an hour: before a first job, before a cluster is handed over, once a week. */
export const DIAGNOSTICS: readonly Check[] = [
  diagnostics(1, "join", 5),
  diagnostics(2, "accept", 20),
  diagnostics(3, "weekly", 60),
];

/** GPUs of a node to each other. */
const PEERS = "device_to_device_memcpy_read_ce";

/** GPUs to each other by NVLink, against the way over PCIe. */
export const PEER_COPIES: Check = {
  id: "nvlink",
  title: "Copies between GPUs, against PCIe",
  suites: ["accept", "weekly"],
  group: "node",
  minutes: 10,
  plan: (pool) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    if (pool.gpus!.count < 2) return "its nodes have one GPU each.";
    if (!pool.hardware.nvlink) return "no document says that its GPUs have NVLink.";
    return {
      job: () => programJob("nvbandwidth", `--json -t ${COPIES[0]} ${PEERS}`),
      judge: (output) =>
        judgePeers(parseNvbandwidth(output), { host: COPIES[0]!, peers: PEERS, floor: peerFloor(pool) }),
    };
  },
};

const COPIES = ["host_to_device_memcpy_ce", "device_to_host_memcpy_ce"];

/** Copies between the host and each GPU. */
export const HOST_COPIES: Check = {
  id: "copies",
  title: "Copies between host and GPUs",
  suites: ["accept", "weekly"],
  group: "node",
  minutes: 10,
  plan: (pool) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    const floor = hostCopyFloor(pool);
    return {
      job: () => programJob("nvbandwidth", `--json -t ${COPIES.join(" ")}`),
      judge: (output) => judgeCopies(parseNvbandwidth(output), Object.fromEntries(COPIES.map((name) => [name, floor]))),
    };
  },
};
