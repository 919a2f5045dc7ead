import { compareNames } from "./host-list";
import { addTo, addToSet, mostOften, tally } from "./tally";
import type { FabricGraph, FabricHca } from "./ibnetdiscover";
import type { ExpectedFabric, FabricFault, FabricTree } from "./fabric-tree";

/** What the tree was made of. */
export interface Wiring {
  readonly nodesAt: ReadonlyMap<string, ReadonlySet<string>>;
  readonly unitOf: ReadonlyMap<string, number>;
  /** Unit of each server. */
  readonly home: ReadonlyMap<string, number>;
}

type Tree = Omit<FabricTree, "faults">;

/** How the fabric differs from what is expected, and from itself. */
export function fabricFaults(
  graph: FabricGraph,
  tree: Tree,
  wiring: Wiring,
  expected: ExpectedFabric,
): readonly FabricFault[] {
  return [
    ...unnamed(graph),
    ...counts(tree, expected),
    ...sameNames(tree.hcas),
    ...places(graph, tree, wiring),
    ...halfCables(graph),
    ...slowLinks(tree.hcas),
    ...roots(tree),
    ...switchNames(graph, tree),
  ];
}

const MOST = 8;

/** Names, a few of them. */
const few = (names: readonly string[]): string =>
  names.length <= MOST ? names.join(", ") : `${names.slice(0, MOST).join(", ")} and ${names.length - MOST} more`;

/** A card whose description has not been set says the name of its maker: nobody knows in which server it is. */
function unnamed({ hcas, switches }: FabricGraph): FabricFault[] {
  return hcas
    .filter(({ node }) => node === null)
    .map(({ guid, description, at }) => ({
      kind: "unnamed-hca",
      message: `card ${guid} calls itself ${JSON.stringify(description.replace(/\s+/g, " "))}${at === null ? "" : ` (at ${switches.get(at)!.name})`}, so its server is unknown, and it is not in the topology`,
      fix: "start rdma-ndd on its server, which writes the server's name into the description of each card",
    }));
}

function counts({ hcas, places: known }: Tree, expected: ExpectedFabric): FabricFault[] {
  const devices = new Map<string, Set<string>>();
  for (const { node, device } of hcas) addToSet(devices, node!, device!);
  const usual = expected.hcas ?? mostCommon([...devices.values()].map(({ size }) => size));
  const all = mostNamed([...devices.values()].filter(({ size }) => size === usual));
  const faults: FabricFault[] = [...devices].flatMap(([node, has]): FabricFault[] => {
    if (has.size === usual) return [];
    const missing = all.filter((device) => !has.has(device));
    return has.size < usual!
      ? [
          {
            kind: "missing-hca",
            message: `${node} has ${has.size} of ${usual} cards${missing.length > 0 ? `: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing` : ""}`,
            fix: "look at cable and port on the server (ibstat): a card whose link is down is not found",
          },
        ]
      : [
          {
            kind: "extra-hca",
            message: `${node} has ${has.size} cards, not ${usual}: ${few([...has].toSorted(compareNames))}`,
            fix: "look whether two servers have its name, or whether cards for storage are wired to this fabric",
          },
        ];
  });
  if (expected.nodes !== undefined && expected.nodes !== known.size)
    faults.push({
      kind: "missing-node",
      message: `there are ${known.size} servers, not ${expected.nodes}`,
      fix: "servers that are off, and those whose cards have no names, are not found",
    });
  return faults;
}

/** Two cards with one name: two servers have the same name, or one was copied. */
function sameNames(hcas: readonly FabricHca[]): FabricFault[] {
  const guids = new Map<string, Set<string>>();
  for (const { node, device, guid } of hcas) addToSet(guids, `${node} ${device}`, guid);
  return [...guids].flatMap(([name, have]) =>
    have.size < 2
      ? []
      : [
          {
            kind: "same-name" as const,
            message: `${[...have].toSorted().join(" and ")} both call themselves "${name}"`,
            fix: "give each server a name of its own, and start rdma-ndd again",
          },
        ],
  );
}

