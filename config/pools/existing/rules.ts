import { hostOwnFolder, systemFolder } from "../../storage/mount-folders";
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
