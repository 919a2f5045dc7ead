import { hostOwnFolder, systemFolder } from "../../storage/mount-folders";
import { leavesOf } from "../../topology/leaves-of-pools";
import { includesLabels } from "./labels";
import { type PoolRule } from "./rule";
import { groupPath } from "../written-groups";

/** What holds for any pool of servers that exist. */
export const EXISTING_POOL_RULES: readonly PoolRule[] = [
  {
    id: "pools/same-nodes",
    title: "No node is in two pools.",
    severity: "error",
    why: "Two slurmd would share a node and know nothing of each other's jobs, and two templates for one card set up none.",
    source: "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/",
    *check({ pools }) {
      for (const [at, pool] of pools.entries())
        for (const other of pools.slice(0, at)) {
          const [labels, otherLabels] = [pool.nodeSelector, other.nodeSelector];
          if (!includesLabels(labels, otherLabels) && !includesLabels(otherLabels, labels)) continue;
          yield {
            path: groupPath(pool, "labels"),
            message: `nodes of ${pool.name} have the labels of ${other.name}, too`,
            fix: `give both a label with different values, such as example.com/pool: "${pool.name}"`,
          };
        }
    },
  },
  {
    id: "pools/leaf-of-rails",
    title: "A leaf is written for all compute cards of a pool, or for none.",
    severity: "error",
    why: "Where a server stands follows from the leaves of all its rails; the others have none that jobs go by.",
    source:
      "https://docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-h100/latest/network-fabrics.html",
    *check({ pools }) {
      for (const pool of pools)
        for (const [at, { use, pci, leaf }] of pool.machine.nics.entries()) {
          const wrong = use === "east-west" ? leaf === null && leavesOf(pool).length > 0 : leaf !== null;
          if (!wrong) continue;
          yield {
            path: groupPath(pool, "server", "nics", at, "leaf"),
            message:
              leaf === null
                ? `${pci} is a compute card without a leaf, and others of ${pool.name} have one`
                : `${pci} is no compute card (use: ${use}), and has a leaf`,
            fix: leaf === null ? 'write leaf: "…" of each card with use: "east-west"' : "take leaf out",
          };
        }
    },
  },
  {
    id: "pools/leaf-layer",
    title: "Leaves tell one layer of a fabric.",
    severity: "error",
    why: "Labels of nodes say where they stand, and one layer of them follows from leaves that config names: what is above them, nobody has told, and without layers nobody looks at the labels.",
    source: "https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/",
    *check({ pools }) {
      for (const pool of pools) {
        const { layers } = pool.fabric.topology;
        if (leavesOf(pool).length === 0 || layers === 1) continue;
        yield {
          path: groupPath(pool, "layers"),
          message:
            layers === null
              ? `cards of ${pool.name} have leaves, and it has no layers: neither Slurm nor Kueue goes by them`
              : `${pool.name} has ${layers} layers, and the leaves of its cards tell one`,
          fix: "layers: 1; or take leaf out of the cards, and read the fabric (railyard topology)",
        };
      }
    },
  },
  {
    id: "pools/scratch-own-folder",
    title: "Jobs do not write where a host runs from.",
    severity: "error",
    why: "Everybody may write into scratch space, and containers are unpacked there: a job could change the programs and the kubelet of its host.",
    source: "https://kubernetes.io/docs/concepts/storage/volumes/#hostpath",
    *check({ pools }) {
      for (const pool of pools) {
        const { scratch } = pool.written;
        const own = scratch === undefined ? undefined : hostOwnFolder(scratch);
        if (own === undefined) continue;
        yield {
          path: groupPath(pool, "scratch"),
          message: `jobs would write into ${scratch} of the hosts, and hosts run from ${own}`,
          fix: 'write a folder on local disks, such as scratch: "/raid/scratch", or leave it out',
        };
      }
    },
  },
  {
    id: "pools/scratch-folder",
    title: "Scratch space of hosts is a folder beside their system.",
    severity: "warning",
    why: "Jobs write there as much as they like, and users keep files: on the disk of the system a full folder ends the kubelet and with it all pods of the node.",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/",
    *check({ pools }) {
      for (const pool of pools) {
        const { scratch } = pool.written;
        const system = scratch === undefined ? undefined : systemFolder(scratch);
        if (scratch === undefined || system === undefined || hostOwnFolder(scratch) !== undefined) continue;
        yield {
          path: groupPath(pool, "scratch"),
          message: `${scratch} of the hosts is below ${system}, which their system has`,
          fix: "write a folder on disks of their own, such as /raid/scratch; ignore this rule if such disks are mounted there",
        };
      }
    },
  },
  {
    id: "pools/nvidia-gpus",
    title: "GPUs are NVIDIA's.",
    severity: "error",
    why: "Operator, device plugin and Slurm's detection are NVIDIA's: no GPU of another maker would be offered to a pod.",
    source: "https://github.com/ROCm/gpu-operator",
    *check({ pools }) {
      for (const pool of pools)
        if (pool.machine.gpuVendor === "amd")
          yield {
            path: groupPath(pool, "server"),
            message: `${pool.machine.title} has GPUs of AMD`,
            fix: "install AMD's GPU operator and run jobs with ROCm by other means: Railyard knows NVIDIA's GPUs alone",
          };
    },
  },
];
