import { GEMM_ANCHORS, GEMM_SHAPE } from "../../../config/facts/gemm";
import { peakTflops } from "../../../config/facts/gpu-peaks";
import { ncclEnvOf } from "../../../config/gpu/nvlink";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedVolume } from "../../../config/storage/kind";
import { checkpointScript, drillScript, gemmScript, scalingScript } from "../../../constructs/verify/training-scripts";
import type { Check, CheckJob, CheckProps } from "../check";
import { clientMiBps, gemmFloor, mfuFloor, readFloor, SCALING } from "../floors";
import { judgeCheckpoint } from "../judge/checkpoint";
import { judgeDrill } from "../judge/drill";
import { judgeGemm } from "../judge/gemm";
import { judgeScaling } from "../judge/scaling";
import { parseCheckpoint } from "../parse/checkpoint";
import { parseDrill } from "../parse/drill";
import { parseGemm } from "../parse/gemm";
import { parseScaling } from "../parse/scaling";
import { runEnv } from "../run-env";
import { withoutWholeGpus } from "./programs";
import { withoutFiles } from "./shared-files";

type Places = Pick<SiteEnvironment, "storage" | "lustre">;

/** How long GPUs multiply: they are warm after that, and throttle where they do. */
const GEMM_SECONDS = 60;
/** What each process writes, MiB: a process of 256 has as much of 70 thousand million weights, with the state of the optimizer. */
const CHECKPOINT_MIB = 3584;
const SCALING_RUN = { nodes: 8, steps: 40, samples: 4 } as const;
/** GPUs of the large training. */
const LARGE_GPUS = 256;

/** Checkpoints, and trainings on more and more nodes. */
export function trainingChecks(environment: Places): Check[] {
  const volume = trainingVolume(environment);
  return [
    ...environment.storage.filter((one) => withoutFiles(one) === null).map((one) => checkpoint(one, one === volume)),
    SCALING_CHECK,
    drill({
      id: "kill-drill",
      title: "A training of which a process and a node are killed",
      volume,
      nodes: () => 2,
      minutes: 60,
      steps: 60,
      samples: 4,
      program: ["--model=1b"],
      isLarge: false,
    }),
    drill({
      id: "train-70b",
      title: "70B on 256 GPUs, with two faults",
      volume,
      nodes: (gpus) => Math.ceil(LARGE_GPUS / gpus),
      minutes: 180,
      steps: 60,
      samples: 1,
      program: ["--model=70b", "--recompute"],
      isLarge: true,
    }),
  ];
}

/** Volume of checkpoints: that of Lustre, else the first that all nodes write. */
function trainingVolume({ storage, lustre }: Places): ResolvedVolume | null {
  const written = storage.filter((volume) => withoutFiles(volume) === null);
  return written.find(({ name }) => name === lustre?.name) ?? written[0] ?? null;
}

const taskOfNode = (nodes: number, { images }: CheckProps, script: string, more: Partial<CheckJob> = {}): CheckJob => ({
  tasksPerNode: 1,
  image: images?.torch ?? null,
  mpi: false,
  script,
  ...more,
  env: { ...more.env, ...runEnv(nodes) },
});

/** Each node multiplies, before any two of them talk. */
export const GEMM: Check = {
  id: "gemm",
  title: "Products of matrices on all GPUs",
  suites: ["accept", "weekly"],
  group: "node",
  minutes: 10,
  plan: (pool, props) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    const { model, count } = pool.gpus!;
    const shape = GEMM_ANCHORS.find(({ models }) => models.includes(model))?.shape ?? GEMM_SHAPE;
    return {
      job: () => taskOfNode(1, props, gemmScript(shape, GEMM_SECONDS)),
      judge: (output) => judgeGemm(parseGemm(output), { gpus: count, floor: gemmFloor(model) }),
    };
  },
};

const checkpoint = (volume: ResolvedVolume, isUsual: boolean): Check => ({
  id: `checkpoint-${volume.name}`,
  title: `A checkpoint on ${volume.title}, written and read`,
  suites: isUsual ? ["accept"] : [],
  group: "all",
  minutes: 60,
  plan: (pool, props) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    const each = pool.gpus!.count;
    const folder = volume.mount.mountPath;
    return {
      job: ({ length }) =>
        taskOfNode(length, props, checkpointScript({ folder, mib: CHECKPOINT_MIB, each }), { mounts: [folder] }),
      judge: (output, { length }) => {
        const one = clientMiBps(pool, volume);
        return judgeCheckpoint(parseCheckpoint(output), {
          processes: length * each,
          read: readFloor(pool, volume, length),
          mostMiBps: one && one * length,
        });
      },
    };
  },
});

const SCALING_CHECK: Check = {
  id: "train-1b",
  title: "1B on eight nodes, against one",
  suites: ["accept"],
  group: "all",
  minutes: 45,
  plan: (pool, props) => {
    const why = withoutTraining(pool, SCALING_RUN.nodes);
    if (why !== null) return why;
    const gpus = pool.gpus!.count;
    const { steps, samples } = SCALING_RUN;
    const program = trainingProgram(pool, ["--model=1b"]);
    return {
      nodes: { least: SCALING_RUN.nodes, most: SCALING_RUN.nodes },
      job: ({ length }) =>
        taskOfNode(length, props, scalingScript({ gpus, samples, steps, program }), { env: ncclEnvOf(pool) }),
      judge: (output, nodes) =>
        judgeScaling(parseScaling(output, nodes.length), { nodes, lastStep: steps, efficiency: SCALING }),
    };
  },
};

interface Drill extends Pick<Check, "id" | "title" | "minutes"> {
  readonly volume: ResolvedVolume | null;
  /** @param gpus of a node */
  readonly nodes: (gpus: number) => number;
  readonly steps: number;
  readonly samples: number;
  readonly program: readonly string[];
  readonly isLarge: boolean;
}

function drill({ id, title, minutes, volume, nodes, steps, samples, program, isLarge }: Drill): Check {
  const every = steps / 3;
  return {
    id,
    title,
    suites: ["accept"],
    group: "all",
    minutes,
    plan: (pool, props) => {
      if (!volume) return "no volume that all nodes write is there for its checkpoints.";
      const why = withoutTraining(pool, nodes(pool.gpus?.count ?? 1));
      if (why !== null) return why;
      const gpus = pool.gpus!.count;
      const wanted = nodes(gpus);
      const folder = volume.mount.mountPath;
      const script = drillScript({ folder, gpus, samples, steps, every, program: trainingProgram(pool, program) });
      return {
        nodes: { least: wanted, most: wanted },
        job: ({ length }) => taskOfNode(length, props, script, { mounts: [folder], env: ncclEnvOf(pool) }),
        judge: (output, { length }) =>
          judgeDrill(parseDrill(output), {
            nodes: length,
            processes: length * gpus,
            lastStep: steps,
            every,
            mfu: isLarge ? mfuFloor(pool.gpus!.model) : null,
            holdsGoodput: isLarge,
          }),
      };
    },
  };
}

/** Why nothing is trained on nodes of a pool; null: it can be. */
function withoutTraining(pool: ResolvedPool, nodes: number): string | null {
  const why = withoutWholeGpus(pool);
  if (why !== null) return why;
  return pool.count.max < nodes ? `it needs ${nodes} nodes, and the pool has ${pool.count.max} at the most.` : null;
}

function trainingProgram({ gpus }: ResolvedPool, more: readonly string[]): string[] {
  const peak = peakTflops(gpus!.model);
  return ["train.py", "--parallel=fsdp2", ...more, ...(peak === null ? [] : [`--peak-tflops=${peak}`])];
}
