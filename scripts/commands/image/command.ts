import { join, resolve } from "node:path";
import { judgeStack, STACK_PARTS, type StackFinding } from "../../../config/compatibility/stack";
import type { Versioned } from "../../../config/compatibility/compatible";
import { COMPUTE_CAPABILITY } from "../../../config/facts/compute-capability";
import { NIC_MODELS } from "../../../config/facts/nics";
import { CHARTS } from "../../../config/facts/versions";
import { gresType } from "../../../config/gpu/gpus";
import { didYouMean, orList } from "../../../config/kernel/nearest";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { isJsonWith, isTextOf } from "../../lib/files/output-kinds";
import { outputFolder, writeFiles } from "../../lib/files/output";
import { shownPath } from "../../lib/files/shown-path";
import { IMAGE_COMMAND } from "./definition";
import { recipeFiles } from "./recipe";

/** `railyard image <environment> <pool>`. @returns the exit code */
export function imageCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(IMAGE_COMMAND, args, context, ({ values, positionals }) => {
    const [name, poolName, ...more] = positionals;
    if (name === undefined || poolName === undefined || more.length > 0)
      throw new UsageError("image takes an environment and one of its pools");
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const stack = stackOf(values.with ?? []);
    const { resolved } = loadFor("image", [name], context)[0]!;
    const pool = poolOf(resolved, poolName);
    const findings = judgeStack(stack, partsOf(resolved, pool, stack));
    const refused = findings.filter(({ fit }) => fit === "refused");
    if (refused.length > 0)
      throw new ExpectedError(
        `programs that do not fit:\n${refused.map(findingText).join("\n")}\ngive others by --with, or leave out what the image need not have`,
      );
    const recipe = recipeFiles(resolved, pool, stack, values["image-version"]);
    const out = resolve(values.out ?? join(context.root, "cdktf.out", "image", name, poolName));
    const files = writeFiles({
      folder: out,
      files: recipe.files,
      isGenerated: (text, file) => (file.endsWith(".json") ? isJsonWith("semanticVersion") : isTextOf("image"))(text),
      force: values.force,
      own: join(context.root, "cdktf.out"),
    });
    if (values.json)
      context.print(JSON.stringify({ environment: name, pool: poolName, stack, findings, files }, null, 2));
    else {
      for (const path of files) context.print(shownPath(path));
      for (const line of recipe.next(shownPath(out))) context.print(line);
      for (const finding of findings) context.printError(findingText(finding));
    }
    return findings.length > 0 ? 2 : 0;
  });
}

const findingText = ({ fit, text, source }: StackFinding): string =>
  `${fit}: ${text}${source === null ? "" : `\n  ${source}`}`;

function stackOf(given: readonly string[]): Versioned[] {
  const pairs = given.map((one) => one.split("=") as [string, string]);
  const twice = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) !== at);
  if (twice) throw new UsageError(`--with ${twice[0]} is given twice: an image has one version of it`);
  return pairs
    .map(([component, version]) => ({ component: STACK_PARTS.find((one) => one === component)!, version }))
    .toSorted((a, b) => STACK_PARTS.indexOf(a.component) - STACK_PARTS.indexOf(b.component));
}

/** What the environment itself says: programs of the image must fit that as well. */
function partsOf(env: SiteEnvironment, pool: ResolvedPool, stack: readonly Versioned[]): Versioned[] {
  const has = (name: string) => stack.some(({ component }) => component === name);
  const card = NIC_MODELS[pool.fabric.rdma?.deviceId ?? ""]?.title.match(/^ConnectX-(\d+)/)?.[1];
  const capability = pool.hardware.gpu ? COMPUTE_CAPABILITY[gresType(pool.hardware.gpu.model)] : undefined;
  return [
    ...(capability !== undefined && (has("nvidia-driver") || has("cuda"))
      ? [{ component: "compute-capability", version: capability } as const]
      : []),
    ...(env.slurm && has("slurm")
      ? [{ component: "slurm-operator", version: CHARTS["slurm-operator"].version } as const]
      : []),
    ...(card !== undefined && has("doca-ofed") ? [{ component: "connectx", version: card } as const] : []),
  ];
}

function poolOf({ nodeGroups, name: environment }: SiteEnvironment, name: string): ResolvedPool {
  const found = nodeGroups.find((pool) => pool.name === name);
  if (found) return found;
  const names = nodeGroups.map((pool) => pool.name);
  throw new UsageError(
    `${environment} has no pool ${JSON.stringify(name)}: ${didYouMean(name, names) ?? `give ${orList(names)}`}`,
  );
}
