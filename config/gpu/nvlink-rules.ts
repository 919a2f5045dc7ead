import type { Rule } from "../kernel/rule";
import { imageOf, isNodeGroup } from "../pools/pool";
import { gpuGroups, groupPath } from "../pools/written-groups";
import { allocatedBy, gpuAllocations, PLUGIN_LABEL } from "./allocation";
import { DRIVER_LABELS, drivenBy } from "./driver";

/** What NVLink over nodes needs beside dynamic resource allocation. */
export const NVLINK_RULES: readonly Rule[] = [
  {
    id: "gpu/one-nvlink-domain",
    title: "A group has the nodes of one NVLink domain.",
    severity: "error",
    why: "Its pods claim channels of one ComputeDomain, and Slurm has one NodeSet and one block for it: nodes of a second domain would share neither memory nor place, and jobs over both would fail.",
    source:
      "https://github.com/oracle-quickstart/oci-hpc-oke/tree/61d210a; https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/prerequisites.md",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { nvlinkDomainNodes: nodes, count } = group;
        if (nodes === null || count.max <= nodes) continue;
        yield {
          path: groupPath(group, "nodes"),
          message: `${group.name} has ${count.max} nodes, but an NVLink domain of ${group.machineType} has ${nodes}`,
          fix: isNodeGroup(group)
            ? `nodes: ${nodes}, and a group for each UltraServer`
            : `nodes: ${nodes}, and a group for each domain, told apart by a label: nvidia.com/gpu.clique has its name`,
        };
      }
    },
  },
  {
    id: "gpu/gb200-efa-driver",
    title: "The driver lets EFA reach the memory of GB200.",
    severity: "warning",
    why: "Drivers before R595 refuse it unless the module was loaded with NVreg_GrdmaPciTopoCheckOverride=1: NCCL then goes over sockets between UltraServers, at a fraction of the speed, and says so in its log alone.",
    source:
      "https://github.com/NVIDIA/aicr/blob/main/recipes/components/gpu-operator/manifests/kernel-module-params.yaml",
    *check({ env }) {
      for (const group of gpuGroups(env)) {
        if (!isNodeGroup(group) || group.hardware.nvlink?.imexRequired !== true || group.fabric.devices === 0) continue;
        if (imageOf(group)?.kind === "custom") continue;
        yield {
          path: groupPath(group, "image"),
          message: `the images of EKS have driver 580, and no document says that they load it with NVreg_GrdmaPciTopoCheckOverride=1`,
          fix: `look at /proc/driver/nvidia/params on a node, and let fabric-${group.name} of railyard fabric-job prove it; else a custom image with "options nvidia NVreg_GrdmaPciTopoCheckOverride=1" in /etc/modprobe.d, and ignore this rule`,
        };
      }
    },
  },
];

/** Servers that exist: nobody but their owner labels them. */
export const CLAIMED_SERVER_RULES: readonly Rule[] = [
  {
    id: "gpu/plugin-label",
    title: "Servers whose GPUs are claimed keep the device plugin away.",
    severity: "error",
    why: "Where other pools have a device plugin, the operator starts it on every node whose label does not forbid it: it and the DRA driver would give one GPU to two pods.",
    source: "https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/controllers/state_manager.go",
    *check({ env }) {
      if (!env.gpu.operator || gpuAllocations(env).length < 2) return;
      for (const group of allocatedBy({ nodeGroups: gpuGroups(env) }, "dra")) {
        // Railyard labels the nodes that it starts
        if (isNodeGroup(group) || group.nodeSelector[PLUGIN_LABEL] === "false") continue;
        yield {
          path: groupPath(group, "labels"),
          message: `GPUs of ${group.name} are claimed, and other pools have a device plugin: it is not known that its nodes keep it away`,
          fix: `label its nodes ${PLUGIN_LABEL}=false, and write "${PLUGIN_LABEL}": "false" into labels; or the same allocation in all GPU groups`,
        };
      }
    },
  },
  {
    id: "gpu/driver-label",
    title: "Servers that have a driver keep the operator's away, where other pools have it.",
    severity: "error",
    why: "The operator starts its driver on every node with a GPU whose label does not forbid it: it unloads that of the host, or waits for jobs for ever.",
    source:
      "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html#preventing-installation-of-nvidia-gpu-driver-on-some-nodes",
    *check({ env }) {
      if (!env.gpu.operator || drivenBy(env, "operator").length === 0) return;
      for (const group of drivenBy(env, "host")) {
        // Railyard labels the nodes that it starts, and those that nodeadm joins
        if (isNodeGroup(group) || "hybrid" in group) continue;
        const missing = DRIVER_LABELS.filter((label) => group.nodeSelector[label] !== "false");
        if (missing.length === 0) continue;
        yield {
          path: groupPath(group, "labels"),
          message: `hosts of ${group.name} have their driver, and other pools have the operator's: it is not known that its nodes keep that away`,
          fix: `label its nodes ${missing.map((label) => `${label}=false`).join(" ")}, and write ${missing.map((label) => `"${label}": "false"`).join(", ")} into labels`,
        };
      }
    },
  },
  {
    id: "gpu/claimed-driver",
    title: "Pools whose GPUs are claimed have their driver from one owner.",
    severity: "error",
    why: "NVIDIA's DRA driver looks for it in one place on all of its nodes: where it is in the other one no GPU is offered.",
    source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md",
    *check({ env }) {
      const claiming = gpuGroups(env).filter(({ deviceClaims }) => deviceClaims.length > 0);
      const others = claiming.filter(({ driver }) => driver !== claiming[0]!.driver);
      for (const group of others)
        yield {
          path: groupPath(group, "driver"),
          message: `the driver of ${group.name} is the ${group.driver}'s, and that of ${claiming[0]!.name} is the ${claiming[0]!.driver}'s: GPUs of both are claimed`,
          fix: `driver: "${claiming[0]!.driver}" in ${group.name}, or the same driver in all groups whose GPUs are claimed`,
        };
    },
  },
];
