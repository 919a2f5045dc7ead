import type { FabricGraph } from "../../../config/topology/ibnetdiscover";
import { kueueTopology, labelCommands, nodeLabels } from "../../../config/topology/kueue";
import { slurmTopologyConf, slurmTopologyYaml } from "../../../config/topology/slurm";
import type { FabricTree } from "../../../config/topology/fabric-tree";
import { fabricTree } from "../../../config/topology/tree";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { inputFile } from "../../cli/option-checks";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { readFabric } from "../../lib/fabric/read-fabric";
import { visible } from "../../lib/terminal/visible";
import { TOPOLOGY_COMMAND } from "./definition";
import { knownServer } from "./known-server";
import { faultText, fabricText } from "./text";

type Values = ValuesOf<typeof TOPOLOGY_COMMAND>;

const FORMS = ["slurm", "conf", "kueue", "labels", "json"] as const;

/** `railyard topology <file>`. @returns the exit code */
export function topologyCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(TOPOLOGY_COMMAND, args, context, ({ values, positionals }) => {
    const [file, ...more] = positionals;
    if (values.for !== undefined) {
      context.print(levelsFor(values.for, values, positionals, context).replace(/\n$/, ""));
      return 0;
    }
    if (file === undefined || more.length > 0)
      throw new UsageError("topology takes one file: what ibnetdiscover printed, or - for the standard input");
    const forms = FORMS.filter((form) => values[form]);
    if (forms.length > 1)
      throw new UsageError(`${forms.map((form) => `--${form}`).join(" and ")} are several forms: give one`);
    if (values.block && !values.slurm) throw new UsageError("--block is a part of topology.yaml: give --slurm with it");
    const hcas = expectedHcas(values);
    if (file !== "-") inputFile(file, "topology");
    const graph = readFabric(file);
    const tree = fabricTree(graph, { hcas, ...(values.nodes !== undefined && { nodes: Number(values.nodes) }) });
    if (tree.places.size === 0)
      throw new ExpectedError(
        `${file}: no server is in the topology, for no card says in which one it is. Start rdma-ndd on the servers, and run ibnetdiscover again.`,
      );
    context.print(printed(forms[0], values, graph, tree).replace(/\n$/, ""));
    if (tree.faults.length === 0) return 0;
    if (!values.json) context.printError(visible(`${forms.length === 0 ? "\n" : ""}${faultText(tree)}`));
    return 2;
  });
}

/** Kueue's levels of an environment, whose labels somebody else keeps, or the labels that follow from its cards. @throws UsageError, ExpectedError */
function levelsFor(name: string, values: Values, positionals: readonly string[], context: CommandContext): string {
  const forms = FORMS.filter((form) => values[form]);
  if (forms.length !== 1 || !(values.kueue || values.labels) || positionals.length > 0)
    throw new UsageError(
      "--for says which labels nodes have: give it with --kueue or with --labels, and without a file",
    );
  // configs take longer to load than a fabric to read
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { kueueLevelsOf, labelsOf } = require("./kueue-levels-of") as typeof import("./kueue-levels-of");
  return values.labels ? labelsOf(name, context) : kueueLevelsOf(name, context);
}

function expectedHcas({ server, hcas }: Values): number | undefined {
  if (server !== undefined && hcas !== undefined)
    throw new UsageError("--server says how many cards a server has, and so does --hcas: give one of them");
  if (server !== undefined) return knownServer(server, "--server").rails.length;
  return hcas === undefined ? undefined : Number(hcas);
}

function printed(
  form: (typeof FORMS)[number] | undefined,
  values: Values,
  graph: FabricGraph,
  tree: FabricTree,
): string {
  switch (form) {
    case "slurm":
      return slurmTopologyYaml(tree, values.block);
    case "conf":
      return slurmTopologyConf(tree);
    case "kueue":
      return kueueTopology(tree);
    case "labels":
      return labelCommands(tree);
    case "json":
      return JSON.stringify(asJson(graph, tree), null, 2);
    default:
      return fabricText(graph, tree);
  }
}

const asJson = (graph: FabricGraph, tree: FabricTree) => ({
  switches: [...graph.switches.values()].toSorted((a, b) => (a.guid < b.guid ? -1 : 1)),
  hcas: tree.hcas,
  layers: tree.layers,
  nodes: nodeLabels(tree).flatMap(({ nodes, labels, annotations }) =>
    nodes.map((name) => ({ name, labels, annotations })),
  ),
  faults: tree.faults,
});
