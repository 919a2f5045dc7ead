import { join, resolve } from "node:path";
import { isNodeGroup } from "../../../config/pools/pool";
import { nodeFiles } from "../../../constructs/nodes/node-files";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { UsageError } from "../../lib/errors/usage";
import { outputFolder, writeFiles } from "../../lib/files/output";
import { isTextOf } from "../../lib/files/output-kinds";
import { shownPath } from "../../lib/files/shown-path";
import { NODE_FILES_COMMAND } from "./definition";

/** `railyard node-files <environment>`. @returns the exit code */
export function nodeFilesCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(NODE_FILES_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError("node-files takes the name of one environment");
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const { resolved } = loadFor("node-files", [name], context)[0]!;
    const pools = resolved.nodeGroups.filter((pool) => !isNodeGroup(pool)).map((pool) => pool.name);
    const files = nodeFiles(resolved.outbound);
    const out = resolve(values.out ?? join(context.root, "cdktf.out", "node-files", resolved.name));
    const isOwn = isTextOf("node-files");
    // a certificate has no room for a line of ours
    const isGenerated = (text: string) => isOwn(text) || text.startsWith("-----BEGIN CERTIFICATE-----\n");
    const own = join(context.root, "cdktf.out");
    const written = writeFiles({ folder: out, files, isGenerated, force: values.force, own });
    if (values.json) {
      context.print(JSON.stringify({ environment: resolved.name, pools, files: written }, null, 2));
      return 0;
    }
    for (const path of written) context.print(shownPath(path));
    context.print(wordsOf(resolved.name, pools, written.length));
    return 0;
  });
}

function wordsOf(name: string, pools: readonly string[], files: number): string {
  if (files === 0)
    return `${name} has neither mirrors of registries, nor authorities, nor a proxy (outbound): nodes need nothing.`;
  if (pools.length === 0)
    return `All nodes of ${name} have it from their first boot: these files are for others that join.`;
  return `Put the folder on each node of ${pools.join(", ")}, and on those of the system pods, and run install.sh there as root.`;
}
