import { hostList } from "../../../config/topology/host-list";
import type { FabricGraph } from "../../../config/topology/ibnetdiscover";
import type { SeenHost, SeenNic } from "./read-host";
import type { SeenNodes } from "./read-nodes";

/** Leaf switches by card, HCA or interface, by server: what texts of a fabric or of hosts show. */
export type SeenLeaves = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Of an InfiniBand fabric: cards say in which server they are. */
export function leavesOfFabric({ hcas, switches }: FabricGraph): SeenLeaves {
  const leaves = new Map<string, Map<string, string>>();
  for (const { node, device, at } of hcas) {
    const leaf = at === null ? undefined : switches.get(at)?.name;
    if (node === null || device === null || leaf === undefined) continue;
    leaves.set(node, (leaves.get(node) ?? new Map<string, string>()).set(device, leaf));
  }
  return leaves;
}

/** Of hosts whose interfaces hear their switches (LLDP). */
export const leavesOfHosts = (hosts: ReadonlyMap<string, SeenHost>): SeenLeaves =>
  new Map([...hosts].flatMap(([name, { leaves }]) => (leaves && leaves.size > 0 ? [[name, leaves] as const] : [])));

/** What is written of the rails of a pool, and what people must know of it. */
export interface LeavesOfPool {
  /** Leaf of each rail, in their order; null: nodes are at several, or nobody knows. */
  readonly leaves: readonly string[] | null;
  readonly remarks: readonly string[];
}

/** A leaf that config cannot have as a name. */
const NAME = /^[A-Za-z]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

/** Cards call their server by its short name, and Kubernetes some by the whole one. */
const ofNode = (seen: SeenLeaves, node: string): ReadonlyMap<string, string> | undefined =>
  seen.get(node) ?? seen.get(node.split(".")[0]!);

/**
 * Leaves of a pool where all of its nodes are at the same ones. Where they are not, its nodes stand apart, and config of a pool, which
 * is equal nodes, cannot say it: their labels do.
 */
export function leavesOfPool(
  nodes: Pick<SeenNodes, "names">,
  rails: readonly Pick<SeenNic, "hca" | "netdev" | "pci">[],
  seen: SeenLeaves,
): LeavesOfPool {
  if (rails.length === 0 || seen.size === 0) return { leaves: null, remarks: [] };
  const unknown = nodes.names.filter((node) => ofNode(seen, node) === undefined);
  if (unknown.length > 0)
    return {
      leaves: null,
      remarks: [
        `no leaf is written: no text says at which switches the cards of ${hostList(unknown)} are; names of nodes are those of cards there`,
      ],
    };
  const groups = new Map<string, string[]>();
  const down: string[] = [];
  for (const node of nodes.names) {
    const cards = ofNode(seen, node)!;
    const own = rails.map(({ hca, netdev }) => cards.get(hca ?? "") ?? cards.get(netdev ?? "") ?? null);
    const missing = rails.filter((_, at) => own[at] === null);
    if (missing.length > 0)
      down.push(`${node} (${missing.map(({ hca, netdev, pci }) => hca ?? netdev ?? pci).join(", ")})`);
    else groups.set(JSON.stringify(own), [...(groups.get(JSON.stringify(own)) ?? []), node]);
  }
  const remarks =
    down.length === 0 ? [] : [`no switch is known of cards of ${down.join(", ")}: they are down, or not in a rail`];
  const [first, ...others] = [...groups];
  if (first === undefined) return { leaves: null, remarks };
  if (others.length > 0)
    return {
      leaves: null,
      remarks: [
        ...remarks,
        `nodes are at different leaves, and no leaf is written: ${[...groups].map(([leaves, names]) => `${hostList(names)} at ${[...new Set(JSON.parse(leaves) as string[])].join(", ")}`).join("; ")}. Write layers, and label them: npx railyard topology <file> --labels; or make a pool of each, with a label of its own`,
      ],
    };
  const leaves = JSON.parse(first[0]) as string[];
  const unnamed = leaves.filter((leaf) => !NAME.test(leaf));
  return unnamed.length === 0
    ? { leaves, remarks }
    : {
        leaves: null,
        remarks: [
          ...remarks,
          `${unnamed.join(", ")} is no name of a switch that config can have: name it in letters, digits and dashes`,
        ],
      };
}
