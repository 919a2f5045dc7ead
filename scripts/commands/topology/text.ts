import { hostList } from "../../../config/topology/host-list";
import type { FabricGraph } from "../../../config/topology/ibnetdiscover";
import type { FabricTree } from "../../../config/topology/fabric-tree";
import { number, table } from "../../lib/terminal/table";

/** What people read of a fabric. */
export function fabricText(graph: FabricGraph, tree: FabricTree): string {
  const leaves = tree.layers.at(-1) ?? [];
  const rows = tree.layers.flatMap((units, at) =>
    units.map(({ name, switches, nodes, children }) => [
      `${"  ".repeat(at)}${name}`,
      number(switches.length),
      nodes.length > 0 ? number(nodes.length) : "",
      nodes.length > 0 ? hostList(nodes) : hostList(children),
    ]),
  );
  return [
    `${counted(tree.places.size, "server")} with ${counted(tree.hcas.length, "card")}${speeds(tree)}; ${counted(graph.switches.size, "switch", "switches")} in ${counted(tree.layers.length, "layer")}, ${counted(leaves.length, "leaf", "leaves")} for jobs`,
    "",
    ...table(["unit", "switches", "servers", "what it has"], rows, [1, 2]),
  ].join("\n");
}

/** What is wrong with it. */
export function faultText({ faults }: FabricTree): string {
  return [
    `${counted(faults.length, "fault")}:`,
    ...faults.map(({ message, fix }) => `  ${message}\n      ${fix}`),
  ].join("\n");
}

function speeds({ hcas }: FabricTree): string {
  const known = [...new Set(hcas.flatMap(({ gbps }) => gbps ?? []))].toSorted((a, b) => b - a);
  return known.length > 0 ? ` of ${known.join(" and ")} Gbps` : "";
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;
