import { CUFILE_SOURCES } from "../facts/cufile";
import type { Rule } from "../kernel/rule";

const gpuDirectCards: Rule = {
  id: "storage/gpu-direct-cards",
  title: "Pods have RDMA cards with addresses where cuFile must know them.",
  severity: "error",
  why: "With an empty rdma_dev_addr_list cuFile reads WEKA and Storage Scale through the memory of the host, and nothing says so: the job is slow, and looks well.",
  source: CUFILE_SOURCES.addresses,
  *check({ env: { storage, nodeGroups } }) {
    for (const { path, title, gpuDirect } of storage) {
      if (!gpuDirect?.needsAddresses) continue;
      for (const { name, gpus, fabric } of nodeGroups) {
        if (!gpus || (fabric.rdma && fabric.rdma.access !== "shared-device")) continue;
        yield {
          path: [...path, "gpuDirect"],
          message: `GPUs of ${name} read ${title} straight, and their pods have ${fabric.rdma ? "RDMA cards without addresses (access: shared-device)" : "no RDMA card"}`,
          fix: 'give pods of the pool cards of their own (nodeGroups: fabric: { access: "sriov" }), or take gpuDirect out',
        };
      }
    }
  },
};

/** What GPUDirect Storage needs of pods. */
export const GPU_DIRECT_RULES: readonly Rule[] = [gpuDirectCards];
