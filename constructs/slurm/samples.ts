import { NCCL_TESTS_RDMA } from "../../config/facts/nccl";
import { scriptFile } from "../core/script-file";
import { sbatchOption, shellWords } from "../core/shell-word";
import { timeLimit } from "./conf-text";
import { enrootImage, NCCL_TESTS } from "./nccl-job";
import { ASK_BY_SIGNAL, requeuedJobParts } from "./requeued-job";
import { SCRIPTS_PATH } from "./scripts-path";
import {
  containersOf,
  hasPyxis,
  type SlurmLayout,
  type SlurmNodeGroupProps,
  type SlurmPartitionProps,
} from "./slurm-types";

/** By this line a later run knows its own files. */
export const SAMPLES_WRITTEN = "Written by railyard examples";

export interface SamplesProps {
  readonly layout: SlurmLayout;
  /** Image with nccl-tests; null: that of the fabric. */
  readonly ncclImage: string | null;
  /** Image or file that the sample with a container runs. */
  readonly containerImage: string;
}

/** Longest that a sample asks for, hours. */
const LONGEST_HOURS = 4;

/** Between the signal and the end of a job that goes back to the queue: time for a checkpoint. */
const SIGNAL_SECONDS = 300;

/** Where a sample runs. */
export interface SampleTarget {
  readonly group: SlurmNodeGroupProps;
  readonly partition: SlurmPartitionProps;
}

type Options = Readonly<Record<string, string | number>>;

/**
 * Jobs that fit a cluster: its partitions, GPUs of a node, volumes, and how jobs run in containers. By file name; what a cluster
 * cannot run is left out. Of partitions the default one is taken, or the first with GPUs.
 */
export function slurmSamples(props: SamplesProps): Record<string, string> {
  const { layout } = props;
  const gpu = gpuTarget(layout);
  const any = gpu ?? targetOf(layout, () => true);
  if (!any) return {};
  return {
    "interactive.sh": interactive(any),
    ...(gpu?.group.gpus ? gpuSamples(gpu, gpu.group.gpus.count, props) : cpuSample(any)),
    "array.sbatch": array(any),
  };
}

/** Nodes with GPUs, of which jobs may have all; null: there are none. */
export const gpuTarget = (layout: SlurmLayout): SampleTarget | null =>
  targetOf(layout, (group, partition) => group.gpus !== null && partition.cpusPerNode === undefined);

/** Groups of the default partition come first. */
function targetOf(
  layout: SlurmLayout,
  fits: (group: SlurmNodeGroupProps, partition: SlurmPartitionProps) => boolean,
): SampleTarget | null {
  const ordered = layout.partitions.toSorted((a, b) => Number(b.default) - Number(a.default));
  for (const partition of ordered)
    for (const name of partition.nodeGroups) {
      const group = layout.nodeGroups.find((each) => each.name === name);
      if (group && fits(group, partition)) return { group, partition };
    }
  return null;
}

/** Where a job runs, and for how long: a job without a time limit is in the way of the queue. */
const common = (name: string, { partition, group }: SampleTarget): Options => ({
  "job-name": name,
  partition: partition.name,
  constraint: group.name,
  time: timeLimit(Math.min(LONGEST_HOURS, partition.maxHours)),
});

const lines = (options: Options): string[] => Object.entries(options).map(([name, value]) => sbatchOption(name, value));

const oneGpu = ({ group }: SampleTarget): Options => (group.gpus ? { "gpus-per-node": 1 } : {});

function interactive(target: SampleTarget): string {
  const { "job-name": _, ...options } = common("shell", target);
  const words = Object.entries({ ...options, nodes: 1, ...oneGpu(target) }).map(
    ([name, value]) => `--${name}=${value}`,
  );
  return scriptFile("slurm/files/sample-interactive.sh", {
    values: { written: SAMPLES_WRITTEN, about: target.group.gpus ? "one GPU" : "one CPU" },
    insert: { srun: `exec srun ${shellWords(words)} --pty "\${SHELL:-bash}"` },
  });
}

function gpuSamples(target: SampleTarget, gpus: number, props: SamplesProps): Record<string, string> {
  const { layout, ncclImage } = props;
  const nodes = target.group.maxNodes;
  const container = containerSample(target, props);
  const several = nodes > 1;
  return {
    "one-gpu.sbatch": one("one-gpu", target, "nvidia-smi -L"),
    "one-node.sbatch": scriptFile("slurm/files/sample-one-node.sh", {
      values: { written: SAMPLES_WRITTEN, gpus },
      insert: { options: wholeNodes("one-node", target, 1, gpus).join("\n") },
    }),
    ...(several &&
      hasPyxis(layout) && {
        "all-nodes-nccl.sbatch": scriptFile("slurm/files/sample-nccl.sh", {
          values: {
            written: SAMPLES_WRITTEN,
            srun: `${SCRIPTS_PATH}/railyard-srun`,
            image: enrootImage(ncclImage ?? (target.group.fabric.health?.nccl.image ?? NCCL_TESTS_RDMA).name),
            program: NCCL_TESTS,
          },
          insert: {
            options: [...wholeNodes("all-nodes-nccl", target, nodes, gpus), sbatchOption("ntasks-per-node", gpus)].join(
              "\n",
            ),
          },
        }),
      }),
    "pytorch.sbatch": pytorch(target, several ? 2 : 1, gpus, layout),
    "train.py": scriptFile("slurm/files/sample-train.py"),
    ...(container !== null && { "container.sbatch": container }),
  };
}

