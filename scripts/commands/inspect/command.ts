import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { inputFolder } from "../../cli/option-checks";
import { ExpectedError } from "../../lib/errors/expected-error";
import { refuse, UsageError } from "../../lib/errors/usage";
import { visible } from "../../lib/terminal/visible";
import { literal } from "../../lib/environments/literal";
import { openTerminal } from "../../lib/terminal/ask";
import type { OpenTerminal } from "../../lib/terminal/confirm";
import { INSPECT_COMMAND } from "./definition";
import { readFabric } from "../../lib/fabric/read-fabric";
import { fromCluster } from "./from-cluster";
import { leavesOfFabric, leavesOfHosts } from "./leaves";
import { inspectedPool, type InspectedPool } from "./pool-text";
import { NoHostError, readHost, type SeenHost } from "./read-host";
import { NoNodesError, readNodes, type SeenNodes } from "./read-nodes";
import { UnequalRailsError } from "./same-rails";

/** `railyard inspect`. @param open the terminal to ask in @returns the exit code */
export async function inspectCommand(
  args: readonly string[],
  context: CommandContext,
  open: OpenTerminal = openTerminal,
): Promise<number> {
  return runCommand(INSPECT_COMMAND, args, context, async ({ values, positionals }) => {
    if (values.script) {
      context.print(readFileSync(join(__dirname, "collect.sh"), "utf8").trimEnd());
      return 0;
    }
    const { label = [], name, fabric } = values;
    assertOptions(values, positionals);
    const labels = labelsOf(label);
    const folders = new Map(positionals.map((folder) => [basename(folder), hostOf(folder)] as const));
    const { nodes, hosts, missing } =
      values.nodes === undefined
        ? await fromCluster(labels, values, context, open)
        : { nodes: nodesOf(values.nodes, labels), hosts: folders, missing: [] };
    const all = hosts.size > 0 ? hosts : folders;
    const leaves = fabric === undefined ? leavesOfHosts(all) : leavesOfFabric(readFabric(fabric));
    const { pool, remarks } = poolOf(labels, nodes, all, leaves);
    const unseen =
      all.size === 0
        ? [
            `no host was looked at: its cards are unknown${values.nodes === undefined && !values.look ? "; --look reads them" : ""}`,
          ]
        : [];
    const notes = [...remarks, ...missing, ...unseen];
    if (values.json) context.print(JSON.stringify({ name, pool, remarks: notes }, null, 2));
    else {
      context.print(`${/^[a-z]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(pool)},`);
      for (const remark of notes) context.printError(visible(`- ${remark}`));
    }
    return notes.length > 0 ? 2 : 0;
  });
}

type Values = ValuesOf<typeof INSPECT_COMMAND>;

function poolOf(...seen: Parameters<typeof inspectedPool>): InspectedPool {
  try {
    return inspectedPool(...seen);
  } catch (error) {
    if (error instanceof UnequalRailsError) throw new ExpectedError(visible(error.message));
    throw error;
  }
}

function assertOptions(values: Values, folders: readonly string[]): void {
  const { nodes, context, look, kubeconfig, image, yes, record, replay, force } = values;
  const sources = [nodes, context, replay].filter((one) => one !== undefined);
  refuse(
    sources.length !== 1 &&
      "inspect needs --nodes, with what kubectl get nodes -o json printed, --context, of a cluster that is asked, or --replay, with what one has answered: one of them",
    nodes !== undefined &&
      (look || image !== undefined) &&
      "--look and --image are of a cluster that is asked: give --context, too",
    context === undefined &&
      (kubeconfig !== undefined || yes || record !== undefined) &&
      "--kubeconfig, --yes and --record are of a cluster that is asked: give --context, too",
    force && record === undefined && "--force replaces the file of --record: give it, too",
    look &&
      folders.length > 0 &&
      `--look reads the hosts from the cluster, and ${folders[0]} has the texts of one: give one of them`,
    !look && (image !== undefined || yes) && "--image and --yes are of --look: give it, too",
    values.label === undefined && "inspect needs --label: a pool is nodes by their labels",
  );
}

function labelsOf(label: NonNullable<ValuesOf<typeof INSPECT_COMMAND>["label"]>): Record<string, string> {
  const pairs = label.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)] as const);
  const twice = pairs.find(([key], at) => pairs.findIndex(([other]) => other === key) !== at);
  if (twice) throw new UsageError(`--label ${twice[0]} is given twice: a node has one value of it`);
  return Object.fromEntries(pairs);
}

function nodesOf(file: string, labels: Readonly<Record<string, string>>): SeenNodes {
  try {
    return readNodes(JSON.parse(readFileSync(file, "utf8")) as unknown, labels);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ExpectedError(`${file} is no JSON: ${error.message}`);
    if (error instanceof NoNodesError) throw new ExpectedError(visible(`${file} ${error.message}`));
    throw error;
  }
}

/** Texts of a host: lspci.txt must be there, and what else is missing makes remarks. */
function hostOf(folder: string): SeenHost {
  inputFolder(folder, "inspect");
  const text = (name: string) => {
    const path = join(folder, `${name}.txt`);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  if (!existsSync(join(folder, "lspci.txt")))
    throw new UsageError(`${folder} has no lspci.txt: railyard inspect --script prints what writes it`);
  try {
    return readHost({
      lspci: text("lspci"),
      ibstat: text("ibstat"),
      topo: text("topo"),
      sysfs: text("sysfs"),
      management: text("management"),
      lldp: text("lldp"),
    });
  } catch (error) {
    if (error instanceof NoHostError) throw new ExpectedError(`${folder}: ${error.message}`);
    throw error;
  }
}
