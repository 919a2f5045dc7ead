import { deflateSync } from "node:zlib";
import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import { trainingPrograms } from "../training/training-files";

/** TCP ports by which processes of training find each other; those of rails and devices are below. */
const PORTS = { checkpoint: 18_800, scaling: 18_810, drill: 18_820 } as const;

/** Bash that unpacks programs in a folder of its own, and says where PyTorch is not there. */
function head(own: readonly string[]): string {
  const files = {
    ...trainingPrograms(),
    ...Object.fromEntries(own.map((name) => [name, scriptFile(`verify/files/${name}`)])),
  };
  // a command line has room for 128 KiB
  const packed = deflateSync(JSON.stringify(files)).toString("base64");
  return scriptFile("verify/files/torch-head.sh", { values: { files: packed } }).trimEnd();
}

/** Bash that multiplies matrices on all GPUs. @param shape rows, columns, and the dimension between @param batch products between two looks at the clock */
export const gemmScript = (shape: readonly number[], seconds: number, batch = 100): string =>
  scriptFile("verify/files/gemm.sh", {
    values: { shape: shape.join("x"), seconds, batch },
    insert: { head: head(["gemm.py"]) },
  });

/** Where a checkpoint is written, and by whom. */
export interface CheckpointDrillProps {
  /** Of a volume that all nodes see. */
  readonly folder: string;
  /** What each process writes, MiB. */
  readonly mib: number;
  /** Processes of a node. */
  readonly each: number;
}

/** Bash of a task on each node: a checkpoint is written and read. */
export const checkpointScript = ({ folder, mib, each }: CheckpointDrillProps): string =>
  scriptFile("verify/files/checkpoint.sh", {
    values: { folder, mib, each, port: PORTS.checkpoint },
    insert: { head: head(["checkpoint_drill.py"]) },
  });

/** What is trained. */
export interface TrainedProps {
  /** A process for each. */
  readonly gpus: number;
  /** Samples of a GPU in a step. */
  readonly samples: number;
  readonly steps: number;
  /** `train.py` and its options, without those of steps, batch and checkpoints. */
  readonly program: readonly string[];
}

/** Bash of a task on each node: each node trains by itself, then all together. */
export const scalingScript = ({ gpus, samples, steps, program }: TrainedProps): string =>
  scriptFile("verify/files/scaling.sh", {
    values: { gpus, samples, steps, port: PORTS.scaling },
    insert: { head: head([]), program: `program=(${shellWords(program)})` },
  });

/** Bash of a task on each node: a training of which a process is killed, and then a node. @param every steps between checkpoints */
export const drillScript = ({
  folder,
  gpus,
  samples,
  steps,
  every,
  program,
}: TrainedProps & { readonly folder: string; readonly every: number }): string =>
  scriptFile("verify/files/drill.sh", {
    values: { folder, gpus, samples, steps, every, port: PORTS.drill },
    insert: { head: head([]), program: `program=(${shellWords(program)})` },
  });
