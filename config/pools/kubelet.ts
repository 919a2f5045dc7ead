import { z } from "zod";
import { SERVERS } from "../facts/servers";
import { key, type UpdatePolicy } from "../kernel/key";
import type { ExistingPool } from "./existing/resolve";
import { cpuList } from "./existing/host-places";
import type { ResolvedPool } from "./pool";

const TOPOLOGY_MANAGER = "https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/";
const CPU_MANAGER = "https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/";

export const TOPOLOGY_POLICIES = ["none", "best-effort", "restricted", "single-numa-node"] as const;

/**
 * What the kubelets of a pool do about sockets and NUMA nodes.
 * @param update what a change does to nodes that run
 * @param does what is done with it, in a sentence
 */
export function kubeletSchema(update: UpdatePolicy, does: string) {
  const one = { update, defaultNote: "the kubelet's own" } as const;
  return key(
    z
      .strictObject({
        topologyManagerPolicy: key(z.enum(TOPOLOGY_POLICIES).optional(), {
          description:
            "Whether GPUs, network cards and CPUs of a pod are of the same NUMA nodes. best-effort: where that can be. restricted: a pod that could have fewer NUMA nodes than are free for it fails. single-numa-node: a pod that does not fit one fails; never for pods of whole nodes.",
          example: "best-effort",
          source: TOPOLOGY_MANAGER,
          ...one,
        }),
        topologyManagerScope: key(z.enum(["container", "pod"]).optional(), {
          description: "Whether each container is placed, or all of a pod together.",
          source: TOPOLOGY_MANAGER,
          ...one,
        }),
        cpuManagerPolicy: key(z.enum(["none", "static"]).optional(), {
          description:
            "static: pods that ask for whole CPUs, as much as their limit, have them for themselves; without it only devices are placed by NUMA node, and no CPU.",
          example: "static",
          source: CPU_MANAGER,
          ...one,
        }),
        reservedSystemCPUs: key(cpuList.optional(), {
          description:
            "CPUs by number that no pod has with cpuManagerPolicy static: for the system and its interrupts.",
          example: "0-1,96-97",
          source: CPU_MANAGER,
          ...one,
        }),
      })
      .optional(),
    {
      description: `How the kubelet of each node places pods on sockets. ${does}`,
      defaultNote: "as the kubelet does by itself: CPUs, GPUs and cards of a pod may be of different sockets",
      example: { topologyManagerPolicy: "best-effort", cpuManagerPolicy: "static" },
      update,
    },
  );
}

/** As config has it. */
export type KubeletConfig = NonNullable<z.output<ReturnType<typeof kubeletSchema>>>;

/**
 * NUMA nodes of a node of a pool; null: no document says. AWS says of no type how many there are: those with 96 vCPUs and more have
 * two sockets, as p5.48xlarge has.
 * @see https://github.com/pytorch/ci-infra/issues/696
 */
export function numaNodes(pool: Pick<ResolvedPool, "hardware">): number | null {
  if (!("machine" in pool)) return pool.hardware.vcpus >= 96 ? 2 : null;
  const { machine } = pool as Pick<ExistingPool, "hardware" | "machine">;
  if (machine.numa.length > 0) return machine.numa.length;
  const known = machine.server === null ? null : SERVERS[machine.server].cpu.numaNodes;
  return known ?? machine.sockets;
}
