import { join, resolve } from "node:path";
import { didYouMean } from "../../../config/kernel/nearest";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { hybridPools, type HybridPool } from "../../../config/sites/aws-eks/hybrid/pool";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { onAws } from "../../lib/environments/on-aws";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { outputFolder, writeFiles } from "../../lib/files/output";
import { isTextOf } from "../../lib/files/output-kinds";
import { shownPath } from "../../lib/files/shown-path";
import { NODEADM_COMMAND } from "./definition";
import { nodeConfigText, type Anchor, type Secrets } from "./node-config";

type Values = ValuesOf<typeof NODEADM_COMMAND>;
type Variables = Readonly<Record<string, string | undefined>>;

/** `railyard nodeadm <environment> [pool…]`. @returns the exit code */
export function nodeadmCommand(args: readonly string[], context: CommandContext, env: Variables = process.env): number {
  return runCommand(NODEADM_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...names] = positionals;
    if (name === undefined) throw new UsageError("nodeadm takes the name of an environment");
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const { resolved } = onAws(loadFor("nodeadm", [name], context)[0]!, "nodeadm");
    const pools = poolsOf(resolved, names);
    const given = givenOf(resolved, values, env);
    const texts = pools.map((pool) => ({ pool, text: nodeConfigText({ env: resolved, pool, ...given }) }));
    if (values.activation) {
      if (values.json || values.out !== undefined || texts.length !== 1)
        throw new UsageError("--activation prints the file of one pool: name it, and leave --out and --json out");
      context.print(texts[0]!.text.trimEnd());
      return 0;
    }
    const out = resolve(values.out ?? join(context.root, "cdktf.out", "nodeadm", resolved.name));
    const written = writeFiles({
      folder: out,
      files: Object.fromEntries(texts.map(({ pool, text }) => [`${pool.name}.yaml`, text])),
      isGenerated: isTextOf("nodeadm"),
      force: values.force,
      own: join(context.root, "cdktf.out"),
    });
    const rows = pools.map(({ name, count }, at) => ({ name, servers: count.max, file: written[at]! }));
    if (values.json) {
      context.print(JSON.stringify({ environment: resolved.name, pools: rows }, null, 2));
      return 0;
    }
    for (const { name, servers, file } of rows) context.print(`${name}: ${servers} servers\n  ${shownPath(file)}`);
    context.print("Each file says in its head what to do before nodeadm reads it.");
    return 0;
  });
}

/** Those that are named, or all. */
function poolsOf(env: AwsEnvironment, names: readonly string[]): HybridPool[] {
  const pools = hybridPools(env);
  if (pools.length === 0 || !env.cluster.hybrid)
    throw new ExpectedError(`${env.name} has no pool of hybrid nodes: no node group of it is of kind hybrid.`);
  const known = pools.map(({ name }) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UsageError(
      `${env.name} has no pool of hybrid nodes ${JSON.stringify(wrong)}; ${didYouMean(wrong, known) ?? `it has ${known.join(", ")}`}`,
    );
  return names.length === 0 ? pools : pools.filter(({ name }) => names.includes(name));
}

/** What was given at run time, where it is what the environment's servers prove themselves by. */
function givenOf(env: AwsEnvironment, values: Values, variables: Variables): { secrets?: Secrets; anchor?: Anchor } {
  const bySsm = env.cluster.hybrid?.credentials.kind === "ssm";
  const { "trust-anchor": trustAnchorArn, profile: profileArn } = values;
  if ((trustAnchorArn === undefined) !== (profileArn === undefined))
    throw new UsageError("--trust-anchor and --profile are given together");
  if (bySsm && trustAnchorArn !== undefined)
    throw new UsageError(`servers of ${env.name} join by Systems Manager: leave --trust-anchor and --profile out`);
  if (!bySsm && values.activation)
    throw new UsageError(`servers of ${env.name} join by certificates: leave --activation out`);
  if (values.activation) return { secrets: activationOf(variables) };
  return trustAnchorArn !== undefined && profileArn !== undefined ? { anchor: { trustAnchorArn, profileArn } } : {};
}

const ID = "RAILYARD_ACTIVATION_ID";
const CODE = "RAILYARD_ACTIVATION_CODE";

/** No value is told, whatever is wrong with it. */
function activationOf(variables: Variables): Secrets {
  const [activationId = "", activationCode = ""] = [variables[ID], variables[CODE]];
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(activationId))
    throw new UsageError(`${ID} must be the ActivationId that aws ssm create-activation printed, a UUID`);
  if (!/^[A-Za-z0-9+/]{20,250}$/.test(activationCode))
    throw new UsageError(
      `${CODE} must be the ActivationCode that aws ssm create-activation printed: 20 letters and digits`,
    );
  return { activationId, activationCode };
}
