import { SERVER_NAMES, SERVERS, type ServerName } from "../../../config/facts/servers";
import { hostList } from "../../../config/topology/host-list";
import { leavesOfPool, type SeenLeaves } from "./leaves";
import type { SeenHost, SeenNic } from "./read-host";
import type { SeenCpus } from "./read-look";
import type { SeenNodes } from "./read-nodes";
import { computeCards, hostOfAll, showsRails } from "./same-rails";

/** A pool of config, and what people must look at before they take it. */
export interface InspectedPool {
  readonly pool: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/**
 * A pool from what nodes and hosts show. What nothing shows is said, and left to people.
 * @throws UnequalRailsError where compute cards are not the same on all hosts
 */
export function inspectedPool(
  labels: Readonly<Record<string, string>>,
  nodes: SeenNodes,
  hosts: ReadonlyMap<string, SeenHost>,
  seen: SeenLeaves = new Map(),
): InspectedPool {
  const remarks = nodes.differences.map(
    (one) => `${one}: nodes of a pool are equal, so give the others a label of their own`,
  );
  const first = hostOfAll(hosts);
  const rails = first ? computeCards(first[1]) : [];
  if (first) remarks.push(...hostRemarks(...first));
  for (const [name, host] of hosts) remarks.push(...faultsOf(name, host, nodes));
  const unsure = [...hosts].filter(([name, host]) => name !== first?.[0] && !showsRails(host)).map(([name]) => name);
  if (unsure.length > 0)
    remarks.push(
      `whether rails of ${hostList(unsure)} are those of ${first![0]} is unknown: topo.txt and sysfs.txt together tell it`,
    );
  const server = serverOf(nodes, rails);
  const { leaves, remarks: ofLeaves } = leavesOfPool(nodes, rails, seen);
  remarks.push(...ofLeaves);
  return {
    pool: {
      labels,
      nodes: nodes.names.length,
      server: server
        ? leaves
          ? { like: server, nics: nicsOf(rails, leaves, catalogueGbps(server)) }
          : server
        : { ...writtenServer(nodes, rails, first?.[1].cpus ?? null, remarks), nics: nicsOf(rails, leaves) },
      ...(leaves && { layers: 1 }),
      ...fabricOf(rails, remarks),
      ...(nodes.taints.length > 0 && { taints: nodes.taints }),
    },
    remarks,
  };
}

/** What of one host is broken, or not there: each is looked at, for others may be whole. */
function faultsOf(name: string, host: SeenHost, nodes: SeenNodes): string[] {
  const faults: string[] = [];
  const down = computeCards(host).filter(({ active }) => active === false);
  if (down.length > 0) faults.push(`links of ${name} are down: ${down.map(({ hca, pci }) => hca ?? pci).join(", ")}`);
  if (nodes.gpus !== null && host.gpus.length > 0 && host.gpus.length !== nodes.gpus)
    faults.push(`${name} shows ${host.gpus.length} GPUs, and its node offers ${nodes.gpus}`);
  return faults;
}

/** What the host that stands for all shows and the pool does not say. */
function hostRemarks(name: string, host: SeenHost): string[] {
  const remarks: string[] = [];
  const unsure = host.nics.filter(({ gpus }) => gpus === null);
  if (unsure.length > 0)
    remarks.push(
      `${name} does not say which GPUs ${unsure.map(({ pci }) => pci).join(", ")} are next to: topo.txt and sysfs.txt together tell it`,
    );
  const rest = host.nics.filter(({ gpus }) => gpus !== null && gpus.length === 0);
  if (rest.length > 0)
    remarks.push(
      `cards without a GPU next to them are left out: ${rest.map(({ pci, netdev }) => `${pci}${netdev ? ` (${netdev})` : ""}`).join(", ")}; write them with use "storage" or "north-south"`,
    );
  if (host.management.length > 0)
    remarks.push(`${host.management.join(", ")} belong to NVSwitch, and are no network cards: nothing may take them`);
  return remarks;
}

/** The server of the catalogue that has this GPU as often, and its rails at the same places; null: none, or it is not known. */
function serverOf({ product, gpus }: SeenNodes, rails: readonly SeenNic[]): ServerName | null {
  const places = rails.map(({ pci }) => pci);
  const found = SERVER_NAMES.find((name) => {
    const known = SERVERS[name];
    return (
      known.cpu.coresPerSocket !== null &&
      known.memoryGiB !== null &&
      known.gpu.count === gpus &&
      isModel(product, known.gpu.model) &&
      known.rails.every(({ pci }, at) => pci !== null && pci === places[at])
    );
  });
  return places.length > 0 ? (found ?? null) : null;
}

/** `NVIDIA-H100-80GB-HBM3` is `H100-80GB`. */
function isModel(product: string | null, model: string): boolean {
  const words = (product ?? "").toUpperCase().split(/[-_ ]/);
  return model.split("-").every((word) => words.includes(word));
}

function writtenServer(
  nodes: SeenNodes,
  rails: readonly SeenNic[],
  cpus: SeenCpus | null,
  remarks: string[],
): Record<string, unknown> {
  const model = SERVER_NAMES.map((name) => SERVERS[name].gpu).find((gpu) => isModel(nodes.product, gpu.model));
  if (nodes.gpus !== null && !model)
    remarks.push(
      nodes.product === null
        ? "no node has a label with its GPU (nvidia.com/gpu.product): write server.gpu"
        : `the GPU ${JSON.stringify(nodes.product)} is not in the catalogue: write server.gpu`,
    );
  const slow = rails.filter(({ gbps }) => gbps === null);
  if (slow.length > 0) remarks.push(`the speed of ${slow.map(({ pci }) => pci).join(", ")} is unknown: write gbps`);
  if (!cpus)
    remarks.push("sockets, coresPerSocket and threadsPerCore are what lscpu says: nodes tell their product alone");
  return {
    ...(model && nodes.gpus !== null && { gpu: { model: model.model, count: nodes.gpus, memoryGB: model.memoryGB } }),
    ...cpus,
    ...(nodes.memoryGiB !== null && { memoryGiB: nodes.memoryGiB }),
    ...(nodes.arch === "arm64" && { arch: "arm64" }),
  };
}

const catalogueGbps = (server: ServerName): number | null =>
  SERVERS[server].nics.find(({ use }) => use === "east-west")?.gbpsPerPort ?? null;

/** Compute cards as config has them. @param usual what a port carries that no text tells of */
const nicsOf = (rails: readonly SeenNic[], leaves: readonly string[] | null, usual: number | null = null) =>
  rails.map(({ pci, gpus, gbps, link, deviceId, hca, netdev }, rail) => ({
    pci,
    rail,
    gpus,
    ...((gbps ?? usual) !== null && { gbps: gbps ?? usual }),
    ...(link && { link }),
    ...(leaves && { leaf: leaves[rail] }),
    deviceId,
    ...(hca && { hca }),
    ...(netdev && { netdev }),
  }));

function fabricOf(rails: readonly SeenNic[], remarks: string[]): { readonly fabric?: { readonly kind: string } } {
  const links = new Set(rails.flatMap(({ link }) => link ?? []));
  if (rails.length === 0) return {};
  if (links.size !== 1) {
    remarks.push("what the compute cards speak is unknown, or not the same: write fabric");
    return {};
  }
  return { fabric: { kind: links.has("infiniband") ? "infiniband" : "roce" } };
}
