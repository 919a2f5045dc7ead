import { record } from "../kernel/plain";
import type { ConfigPath } from "../kernel/issues";
import type { Rule } from "../kernel/rule";
import { isInSlurm } from "../slurm/partitions";
import { cpuList, cpusOf } from "./existing/host-places";
import { numaNodes, type KubeletConfig } from "./kubelet";
import type { ResolvedPool } from "./pool";
import { groupPath } from "./written-groups";

const SOURCE =
  "https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/#policy-single-numa-node; https://github.com/pytorch/ci-infra/issues/696";

/** What a pool tells its kubelets, with the key that says it: `nodeadm` is merged last. */
function written(pool: ResolvedPool, key: keyof KubeletConfig): { readonly value: unknown; readonly path: ConfigPath } {
  const nodeadm = pool.machines.kind === "aws" ? pool.machines.nodeadm : null;
  const { config } = record(record(nodeadm)["kubelet"]);
  const escaped = record(config)[key];
  return escaped === undefined
    ? { value: pool.kubelet?.[key], path: groupPath(pool, "kubelet", key) }
    : { value: escaped, path: groupPath(pool, "nodeadm", "kubelet", "config", key) };
}

/** Why a kubelet cannot keep these CPUs from pods; null where it can. */
function reservedFault(list: unknown, { hardware: { vcpus }, machineType }: ResolvedPool): string | null {
  if (!cpuList.safeParse(list).success) return `${JSON.stringify(list)} is no list of CPUs, such as "0-1,96-97"`;
  const ranges = String(list).split(",");
  const backwards = ranges.find((range) => cpusOf(range).length === 0);
  if (backwards !== undefined) return `${backwards} names no CPU: a range goes from its smaller number`;
  const cpus = new Set(ranges.flatMap(cpusOf));
  const over = [...cpus].find((cpu) => cpu >= vcpus);
  if (over !== undefined) return `names CPU ${over}, and ${machineType} has 0 to ${vcpus - 1}`;
  return cpus.size < vcpus ? null : `keeps all ${vcpus} CPUs of ${machineType} from pods`;
}

/** A pool of several GPUs and NUMA nodes, where each pod must fit one of these; null: it is none, or nobody knows. */
function gpusOfOneSocket(pool: ResolvedPool): { path: ConfigPath; gpus: number; sockets: number } | null {
  const { value: policy, path } = written(pool, "topologyManagerPolicy");
  const sockets = numaNodes(pool);
  const gpus = pool.gpus?.count ?? 0;
  return policy === "single-numa-node" && gpus >= 2 && sockets !== null && sockets >= 2
    ? { path, gpus, sockets }
    : null;
}

/** What the kubelet refuses, or what makes pods fail that it was given for. */
export const POOL_KUBELET_RULES: readonly Rule[] = [
  {
    id: "pools/whole-node-in-one-numa-node",
    title: "Pods of whole nodes may have more than one NUMA node.",
    severity: "error",
    why: "slurmd asks for all GPUs of its node, which are of several sockets: the kubelet refuses the pod for good (TopologyAffinityError), and Slurm has no node.",
    source: SOURCE,
    *check({ env }) {
      for (const pool of env.nodeGroups) {
        const found = gpusOfOneSocket(pool);
        if (!found || !isInSlurm(env.slurm, pool.name)) continue;
        const { path, gpus, sockets } = found;
        yield {
          path,
          message: `pods of Slurm take all ${gpus} GPUs of ${pool.machineType}, which has ${sockets} NUMA nodes: none fits one`,
          fix: 'write "best-effort", by which CPUs and cards follow the GPUs where they can; "restricted" where pods that take less should fail rather than be spread',
        };
      }
    },
  },
  {
    id: "pools/jobs-in-one-numa-node",
    title: "Jobs in a queue fit a NUMA node.",
    severity: "warning",
    why: "Kubernetes' scheduler and Kueue count GPUs of nodes, not of sockets: a pod is sent to a node whose free GPUs are on both, fails there (TopologyAffinityError), and so does the next.",
    source: SOURCE,
    *check({ env }) {
      for (const pool of env.nodeGroups) {
        const found = gpusOfOneSocket(pool);
        if (!found || !env.kueue?.nodeGroups.includes(pool.name)) continue;
        const { path, gpus, sockets } = found;
        yield {
          path,
          message: `pods with more than ${Math.ceil(gpus / sockets)} of ${gpus} GPUs never start, and smaller ones fail where what is free is on several NUMA nodes`,
          fix: 'write "best-effort"',
        };
      }
    },
  },
  {
    id: "pools/reserved-cpus",
    title: "CPUs that are kept for the system are there, and some are left.",
    severity: "error",
    why: "A kubelet that is told of a CPU that its node lacks does not start, and one that keeps all of them has none for pods.",
    source:
      "https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/#explicitly-reserved-cpu-list",
    *check({ env }) {
      for (const pool of env.nodeGroups) {
        const { value: list, path } = written(pool, "reservedSystemCPUs");
        if (list === undefined || list === "") continue;
        const fault = reservedFault(list, pool);
        if (fault === null) continue;
        yield { path, message: fault, fix: "write a few of each socket, such as the first core of both" };
      }
    },
  },
];
