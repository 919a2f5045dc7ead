import { CUFILE_SOURCES } from "../facts/cufile";
import type { Rule } from "../kernel/rule";
import type { ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "../slurm/partitions";
import type { ResolvedVolume } from "./kind";

/** Volumes for which cuFile must know cards by address, each with pools whose jobs read it and have no such card. */
function* withoutAddresses(
  env: SiteEnvironment,
): Iterable<{ readonly volume: ResolvedVolume; readonly pool: ResolvedPool; readonly inSlurm: boolean }> {
  // guests of virtual machines mount for themselves
  const inSlurm = groupNamesInPartitions(env);
  for (const volume of env.storage) {
    if (!volume.gpuDirect?.needsAddresses) continue;
    for (const pool of env.nodeGroups) {
      const { name, gpus, fabric, sharing } = pool;
      if (!gpus || sharing.workload !== "container") continue;
      if (fabric.rdma && fabric.rdma.access !== "shared-device") continue;
      yield { volume, pool, inSlurm: inSlurm.has(name) };
    }
  }
}

const lacks = ({ fabric }: ResolvedPool): string =>
  fabric.rdma ? "RDMA cards without addresses (access: shared-device)" : "no RDMA card";

const gpuDirectCards: Rule = {
  id: "storage/gpu-direct-cards",
  title: "Pods have RDMA cards with addresses where cuFile must know them.",
  severity: "error",
  why: "With an empty rdma_dev_addr_list cuFile reads WEKA and Storage Scale through the memory of the host, and nothing says so: the job is slow, and looks well.",
  source: CUFILE_SOURCES.addresses,
  *check({ env }) {
    for (const { volume, pool, inSlurm } of withoutAddresses(env)) {
      // who writes pods of one's own chooses what they mount
      if (!pool.sharing.whole || !inSlurm) continue;
      yield {
        path: [...volume.path, "gpuDirect"],
        message: `GPUs of ${pool.name} read ${volume.title} straight, and their pods have ${lacks(pool)}`,
        fix: 'give pods of the pool cards of their own (nodeGroups: fabric: { access: "sriov" }), or take gpuDirect out',
      };
    }
  },
};

const gpuDirectShared: Rule = {
  id: "storage/gpu-direct-shared",
  title: "Who shares GPUs, or runs pods without cards, knows that files come through the memory of the host.",
  severity: "warning",
  why: "Pools with parts of GPUs seldom have cards of a fabric. With an empty rdma_dev_addr_list cuFile copies through the memory of the host there, and nothing says so.",
  source: CUFILE_SOURCES.addresses,
  *check({ env }) {
    for (const { volume, pool, inSlurm } of withoutAddresses(env)) {
      if (pool.sharing.whole && inSlurm) continue;
      yield {
        path: [...volume.path, "gpuDirect"],
        message: `${pool.sharing.whole ? `pods of ${pool.name}` : `jobs of ${pool.name} share GPUs (${pool.sharing.kind}),`} have ${lacks(pool)}, and read ${volume.title} through the memory of the host`,
        fix: "measure with jobs of this pool what they read, and ignore this rule if that is enough; or take gpuDirect out",
      };
    }
  },
};

/** What GPUDirect Storage needs of pods. */
export const GPU_DIRECT_RULES: readonly Rule[] = [gpuDirectCards, gpuDirectShared];
