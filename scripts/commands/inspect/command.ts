import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { inputFolder } from "../../cli/option-checks";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { visible } from "../../lib/terminal/visible";
import { INSPECT_COMMAND } from "./definition";
import { literal } from "../../lib/environments/literal";
import { inspectedPool } from "./pool-text";
import { NoHostError, readHost, type SeenHost } from "./read-host";
import { NoNodesError, readNodes, type SeenNodes } from "./read-nodes";

/** `railyard inspect`. @returns the exit code */
export function inspectCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(INSPECT_COMMAND, args, context, ({ values, positionals }) => {
    if (values.script) {
      context.print(readFileSync(join(__dirname, "collect.sh"), "utf8").trimEnd());
      return 0;
    }
    const { nodes: file, label = [], name } = values;
    if (file === undefined) throw new UsageError("inspect needs --nodes, with what kubectl get nodes -o json printed");
    if (label.length === 0) throw new UsageError("inspect needs --label: a pool is nodes by their labels");
    const labels = labelsOf(label);
    const hosts = new Map(positionals.map((folder) => [basename(folder), hostOf(folder)] as const));
    const { pool, remarks } = inspectedPool(labels, nodesOf(file, labels), hosts);
    const all = [...remarks, ...(hosts.size === 0 ? ["no host was looked at: its cards are unknown"] : [])];
    if (values.json) context.print(JSON.stringify({ name, pool, remarks: all }, null, 2));
    else {
      context.print(`${/^[a-z]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(pool)},`);
      for (const remark of all) context.printError(visible(`- ${remark}`));
    }
    return all.length > 0 ? 2 : 0;
  });
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
    });
  } catch (error) {
    if (error instanceof NoHostError) throw new ExpectedError(`${folder}: ${error.message}`);
    throw error;
  }
}
