import { settingPairs } from "./conf-text";
import { nodeResources } from "./node-resources";
import { gresText, usedGroups, type SlurmLayout, type SlurmNodeGroupProps } from "./slurm-types";
import {
  FABRIC_TOPOLOGY,
  hasTopology,
  NVLINK_TOPOLOGY,
  nvlinkBlocks,
  ROOT_SWITCH,
  UNKNOWN_LEAF,
} from "./topology-yaml";

/** A node as it would register, for checks. */
export interface SampleNode {
  readonly name: string;
  readonly group: string;
  /** Leaf switch; null where nodes have no place. */
  readonly leaf: string | null;
  readonly gpus: number;
  /** What slurmd is given with `--conf`. */
  readonly conf: string;
}

/** How many nodes there are to look at. */
export interface SampleSize {
  /** Nodes of a leaf. @default 2, so that a job of two nodes has a right and a wrong place */
  readonly perLeaf: number;
  /** Most nodes of a group. @default 4 */
  readonly perGroup: number;
}

const FEW: SampleSize = { perLeaf: 2, perGroup: 4 };

/**
 * A few nodes of each group with the hardware of their type. Their CPUs and memory are reduced as slurmd's entrypoint does it
 * from the limits of its pod. Types with 96 vCPUs and more are taken to have two sockets; AWS does not say.
 */
export function sampleNodes(layout: SlurmLayout, size: SampleSize = FEW): SampleNode[] {
  const groups = usedGroups(layout);
  const placed = hasTopology(layout);
  const nameOf = nodeNames(layout.nodeGroups.map(({ name }) => name));
  return groups.flatMap((group, at) => {
    // the first block after those of the groups before it
    const block = nvlinkBlocks(groups)[nvlinkBlocks(groups.slice(0, at)).length];
    const gres = gresText(group);
    return Array.from({ length: Math.min(group.maxNodes, size.perGroup) }, (_, index) => {
      const leaf = placed ? leafOf(group, index, size) : null;
      return {
        name: nameOf(group.name, index),
        group: group.name,
        leaf,
        gpus: group.gpus?.count ?? 0,
        conf: settingPairs({
          Features: group.name,
          ...hardware(group),
          ...(gres !== null && { Gres: gres }),
          ...(leaf !== null && { Topology: place(group, leaf, block) }),
        }),
      };
    });
  });
}

/** `h100-0`, or with another word between where a group or another node has that name. */
function nodeNames(groups: readonly string[]): (group: string, index: number) => string {
  const taken = new Set(groups);
  return (group, index) => {
    let name = `${group}-${index}`;
    for (let word = "-n"; taken.has(name); word += "n") name = `${group}${word}-${index}`;
    taken.add(name);
    return name;
  };
}

function hardware(group: SlurmNodeGroupProps): Record<string, string> {
  const { cpus, memoryMiB } = nodeResources(group);
  const sockets = group.vcpus >= 96 ? 2 : 1;
  const cores = group.vcpus / group.threadsPerCore;
  return {
    Sockets: String(sockets),
    CoresPerSocket: String(cores / sockets),
    ThreadsPerCore: String(group.threadsPerCore),
    RealMemory: String(group.memoryMiB),
    CoreSpecCount: String(cores - Math.floor(cpus / group.threadsPerCore)),
    MemSpecLimit: String(group.memoryMiB - memoryMiB),
  };
}

/** Nodes alternate between two leaves, as they do when many start at once. */
function leafOf({ name, fabric, maxNodes }: SlurmNodeGroupProps, index: number, size: SampleSize): string {
  if (fabric.topology.layers === null) return UNKNOWN_LEAF;
  const leaves = Math.ceil(Math.min(maxNodes, size.perGroup) / size.perLeaf);
  return `nn-${name}-${index % leaves}`;
}

function place({ name, fabric, nvlinkDomainNodes }: SlurmNodeGroupProps, leaf: string, block?: string): string {
  const { layers } = fabric.topology;
  const middle = layers === null ? [] : Array.from({ length: layers - 1 }, (_, i) => `nn-${name}-l${i + 1}`);
  const tree = layers === null ? [FABRIC_TOPOLOGY, UNKNOWN_LEAF] : [FABRIC_TOPOLOGY, ROOT_SWITCH, ...middle, leaf];
  return `${tree.join(":")}${nvlinkDomainNodes !== null && block ? `,${NVLINK_TOPOLOGY}:${block}` : ""}`;
}
