import { record } from "../kernel/plain";
import type { ConfigPath } from "../kernel/issues";
import type { Rule } from "../kernel/rule";
import { isInSlurm } from "../slurm/partitions";
import { cpusOf } from "./existing/host-places";
import { numaNodes } from "./kubelet";
import type { ResolvedPool } from "./pool";
import { groupPath } from "./written-groups";

const SOURCE =
  "https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/#policy-single-numa-node; https://github.com/pytorch/ci-infra/issues/696";

/** Policy of a pool, with the key that says it: `nodeadm` is merged last. */
function policyOf(pool: ResolvedPool): { readonly policy: unknown; readonly path: ConfigPath } {
  const nodeadm = pool.machines.kind === "aws" ? pool.machines.nodeadm : null;
  const { config } = record(record(nodeadm)["kubelet"]);
  const escaped = record(config)["topologyManagerPolicy"];
  return escaped === undefined
    ? { policy: pool.kubelet?.topologyManagerPolicy, path: groupPath(pool, "kubelet", "topologyManagerPolicy") }
    : { policy: escaped, path: groupPath(pool, "nodeadm", "kubelet", "config", "topologyManagerPolicy") };
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
        const { policy, path } = policyOf(pool);
        const sockets = numaNodes(pool);
        if (policy !== "single-numa-node" || !pool.gpus || pool.gpus.count < 2) continue;
        if (!isInSlurm(env.slurm, pool.name) || sockets === null || sockets < 2) continue;
        yield {
          path,
          message: `pods of Slurm take all ${pool.gpus.count} GPUs of ${pool.machineType}, which has ${sockets} NUMA nodes: none fits one`,
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
        const { policy, path } = policyOf(pool);
        const sockets = numaNodes(pool);
        if (policy !== "single-numa-node" || !pool.gpus || sockets === null || sockets < 2) continue;
        if (pool.gpus.count < 2 || !env.kueue?.nodeGroups.includes(pool.name)) continue;
        yield {
          path,
          message: `pods with more than ${Math.ceil(pool.gpus.count / sockets)} of ${pool.gpus.count} GPUs never start, and smaller ones fail where what is free is on several NUMA nodes`,
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
        const list = pool.kubelet?.reservedSystemCPUs;
        if (list === undefined) continue;
        const cpus = cpusOf(list);
        const { vcpus } = pool.hardware;
        const over = cpus.find((cpu) => cpu >= vcpus);
        if (over === undefined && cpus.length > 0 && new Set(cpus).size < vcpus) continue;
        yield {
          path: groupPath(pool, "kubelet", "reservedSystemCPUs"),
          message:
            over !== undefined
              ? `names CPU ${over}, and ${pool.machineType} has 0 to ${vcpus - 1}`
              : cpus.length === 0
                ? "names no CPU: a range goes from its smaller number"
                : `keeps all ${vcpus} CPUs of ${pool.machineType} from pods`,
          fix: "write a few of each socket, such as the first core of both",
        };
      }
    },
  },
];
