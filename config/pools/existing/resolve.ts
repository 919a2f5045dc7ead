import type { GpuForm } from "../../facts/gpu-pci";
import { SERVERS, type ServerName } from "../../facts/servers";
import { resolveExistingFabric } from "../../fabrics/existing";
import { resolveAllocation, type Allocation } from "../../gpu/allocation";
import { resolveDriver } from "../../gpu/driver";
import { resolveGpus } from "../../gpu/gpus";
import { resolveSharing } from "../../sharing/resolve";
import type { ExistingNodes, ResolvedPool } from "../pool";
import { wholeNode } from "../whole-node";
import { machineOf, railNics, type ExistingMachine } from "./machine";
import { resolvePoolTuning, UNKNOWN_PLACE, type HostPlace } from "./tuning";
import type { WrittenPool } from "./schema";

/** A pool of servers that exist, with what its own rules look at besides. */
export interface ExistingPool extends ResolvedPool<ExistingNodes> {
  readonly machine: ExistingMachine;
  /** As config has it. */
  readonly written: WrittenPool;
}

/** How GPUs of a server of the catalogue sit in it; null: it is written out. */
const gpuFormOf = (server: ServerName | null): GpuForm | null =>
  server === null ? null : SERVERS[server].form === "pcie" ? "slot" : "baseboard";

/** What `gpu` of an environment says for pools that say nothing. @default - as the schema has it */
export interface OfEnvironment {
  readonly allocation?: Allocation | undefined;
  readonly driver?: "ami" | "operator";
}

/**
 * @param ofEnvironment `gpu.allocation` of its environment, for pools that say nothing of it
 * @param place what the cluster tells of its hosts
 * @param inSlurm whether a partition has its nodes
 */
export function resolveExistingPool(
  name: string,
  written: WrittenPool,
  ofEnvironment: OfEnvironment = {},
  place: HostPlace = UNKNOWN_PLACE,
  inSlurm = false,
): ExistingPool {
  const machine = machineOf(written.server);
  const { hardware } = machine;
  const fabric = resolveExistingFabric(written.fabric, {
    name,
    nodes: written.nodes,
    machine,
    layers: written.layers ?? null,
  });
  const gpus = resolveGpus(hardware);
  const allocation = resolveAllocation(written.allocation, ofEnvironment.allocation, hardware);
  const nvlinkDomainNodes = machine.domainServers;
  const sharing = resolveSharing(written.sharing, { gpus, inSlurm, form: gpuFormOf(machine.server) });
  const { nodes } = written;
  const count = { min: nodes, max: nodes, initial: nodes, owner: "terraform", window: null } as const;
  return {
    machines: {
      kind: "existing",
      threadsPerCore: machine.threadsPerCore,
      ...(machine.gpuPci.length > 0 && {
        places: { gpuPci: machine.gpuPci, numa: machine.numa, nics: railNics(machine) },
      }),
      ...(written.scratch !== undefined && { scratch: written.scratch }),
    },
    name,
    machineType: machine.title,
    machine,
    written,
    hardware,
    fabric,
    gpus,
    sharing,
    ...(written.prePull.length > 0 && { prePull: written.prePull }),
    ...(written.startupChecks && { startupChecks: true }),
    ...(written.kubelet && { kubelet: written.kubelet }),
    allocation,
    driver: resolveDriver(written.driver, ofEnvironment.driver ?? "ami"),
    count,
    nodeSelector: written.labels,
    taints: written.taints.map(({ key, value, effect }) => ({ key, ...(value && { value }), effect })),
    ...wholeNode({ allocation, gpus, sharing, fabric, nvlinkDomainNodes }),
    // whoever looks after the servers installs what drivers need
    gdrcopy: false,
    localStorage: "none",
    nvlinkDomainNodes,
    tuning: resolvePoolTuning(written.tuning, { hardware, fabric, gpus, sharing, count }, machine, place),
  };
}