/** Cards that are wired elsewhere than those of the same name, or than the other cards of their server. */
function places(graph: FabricGraph, { hcas }: Tree, { unitOf, home }: Wiring): FabricFault[] {
  const rail = rails(hcas);
  return hcas.flatMap((hca): FabricFault[] => {
    const { node, device, at } = hca;
    const who = `${node} ${device}`;
    if (at === null)
      return [
        {
          kind: "not-wired",
          message: `${who} is not wired to a switch`,
          fix: "wire it to the leaf of its rail",
        },
      ];
    const leaf = graph.switches.get(at)!.name;
    if (unitOf.get(at) !== home.get(node!))
      return [
        {
          kind: "other-unit",
          message: `${who} is at ${leaf}, where no other card of ${node} has its unit: it is in no rail there`,
          fix: `wire it to the leaf of its rail beside the other cards of ${node}`,
        },
      ];
    const own = rail.get(at);
    return own === undefined || own === device
      ? []
      : [
          {
            kind: "other-rail",
            message: `${who} is at ${leaf}, where the cards of all other servers are ${own}: it is in no rail`,
            fix: `swap the cables of ${node}, so that ${own} is at ${leaf}`,
          },
        ];
  });
}

/** Name of the cards at each leaf; none where a leaf has several cards of a server, for such a fabric has no rails. */
function rails(hcas: readonly FabricHca[]): Map<string, string> {
  const devicesAt = new Map<string, string[]>();
  for (const { at, device } of hcas) if (at !== null) addTo(devicesAt, at, device!);
  return new Map(
    [...devicesAt].flatMap(([at, devices]) => {
      const [device, most] = [...tally(devices)].reduce((a, b) => (b[1] > a[1] ? b : a));
      return most * 2 > devices.length ? [[at, device] as const] : [];
    }),
  );
}

function halfCables({ halfCables: half, switches }: FabricGraph): FabricFault[] {
  const name = (guid: string) => switches.get(guid)?.name ?? guid;
  return half.map(({ by, other }) => ({
    kind: "half-cable",
    message: `${name(by)} tells of a cable to ${name(other)}, which does not tell of it`,
    fix: "run ibnetdiscover again: the fabric changed while it looked",
  }));
}

function slowLinks(hcas: readonly FabricHca[]): FabricFault[] {
  const usual = mostCommon(hcas.flatMap(({ gbps }) => gbps ?? []));
  return hcas.flatMap(({ node, device, gbps }) =>
    usual === undefined || gbps === null || gbps >= usual
      ? []
      : [
          {
            kind: "slow-link" as const,
            message: `${node} ${device} runs at ${gbps} Gbps, and most run at ${usual}`,
            fix: "look at its cable and transceiver: links train down where the signal is poor",
          },
        ],
  );
}

function roots({ layers }: Tree): FabricFault[] {
  const top = layers[0] ?? [];
  return top.length < 2
    ? []
    : [
        {
          kind: "no-common-root",
          message: `${few(top.map(({ name }) => name))} have no switch above them in common`,
          fix: "jobs cannot run over both; where they should, look at the cables between leaves and spines",
        },
      ];
}

function switchNames({ switches }: FabricGraph, { layers }: Tree): FabricFault[] {
  const used = layers.flat().flatMap((unit) => unit.switches);
  const nameless = used.filter((guid) => switches.get(guid)!.name === guid);
  return nameless.length === 0
    ? []
    : [
        {
          kind: "switch-name",
          message: `${nameless.length} switches have no name that Slurm takes: ${few(nameless.toSorted())}`,
          fix: "set their descriptions to letters, digits and dashes, so that people know which switch it is",
        },
      ];
}

/** Of what is there as often as something else, the largest. */
const mostCommon = (values: readonly number[]): number | undefined => mostOften(values, (a, b) => b - a);

/** The names of one server of those that have all cards: the names that most have. */
const mostNamed = (sets: readonly ReadonlySet<string>[]): string[] =>
  mostOften(
    sets.map((set) => [...set].toSorted(compareNames).join(" ")),
    compareNames,
  )
    ?.split(" ")
    .filter(Boolean) ?? [];
