import { z } from "zod";
import { key } from "../../kernel/key";

/** CPUs and GPUs that are near each other. */
export interface NumaNode {
  /** Numbers of its logical CPUs, ascending. */
  readonly cpus: readonly number[];
  /** Its GPUs, by their place in the list of addresses. */
  readonly gpus: readonly number[];
}

const DESCRIBES = "Describes the servers: nothing is done to them.";

/** `0-55,112-167`, as lscpu writes it. */
export const cpuList = z
  .string()
  .max(256)
  .regex(/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/, "must be CPUs as lscpu writes them, such as 0-55,112-167");

/** NUMA nodes of a server, in the order of their numbers. */
export const NUMA_NODES = key(
  z
    .array(
      z.strictObject({
        cpus: key(cpuList, {
          description: "Its logical CPUs: lscpu has them after `NUMA node0 CPU(s)`.",
          example: "0-55,112-167",
          update: "in-place",
          updateNote: DESCRIBES,
        }),
        gpus: key(z.array(z.int().min(0).max(15)).default([]), {
          description: "Its GPUs by their place in gpu.pci: nvidia-smi topo -m has the node of each.",
          update: "in-place",
          updateNote: DESCRIBES,
        }),
      }),
    )
    .min(1)
    .max(32)
    .optional(),
  {
    description: "NUMA nodes in the order of their numbers, for virtual machines that are pinned to one.",
    defaultNote: "unknown: machines are not pinned",
    update: "in-place",
    updateNote: DESCRIBES,
    source: "https://libvirt.org/formatdomain.html#cpu-tuning",
  },
);

/** Numbers of a list of CPUs, in its order. */
export const cpusOf = (list: string): number[] =>
  list.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number) as [number, number?];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });

interface WrittenPlaces {
  readonly pci: readonly string[] | null;
  readonly numa: readonly { readonly cpus: string; readonly gpus: readonly number[] }[];
  /** Of a server; null: not known. */
  readonly gpuCount: number;
  readonly cpuCount: number;
}

/** What of them cannot be, each with its place below `server`. */
export function* placeFaults(
  places: WrittenPlaces,
): Iterable<{ readonly path: readonly (string | number)[]; readonly message: string }> {
  const { pci, numa, gpuCount, cpuCount } = places;
  if (pci !== null && pci.length !== gpuCount)
    yield { path: ["gpu", "pci"], message: `has ${pci.length} addresses for ${gpuCount} GPUs: write one for each` };
  if (pci !== null && new Set(pci).size !== pci.length)
    yield { path: ["gpu", "pci"], message: "has an address twice: each GPU has its own" };
  const cpus = new Map<number, number>();
  const gpus = new Map<number, number>();
  for (const [at, node] of numa.entries()) {
    const listed = cpusOf(node.cpus);
    const over = listed.find((cpu) => cpu >= cpuCount);
    const twice = listed.find((cpu, place) => cpus.has(cpu) || listed.indexOf(cpu) !== place);
    if (listed.length < node.cpus.split(",").length || listed.length === 0)
      yield {
        path: ["numa", at, "cpus"],
        message: "has a range that ends before it begins: write the smaller number first",
      };
    else if (over !== undefined)
      yield { path: ["numa", at, "cpus"], message: `names CPU ${over}, and the server has 0 to ${cpuCount - 1}` };
    else if (twice !== undefined)
      yield { path: ["numa", at, "cpus"], message: `names CPU ${twice} again: each is of one node` };
    for (const cpu of listed) cpus.set(cpu, at);
    for (const gpu of node.gpus) {
      if (gpu >= gpuCount)
        yield { path: ["numa", at, "gpus"], message: `names GPU ${gpu}, and the server has 0 to ${gpuCount - 1}` };
      else if (gpus.has(gpu))
        yield { path: ["numa", at, "gpus"], message: `names GPU ${gpu} again: each is of one node` };
      gpus.set(gpu, at);
    }
  }
}