const cpuSample = (target: SampleTarget): Record<string, string> => ({
  "one-cpu.sbatch": one("one-cpu", target, "hostname"),
});

function one(name: string, target: SampleTarget, program: string): string {
  return scriptFile("slurm/files/sample-one.sh", {
    values: { written: SAMPLES_WRITTEN, program },
    insert: {
      options: lines({
        ...common(name, target),
        nodes: 1,
        ntasks: 1,
        ...oneGpu(target),
        output: `${name}-%j.out`,
      }).join("\n"),
    },
  });
}

/**
 * What a job asks for that serves others and needs one CPU: one at a time, and on from where it was; null: there is no node. Where
 * all nodes have GPUs it takes one, for Slurm refuses jobs without any there.
 */
export function serviceJobOptions(layout: SlurmLayout, name: string): string[] | null {
  const target = targetOf(layout, ({ gpus }) => gpus === null) ?? targetOf(layout, () => true);
  if (!target) return null;
  return [
    ...lines({ ...common(name, target), nodes: 1, ntasks: 1, ...oneGpu(target), output: `${name}-%j.out` }),
    sbatchOption("dependency", "singleton"),
    "#SBATCH --requeue",
    sbatchOption("open-mode", "append"),
    sbatchOption("signal", `B:USR1@${SIGNAL_SECONDS}`),
  ];
}

/** A share of CPU jobs on the nodes is not taken: that would never be free for a job of the other partition. */
export function wholeNodes(name: string, target: SampleTarget, nodes: number, gpus: number): string[] {
  return [
    ...lines({ ...common(name, target), nodes, "gpus-per-node": gpus, output: `${name}-%j.out` }),
    "#SBATCH --exclusive",
  ];
}

function array(target: SampleTarget): string {
  const options = { ...common("array", target), array: "0-9%4", nodes: 1, ntasks: 1, ...oneGpu(target) };
  return scriptFile("slurm/files/sample-array.sh", {
    values: { written: SAMPLES_WRITTEN },
    insert: { options: lines({ ...options, output: "array-%A_%a.out" }).join("\n") },
  });
}

/** Where all nodes see it, since a job that is requeued may start on others: homes, where a volume has them. */
export function checkpointFolder({ volumes, homes }: SlurmLayout): string {
  const [first] = volumes;
  const shared = volumes.some(({ mountPath }) => `${homes}/`.startsWith(`${mountPath.replace(/\/+$/, "")}/`));
  return shared || !first ? "$HOME/checkpoints" : `${first.mountPath.replace(/\/$/, "")}/checkpoints`;
}

function pytorch(target: SampleTarget, nodes: number, gpus: number, layout: SlurmLayout): string {
  const { values, insert } = requeuedJobParts({
    written: SAMPLES_WRITTEN,
    options: wholeNodes("pytorch", target, nodes, gpus),
    checkpoints: checkpointFolder(layout),
    signalSeconds: SIGNAL_SECONDS,
    // torchrun hands it on, and train.py writes its checkpoint
    ask: ASK_BY_SIGNAL,
  });
  return scriptFile("slurm/files/sample-pytorch.sh", { values: { ...values, gpus }, insert });
}

function containerSample(target: SampleTarget, { layout, containerImage }: SamplesProps): string | null {
  const { kind } = containersOf(layout);
  if (kind === "none") return null;
  const mounts = layout.volumes.map(({ mountPath }) => `${mountPath}:${mountPath}`);
  const program = ["nvidia-smi", "-L"];
  const isFile = containerImage.startsWith("/");
  const words =
    kind === "pyxis"
      ? [
          "srun",
          `--container-image=${isFile ? containerImage : enrootImage(containerImage)}`,
          ...(mounts.length > 0 ? [`--container-mounts=${mounts.join(",")}`] : []),
          ...program,
        ]
      : [
          "srun",
          "apptainer",
          "exec",
          "--nv",
          ...mounts.flatMap((mount) => ["--bind", mount]),
          isFile ? containerImage : `docker://${containerImage}`,
          ...program,
        ];
  const options = { ...common("container", target), nodes: 1, ntasks: 1, ...oneGpu(target) };
  return scriptFile("slurm/files/sample-container.sh", {
    values: { written: SAMPLES_WRITTEN },
    insert: { options: lines({ ...options, output: "container-%j.out" }).join("\n"), srun: shellWords(words) },
  });
}
