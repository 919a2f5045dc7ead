import { scriptFile, type ScriptParts } from "../core/script-file";
import { sbatchOption, shellWord, shellWords } from "../core/shell-word";
import { enrootImage } from "../slurm/nccl-job";
import { checkpointFolder, gpuTarget, SAMPLES_WRITTEN, wholeNodes, type SampleTarget } from "../slurm/samples";
import { ASK_BY_SIGNAL, requeuedJobParts } from "../slurm/requeued-job";
import { containersOf, type SlurmLayout } from "../slurm/slurm-types";
import { MEGATRON_MODELS, megatronLayout } from "./megatron-layout";
import { largestModel, type ModelSize } from "./model-size";
import { trainingPrograms } from "./training-files";

/** A GPU as training sees it. */
export interface TrainingGpu {
  /** Memory, GiB. */
  readonly memoryGiB: number;
  /** Dense bf16; null: unknown, and steps say no MFU. */
  readonly peakTflops: number | null;
}

export interface TrainingProps {
  readonly layout: SlurmLayout;
  /** Of a node group that Slurm has. */
  readonly gpuOf: (group: string) => TrainingGpu;
  /** Image with PyTorch, or its file; nodes run what they have where jobs have no containers. */
  readonly image: string;
}

/** Before the end of a job, when it writes its checkpoint; some of it is left for the way back to the queue. */
const SIGNAL_SECONDS = 600;
/** Nodes of a reference job at the most: those of the published runs it is compared with. */
const MOST_NODES = { ddp: 8, sharded: 32 } as const;
/** Sequences of a GPU in a step. */
const SEQUENCES_PER_GPU = 4;

/** What all jobs are made of. */
interface Cluster {
  readonly target: SampleTarget;
  readonly gpus: number;
  readonly gpu: TrainingGpu;
  readonly layout: SlurmLayout;
  readonly image: string;
}

/** How a job starts its processes, by the file that does. */
interface Start {
  readonly file: "torchrun" | "elastic" | "tasks";
  readonly parts: ScriptParts;
  /** How the programs are asked for their checkpoint beside the file `stop`. */
  readonly ask?: string;
}

/**
 * Reference jobs of training for Slurm, by file name, with the programs that they start: DDP, FSDP2, an elastic one, ZeRO of
 * DeepSpeed, Megatron-LM, one process a task (PMIx), and JAX. Empty where no partition has whole GPUs.
 */
export function trainingJobs({ layout, gpuOf, image }: TrainingProps): Record<string, string> {
  const target = gpuTarget(layout);
  if (!target?.group.gpus || target.group.parts) return {};
  const cluster = { target, gpus: target.group.gpus.count, gpu: gpuOf(target.group.name), layout, image };
  const jobs = {
    ...ddpJobs(cluster),
    ...shardedJobs(cluster),
    "jax.sbatch": job(cluster, "jax", nodesOf(cluster, "ddp"), tasks(shellWords(["python3", "jax_train.py"]), 1)),
  };
  return { ...trainingPrograms(), ...jobs };
}

const nodesOf = ({ target }: Cluster, kind: keyof typeof MOST_NODES): number =>
  Math.min(target.group.maxNodes, MOST_NODES[kind]);

/** Each GPU holds the whole model. */
function ddpJobs(cluster: Cluster): Record<string, string> {
  const model = largestModel(1, cluster.gpu.memoryGiB);
  if (!model) return {};
  const nodes = nodesOf(cluster, "ddp");
  const program = (launcher: readonly string[]) => [...launcher, ...options(cluster, nodes, model, ["--parallel=ddp"])];
  return {
    "ddp.sbatch": job(cluster, "ddp", nodes, torchrun(cluster, program(["train.py"]))),
    "mpi.sbatch": job(
      cluster,
      "mpi",
      nodes,
      tasks(
        shellWords(program(profiled(["train.py"]))),
        cluster.gpus,
        cluster.layout.mpi === "pmix" ? ["--mpi=pmix"] : [],
      ),
    ),
    ...(nodes > 1 && {
      "elastic.sbatch": job(cluster, "elastic", nodes, elastic(cluster, Math.ceil(nodes / 2), program(["train.py"])), [
        // a node that is lost leaves the job to the others
        "#SBATCH --no-kill",
      ]),
    }),
  };
}

/** All GPUs hold the model together. */
function shardedJobs(cluster: Cluster): Record<string, string> {
  const nodes = nodesOf(cluster, "sharded");
  const model = largestModel(nodes * cluster.gpus, cluster.gpu.memoryGiB);
  if (!model) return {};
  const megatron = megatronStart(cluster, nodes, model);
  const deepspeed = options(cluster, nodes, model, ["--zero=3"]);
  const fsdp = options(cluster, nodes, model, ["--parallel=fsdp2", "--recompute"]);
  return {
    "fsdp2.sbatch": job(cluster, "fsdp2", nodes, torchrun(cluster, ["train.py", ...fsdp])),
    "deepspeed.sbatch": job(cluster, "deepspeed", nodes, torchrun(cluster, ["deepspeed_train.py", ...deepspeed])),
    ...(megatron && { "megatron.sbatch": job(cluster, "megatron", nodes, megatron) }),
  };
}

function options({ gpus, gpu }: Cluster, nodes: number, model: ModelSize, more: readonly string[]): string[] {
  return [
    ...more,
    `--model=${model.name}`,
    `--global-batch=${nodes * gpus * SEQUENCES_PER_GPU}`,
    ...(gpu.peakTflops === null ? [] : [`--peak-tflops=${gpu.peakTflops}`]),
  ];
}

