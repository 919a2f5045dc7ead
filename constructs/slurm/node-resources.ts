import { gresOf, type SlurmNodeGroupProps } from "./slurm-types";

/** What slurmd's pod may take of a node, and the share of one GPU in it. */
export interface NodeResources {
  readonly cpus: number;
  readonly memoryMiB: number;
  /** Of each GPU, or instance of one. Whole cores, so that no core is split between jobs; null without GPUs. */
  readonly cpusPerGpu: number | null;
  readonly memoryPerGpuMiB: number | null;
  readonly memoryPerCpuMiB: number;
}

/** vCPUs for the kubelet and the DaemonSets: 4 %, at least 2 (1 of two cores that have one thread). */
const RESERVED_CPU_SHARE = 0.04;

/**
 * Share of the nominal memory that the operating system never sees, as Karpenter assumes it.
 * @see https://karpenter.sh/docs/reference/settings/ VM_MEMORY_OVERHEAD_PERCENT
 */
const VM_OVERHEAD = 0.075;

/** For the kubelet, eviction and the DaemonSets: 5 %, between 1 and 8 GiB. */
const SYSTEM_SHARE = 0.05;
const SYSTEM_MIB = { least: 1024, most: 8192 };

const MEMORY_STEP_MIB = 256;

/**
 * Limits of the slurmd pod. Slurm takes its CPUs and memory from these limits, so defaults per GPU follow from them and
 * not from the instance: defaults that do not fit leave whole-node jobs pending for ever.
 *
 * @param cpuShare CPUs set aside for CPU jobs, with their part of the memory: GPUs share what is left
 */
export function nodeResources(
  {
    name,
    vcpus,
    threadsPerCore,
    memoryMiB,
    gpus,
    parts,
    fabric,
  }: Pick<SlurmNodeGroupProps, "name" | "vcpus" | "threadsPerCore" | "memoryMiB" | "gpus" | "parts" | "fabric">,
  cpuShare = 0,
): NodeResources {
  const cpus = vcpus - reservedCpus(vcpus, threadsPerCore);
  const system = Math.min(SYSTEM_MIB.most, Math.max(SYSTEM_MIB.least, memoryMiB * SYSTEM_SHARE));
  const memory = roundDown(memoryMiB * (1 - VM_OVERHEAD) - system - fabric.hugepagesMiB, MEMORY_STEP_MIB);
  if (cpus < 1 || memory < MEMORY_STEP_MIB) {
    throw new Error(
      `node group "${name}": ${vcpus} vCPUs and ${memoryMiB} MiB leave nothing for Slurm beside the system; take a larger instance type`,
    );
  }
  if (gpus && cpuShare > 0 && cpus - cpuShare < gpus.count * threadsPerCore) {
    throw new Error(
      `node group "${name}": ${cpuShare} CPUs for CPU jobs leave ${cpus - cpuShare} of ${cpus} to ${gpus.count} GPUs; set fewer aside`,
    );
  }
  // each instance of a GPU that is cut gets its part, as each GPU would
  const counted = gresOf({ gpus, ...(parts && { parts }) }).reduce((sum, { count }) => sum + count, 0);
  const left = 1 - cpuShare / cpus;
  return {
    cpus,
    memoryMiB: memory,
    cpusPerGpu: counted ? wholeCores(Math.floor((cpus - cpuShare) / counted), threadsPerCore) : null,
    memoryPerGpuMiB: counted ? roundDown((memory * left) / counted, MEMORY_STEP_MIB) : null,
    memoryPerCpuMiB: Math.floor(memory / cpus),
  };
}

/**
 * Whole cores: the rest is given to jobs core by core, and slurmd's entrypoint rounds what the pod lacks up to whole cores.
 * A node whose only core is set aside starts no job.
 * @see https://github.com/SlinkyProject/containers/blob/05efda0/schedmd/slurm/26.05/ubuntu26.04/files/usr/local/bin/slurmd-entrypoint.sh
 */
function reservedCpus(vcpus: number, threadsPerCore: number): number {
  if (vcpus <= 2) return threadsPerCore;
  return threadsPerCore * Math.ceil(Math.max(2, vcpus * RESERVED_CPU_SHARE) / threadsPerCore);
}

function wholeCores(cpus: number, threadsPerCore: number): number {
  return cpus < threadsPerCore ? Math.max(1, cpus) : roundDown(cpus, threadsPerCore);
}

const roundDown = (value: number, step: number) => Math.floor(value / step) * step;
