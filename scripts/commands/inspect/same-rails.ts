import { hostList } from "../../../config/topology/host-list";
import type { SeenHost, SeenNic } from "./read-host";

/** Nodes of one pool whose compute cards are not the same; the message tells each node apart, and what to do. */
export class UnequalRailsError extends Error {}

/** Cards with a GPU behind the same PCIe switch, in the order of their first GPU. */
export const computeCards = (host: SeenHost): SeenNic[] =>
  host.nics
    .filter(({ gpus }) => gpus !== null && gpus.length > 0)
    .toSorted((a, b) => Math.min(...a.gpus!) - Math.min(...b.gpus!) || (a.pci < b.pci ? -1 : 1));

/** What makes rails equal: where cards are, which GPUs they are next to, and what they are. */
const wiring = (host: SeenHost): string =>
  JSON.stringify(computeCards(host).map(({ pci, gpus, deviceId }) => [pci, gpus, deviceId]));

/** Whether texts of a host tell the GPUs of each of its cards. */
export const showsRails = ({ nics }: SeenHost): boolean => nics.every(({ gpus }) => gpus !== null);

/**
 * The host that stands for all of a pool: one of those that show all of their cards, else the first; undefined without hosts.
 * @throws UnequalRailsError where two hosts that show their cards have other ones
 */
export function hostOfAll(hosts: ReadonlyMap<string, SeenHost>): readonly [string, SeenHost] | undefined {
  const known = [...hosts].filter(([, host]) => showsRails(host));
  const alike = new Map<string, [string, SeenHost][]>();
  for (const one of known) alike.set(wiring(one[1]), [...(alike.get(wiring(one[1])) ?? []), one]);
  const groups = [...alike.values()].toSorted((a, b) => b.length - a.length);
  const [usual, ...others] = groups;
  if (usual === undefined) return [...hosts][0];
  if (others.length === 0) return usual[0];
  const names = (group: typeof usual) => hostList(group.map(([name]) => name));
  throw new UnequalRailsError(
    [
      `rails are not the same on all nodes. Compared with those of ${names(usual)}:`,
      ...others.map((group) => `- ${names(group)}: ${differences(usual[0]![1], group[0]![1]).join("; ")}`),
      "Nodes of a pool have the same cards at the same places: mend them, or give them a label of their own and inspect them as another pool. Nothing was written.",
    ].join("\n"),
  );
}

/** What cards of a host are not as those of another, in words. */
function differences(usual: SeenHost, other: SeenHost): string[] {
  const [wanted, has] = [computeCards(usual), computeCards(other)];
  const at = (cards: readonly SeenNic[], pci: string) => cards.find((card) => card.pci === pci);
  const missing = wanted.filter(({ pci }) => !at(has, pci)).map(({ pci }) => pci);
  const more = has.filter(({ pci }) => !at(wanted, pci)).map(({ pci }) => pci);
  const changed = wanted.flatMap((card) => {
    const same = at(has, card.pci);
    if (!same) return [];
    if (same.deviceId !== card.deviceId) return [`${card.pci} is a ${same.deviceId}, not a ${card.deviceId}`];
    const [own, others] = [same.gpus!.join(", "), card.gpus!.join(", ")];
    return own === others ? [] : [`${card.pci} is next to GPU ${own}, not ${others}`];
  });
  return [
    ...(missing.length > 0 ? [`no compute card at ${missing.join(", ")}`] : []),
    ...(more.length > 0 ? [`a compute card at ${more.join(", ")}`] : []),
    ...changed,
  ];
}