/**
 * Megatron-LM's own program, with data that it makes up. A task for each process: it writes its checkpoint on SIGTERM, and torchrun
 * would kill it 30 seconds after.
 */
function megatronStart({ gpus, gpu }: Cluster, nodes: number, { name, billions }: ModelSize): Start | null {
  const model = MEGATRON_MODELS[name];
  const parts = model && megatronLayout(billions, model, { nodes, gpus, memoryGiB: gpu.memoryGiB });
  if (!parts) return null;
  const options = [
    `--tensor-model-parallel-size=${parts.tensor}`,
    `--pipeline-model-parallel-size=${parts.pipeline}`,
    ...(parts.tensor > 1 ? ["--sequence-parallel"] : []),
    "--use-distributed-optimizer",
    "--overlap-grad-reduce",
    "--overlap-param-gather",
    `--num-layers=${model.layers}`,
    `--hidden-size=${model.width}`,
    `--ffn-hidden-size=${model.hidden}`,
    `--num-attention-heads=${model.heads}`,
    "--group-query-attention",
    `--num-query-groups=${model.keyHeads}`,
    `--seq-length=${model.sequence}`,
    `--max-position-embeddings=${model.sequence}`,
    "--position-embedding-type=rope",
    "--normalization=RMSNorm",
    "--swiglu",
    "--disable-bias-linear",
    "--untie-embeddings-and-output-weights",
    "--micro-batch-size=1",
    `--global-batch-size=${parts.data * SEQUENCES_PER_GPU * parts.pipeline}`,
    "--train-iters=1000",
    "--lr=3e-4",
    "--bf16",
    "--mock-data",
    "--tokenizer-type=NullTokenizer",
    "--vocab-size=128256",
    "--log-interval=1",
    "--log-throughput",
    "--save-interval=100",
    "--ckpt-format=torch_dist",
    "--async-save",
    "--exit-signal-handler",
  ];
  const program = `python3 ranks.py "\${MEGATRON:-/opt/megatron-lm}/pretrain_gpt.py" ${shellWords(options)} "--save=$CHECKPOINTS" "--load=$CHECKPOINTS"`;
  return { ...tasks(program, gpus), ask: ASK_BY_SIGNAL };
}

/** A program in Python, which the tool of a profile starts where a job is asked for one. */
const profiled = (program: readonly string[]): string[] => [
  "python3",
  "railyard_profile.py",
  "run",
  "python3",
  ...program,
];

const torchrun = ({ gpus }: Cluster, program: readonly string[]): Start => ({
  file: "torchrun",
  parts: { values: { gpus }, insert: { program: array("program", ["--no-python", ...profiled(program)]) } },
});

const elastic = ({ gpus }: Cluster, least: number, program: readonly string[]): Start => ({
  file: "elastic",
  parts: { values: { gpus, least }, insert: { program: array("program", ["--no-python", ...profiled(program)]) } },
});

const tasks = (program: string, each: number, how: readonly string[] = []): Start => ({
  file: "tasks",
  parts: { values: { each }, insert: { program: `program=(${program})`, how: `how=(${shellWords(how)})` } },
});

const array = (name: string, values: readonly string[]): string => `${name}=(${shellWords(values)})`;

function job(cluster: Cluster, name: string, nodes: number, start: Start, more: readonly string[] = []): string {
  const { target, gpus, layout } = cluster;
  const { values, insert } = requeuedJobParts({
    written: SAMPLES_WRITTEN,
    options: [
      ...wholeNodes(name, target, nodes, gpus),
      // two jobs of a name write to one folder: the second waits until the first is over
      sbatchOption("dependency", "singleton"),
      ...more,
    ],
    checkpoints: checkpointFolder(layout),
    signalSeconds: SIGNAL_SECONDS,
    ask: `  : >"$CHECKPOINTS/stop"${start.ask === undefined ? "" : `\n${start.ask}`}`,
  });
  return scriptFile("training/files/job.sh", {
    values,
    insert: {
      ...insert,
      container: container(cluster),
      start: scriptFile(`training/files/start-${start.file}.sh`, start.parts).trimEnd(),
    },
  });
}

/** `container` is for srun, and `inside` stands before the program. */
function container({ layout, image }: Cluster): string {
  const mounts = layout.volumes.map(({ mountPath }) => `${mountPath}:${mountPath}`);
  const isFile = image.startsWith("/");
  switch (containersOf(layout).kind) {
    case "pyxis": {
      const name = shellWord(`--container-image=${isFile ? image : enrootImage(image)}`);
      const volumes = shellWord(`--container-mounts=${mounts.map((mount) => `${mount},`).join("")}`);
      return `container=(${name} ${volumes}"$PWD:$PWD,$CHECKPOINTS:$CHECKPOINTS" "--container-workdir=$PWD")\ninside=()`;
    }
    case "apptainer": {
      const binds = shellWords(mounts.flatMap((mount) => ["--bind", mount]));
      const name = shellWord(isFile ? image : `docker://${image}`);
      return `container=()\ninside=(apptainer exec --nv${binds ? ` ${binds}` : ""} --bind "$PWD" --bind "$CHECKPOINTS" --pwd "$PWD" ${name})`;
    }
    default:
      return "container=()\ninside=()";
  }
}
