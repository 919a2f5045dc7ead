import { treeCeiling } from "../../../config/facts/nccl-published";
import { ncclImage } from "../../../constructs/verify/nccl-image";
import { WITHOUT_PROFILER } from "../../../config/facts/nccl-inspector";
import { ncclEnvOf, WITHOUT_MULTI_NODE_NVLINK } from "../../../config/gpu/nvlink";
import type { ResolvedPool } from "../../../config/pools/pool";
import { PUBLISHED } from "../../../constructs/core/placed-image";
import { shellWords } from "../../../constructs/core/shell-word";
import type { Check, CheckJob, Suite } from "../check";
import { allReduceFloor, nodeFloors, publishedSizeGiB, ringFloor } from "../floors";
import { judgeCollective, type ExpectedCollective } from "../judge/collective";
import { parseNcclLog } from "../parse/nccl-log";
import { parseNcclTests } from "../parse/nccl-tests";
import type { Floor } from "../verdict";
import { withoutWholeGpus } from "./programs";

/** Size of messages where no floor asks for another one, GiB. */
export const SIZE_GIB = 16;

/** Where the curve begins: smaller messages take as long as the way to the next node. */
const SMALLEST = "1M";

/** Folder of nccl-tests in the images that Railyard takes. */
const FOLDER = "/opt/nccl-tests/build";

const NETWORKS = { efa: "efa", infiniband: "ib", roce: "roce" } as const;

interface Collective {
  readonly id: string;
  readonly title: string;
  readonly suites: readonly Suite[];
  readonly group: Check["group"];
  readonly minutes: number;
  /** As programs of nccl-tests are called: `all_reduce`. */
  readonly name: string;
  readonly sizeGiB: (pool: ResolvedPool) => number;
  readonly floor: (pool: ResolvedPool, nodes: number, sizeGiB: number) => Floor | null;
}

function collective({ name, sizeGiB, floor, group, ...check }: Collective): Check {
  return {
    ...check,
    group,
    plan: (pool, { image, places = PUBLISHED }) => {
      const why = withoutWholeGpus(pool);
      if (why !== null) return why;
      const { fabric } = pool;
      const gpus = pool.gpus!;
      if (group !== "node" && !fabric.health) return "the pool has no fabric between its nodes.";
      // within a node the program alone counts, and this one needs no fabric
      const used = image ?? ncclImage(pool, places).name;
      const size = sizeGiB(pool);
      return {
        job: () => collectiveJob(pool, { image: used, name, sizeGiB: size }),
        judge: (output, nodes) =>
          judgeCollective(parseNcclTests(output), parseNcclLog(output), {
            collective: name,
            ranks: nodes.length * gpus.count,
            nodes: nodes.length,
            bytes: size * 2 ** 30,
            floor: floor(pool, nodes.length, size),
            ceiling: ceiling(pool, nodes.length, name),
            fabric: nodes.length > 1 ? fabricOf(pool) : null,
            most: name === "all_reduce" ? mostOf(pool, nodes.length, gpus.count) : null,
          }),
      };
    },
  };
}

/** A ring goes over the cards of a node once. Trees of few nodes do better, and a send keeps to one card. */
const ceiling = ({ fabric: { gbps } }: ResolvedPool, nodes: number, name: string): number | null =>
  gbps !== null && gbps > 0 && nodes >= 4 && name !== "sendrecv" ? gbps / 8 : null;

/** Switches of InfiniBand may sum, so it has no such bound. */
const mostOf = ({ fabric: { gbps, health } }: ResolvedPool, nodes: number, gpus: number): number | null =>
  gbps !== null && gbps > 0 && nodes > 1 && health?.key !== "infiniband" ? treeCeiling(gbps, nodes, gpus) : null;

function fabricOf({ fabric, hardware }: ResolvedPool): ExpectedCollective["fabric"] {
  const { health, title, devices } = fabric;
  const network = health && Object.hasOwn(NETWORKS, health.key) ? NETWORKS[health.key as keyof typeof NETWORKS] : null;
  if (network === null) return null;
  const gpuDirect = (hardware as { readonly gpudirectRdma?: boolean | null }).gpudirectRdma ?? health?.key !== "efa";
  return { network, title, devices, gpuDirect };
}

/** What one run of a program of nccl-tests is. */
export interface CollectiveRun {
  readonly image: string;
  /** As programs of nccl-tests are called: `all_reduce`. */
  readonly name: string;
  readonly sizeGiB: number;
  /** Variables that count before those of the pool. @default - NVLink that spans nodes is not used: what is proved is the fabric */
  readonly env?: Readonly<Record<string, string>>;
}

/** A process for each GPU of all nodes. */
export function collectiveJob(pool: ResolvedPool, { image, name, sizeGiB, env }: CollectiveRun): CheckJob {
  const size = `${sizeGiB}G`;
  const program = [`${FOLDER}/${name}_perf`, "-b", SMALLEST, "-e", size, "-f", "2", "-g", "1", "-c", "1", "-n", "20"];
  return {
    tasksPerNode: pool.gpus!.count,
    image,
    mpi: true,
    env: {
      ...ncclEnvOf(pool),
      ...(env ?? (pool.nvlinkDomainNodes !== null ? WITHOUT_MULTI_NODE_NVLINK : {})),
      NCCL_DEBUG: "INFO",
      NCCL_DEBUG_SUBSYS: "INIT,NET",
      ...WITHOUT_PROFILER,
    },
    script: `command -v ${FOLDER}/${name}_perf >/dev/null || { echo "railyard: ${name}_perf is not there"; exit 0; }\n${shellWords(program)} 2>&1 || true\n`,
  };
}

const usual = () => SIZE_GIB;

/** All-reduce in each node, in pairs and over all; then the other collectives, which mixtures of experts and pipelines use. */
export const COLLECTIVES: readonly Check[] = [
  collective({
    id: "nccl-node",
    title: "All-reduce in a node",
    suites: ["accept", "weekly"],
    group: "node",
    minutes: 15,
    name: "all_reduce",
    sizeGiB: (pool) => nodeFloors(pool)?.allReduce.sizeGiB ?? SIZE_GIB,
    floor: allReduceFloor,
  }),
  collective({
    id: "nccl-pairs",
    title: "All-reduce over pairs of nodes",
    suites: ["accept", "weekly"],
    group: "pair",
    minutes: 15,
    name: "all_reduce",
    sizeGiB: (pool) => publishedSizeGiB(pool, 2) ?? SIZE_GIB,
    floor: allReduceFloor,
  }),
  collective({
    id: "nccl-all",
    title: "All-reduce over all nodes",
    suites: ["accept", "weekly"],
    group: "all",
    minutes: 30,
    name: "all_reduce",
    sizeGiB: usual,
    floor: allReduceFloor,
  }),
  ...(["all_gather", "reduce_scatter", "alltoall", "sendrecv"] as const).map((name) =>
    collective({
      id: `nccl-${name.replace("_", "-")}`,
      title: `${name} over all nodes`,
      suites: ["accept"],
      group: "all",
      minutes: 30,
      name,
      sizeGiB: usual,
      // a send and its receive keep to one card of a rank: the cards of a node together are no measure for it
      floor: (pool, nodes) => (name === "sendrecv" || nodes < 4 ? null : ringFloor(pool)),
    }),
  ),
];
