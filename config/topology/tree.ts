import { compareNames } from "./host-list";
import type { FabricGraph, FabricHca } from "./ibnetdiscover";
import { fabricFaults } from "./faults";
import type { ExpectedFabric, FabricTree, TopologyUnit } from "./fabric-tree";
import { groupByShare } from "./group-by-share";
import { addTo, addToSet, tally } from "./tally";
import { namesOf } from "./unit-names";

/** A tree from cables. Of a rail-optimised fabric, where each card of a server is at another leaf, the leaves are one unit. */
export function fabricTree(graph: FabricGraph, expected: ExpectedFabric = {}): FabricTree {
  const hcas = graph.hcas
    .filter(({ node }) => node !== null)
    .toSorted((a, b) => compareNames(a.node!, b.node!) || compareNames(a.device!, b.device!));
  const nodesAt = new Map<string, Set<string>>();
  for (const { node, at } of hcas) if (at !== null) addToSet(nodesAt, at, node!);
  const units = groupByShare(nodesAt);
  const unitOf = new Map(units.flatMap((switches, unit) => switches.map((guid) => [guid, unit] as const)));
  const home = homes(hcas, unitOf);

  const members: string[][] = units.map(() => []);
  for (const [node, unit] of home) members[unit]!.push(node);
  const leaves = units.flatMap((switches, unit) =>
    members[unit]!.length > 0 ? [{ switches, nodes: members[unit]!.toSorted(compareNames), below: [] }] : [],
  );
  const layers = named(graph, [leaves, ...layersAbove(graph, leaves)]);
  const tree = { layers, places: placesOf(layers), hcas };
  return { ...tree, faults: fabricFaults(graph, tree, { nodesAt, unitOf, home }, expected) };
}

/** A unit without its name: `below` are places in the layer under it. */
interface Draft {
  readonly switches: readonly string[];
  readonly nodes: readonly string[];
  readonly below: readonly number[];
}

/** The unit to which most cards of a server are wired; of several the first. */
function homes(hcas: readonly FabricHca[], unitOf: ReadonlyMap<string, number>): Map<string, number> {
  const votes = new Map<string, number[]>();
  for (const { node, at } of hcas) {
    const unit = at === null ? undefined : unitOf.get(at);
    if (unit !== undefined) addTo(votes, node!, unit);
  }
  return new Map(
    [...votes].map(([node, units]) => [node, [...tally(units)].reduce((a, b) => (b[1] > a[1] ? b : a))[0]] as const),
  );
}

/** Layers over the leaves, the lowest first: switches that no layer below has, and that are wired to the one just below. */
function layersAbove(graph: FabricGraph, leaves: readonly Draft[]): Draft[][] {
  const taken = new Set(leaves.flatMap(({ switches }) => switches));
  const layers: Draft[][] = [];
  let below: readonly Draft[] = leaves;
  for (;;) {
    const reach = new Map<string, Set<string>>();
    for (const [place, { switches }] of below.entries())
      for (const guid of switches)
        for (const next of graph.neighbours.get(guid) ?? []) if (!taken.has(next)) addToSet(reach, next, String(place));
    if (reach.size === 0) return layers;
    for (const guid of reach.keys()) taken.add(guid);
    const groups = groupByShare(reach);
    const parent = below.map((_, place) => mostLinked(groups, reach, String(place)));
    const layer = groups.map((switches, group) => ({
      switches,
      nodes: [],
      below: parent.flatMap((one, place) => (one === group ? [place] : [])),
    }));
    const used = layer.filter((unit) => unit.below.length > 0);
    layers.push(used);
    if (used.length === 1) return layers;
    below = used;
  }
}

/** The group of which most switches are wired to a unit; undefined where none is. */
function mostLinked(
  groups: readonly (readonly string[])[],
  reach: ReadonlyMap<string, ReadonlySet<string>>,
  place: string,
): number | undefined {
  const links = groups.map((switches) => switches.filter((guid) => reach.get(guid)!.has(place)).length);
  const most = Math.max(...links);
  return most > 0 ? links.indexOf(most) : undefined;
}

/** Drafts, the leaves first, as units with names, the top first. */
function named(graph: FabricGraph, drafts: readonly (readonly Draft[])[]): TopologyUnit[][] {
  const names = namesOf(
    drafts.map((layer) => layer.map(({ switches }) => switches.map((guid) => graph.switches.get(guid)!))),
  );
  const layers = drafts.map((layer, height) =>
    layer
      .map(({ switches, nodes, below }, place) => ({
        name: names[height]![place]!,
        switches: switches.toSorted(),
        nodes,
        children: below.map((child) => names[height - 1]![child]!).toSorted(compareNames),
      }))
      .toSorted((a, b) => compareNames(a.name, b.name)),
  );
  return layers.toReversed();
}

function placesOf(layers: readonly (readonly TopologyUnit[])[]): Map<string, readonly string[]> {
  const parent = new Map(
    layers.flat().flatMap(({ name, children }) => children.map((child) => [child, name] as const)),
  );
  const path = (name: string): string[] => {
    const above = parent.get(name);
    return above === undefined ? [name] : [...path(above), name];
  };
  return new Map(
    (layers.at(-1) ?? []).flatMap(({ name, nodes }) => {
      const whole = path(name);
      return nodes.map((node) => [node, whole] as const);
    }),
  );
}
