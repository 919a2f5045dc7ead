import type { ResolvedPool } from "../pools/pool";

/** What somebody has of a GPU: all of it, an instance, a turn, a client's part, a virtual GPU. */
export interface GpuPart {
  /** As jobs ask for it: `1g.10gb`, `gres/shard`; as pods do: `nvidia.com/gpu.shared`; or the device of a virtual machine. */
  readonly name: string;
  /** How many each GPU makes. */
  readonly perGpu: number;
  /** What one is of a GPU, 0 to 1: those of a GPU are never more than 1 together. */
  readonly share: number;
}

type Parted = Pick<ResolvedPool, "gpus" | "sharing">;

/** What pods ask for of a GPU. */
const podParts = ({ sharing }: Parted): GpuPart[] =>
  sharing.offers.map(({ resource, perGpu, share }) => ({ name: resource, perGpu, share }));

/** What jobs of Slurm ask for. */
function jobParts({ gpus, sharing: { slurm } }: Parted): GpuPart[] {
  if (typeof slurm === "string" || !gpus) return [];
  const { gres, shardsPerGpu } = slurm;
  return [
    ...gres.map(({ type, count, share }) => ({ name: type, perGpu: count / gpus.count, share })),
    ...(shardsPerGpu > 0 ? [{ name: "gres/shard", perGpu: shardsPerGpu, share: 1 / shardsPerGpu }] : []),
  ];
}

/** What virtual machines have. */
function machineParts({ sharing: { machineDevices } }: Parted): GpuPart[] {
  const gpu = machineDevices?.gpu;
  if (!gpu || machineDevices.gpuShare === null) return [];
  const share = machineDevices.gpuShare;
  return [{ name: gpu.resource, perGpu: Math.floor(1 / share + 1e-9), share }];
}

/**
 * Parts of the GPUs of a pool, each list a way to hand out the same GPUs. Empty: they are handed out whole, or into what they are
 * cut is not known.
 */
export function gpuParts(pool: Parted): GpuPart[] {
  if (!pool.gpus) return [];
  const machines = machineParts(pool);
  if (machines.length > 0) return machines;
  const { whole, cutsGpus } = pool.sharing;
  // instances are named by their profiles, whoever asks for them
  return whole || cutsGpus ? jobParts(pool).filter(({ share }) => share < 1 || cutsGpus) : podParts(pool);
}

/** What part of a GPU a job has by a type of Slurm, or a pod by a resource as metrics spell it; null: the pool offers none such. */
export function partShare(pool: Parted, asked: { readonly type?: string; readonly resource?: string }): number | null {
  const { type, resource } = asked;
  if (!pool.gpus) return null;
  if (type !== undefined)
    return jobParts(pool).find(({ name }) => name === type)?.share ?? (type === pool.gpus.type ? 1 : null);
  if (resource === undefined) return 1;
  return podParts(pool).find(({ name }) => name.replaceAll(/[^A-Za-z0-9_]/g, "_") === resource)?.share ?? null;
}

/** Its price: that of a GPU by what it is of one. What is not known stays so. */
export const partUsd = (usdPerGpu: number | null, share: number): number | null =>
  usdPerGpu === null ? null : usdPerGpu * share;
