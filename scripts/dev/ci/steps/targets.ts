import { onAws, onlyOnAws } from "../../../lib/environments/on-aws";
import { STACKS } from "../../../../config/names/resolve";
import { loadWritten, writtenNames } from "../../../lib/environments/environment-table";
import { ExpectedError } from "../../../lib/errors/expected-error";
import { UsageError } from "../../../lib/errors/usage";
import { compareSynths } from "../../../lib/synth/compare-synths";
import { deployedCommit } from "../deployments";
import { goneStacks } from "../gone-stacks";
import { assertCommit } from "../../../lib/git/git";
import { anything, gitRef } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { words, type StepContext } from "../step";
import { deployedNames, target, type Target } from "../targets";

export const USAGE = `targets (--base <git ref> | --deployed | --all) [--only "<names>"] [--stacks "<names>"] [<environment>…]
      Which environments a workflow works on, as outputs of its step:
        targets    rows of a matrix: environment, region, roles, stacks that changed, in order; first those that
                   config has no more, which plan and apply destroy as they were reviewed
        rehearse   arguments for npm run review: what changed and is not in targets
        names      all that changed, "-" for none
        any        true when there is a target
      --base       changed since that commit
      --deployed   changed since the commit that is deployed, which GitHub knows
      --all        all stacks, changed or not
      --only       environments that are deployed; others are not targets
      --stacks     stacks that can be reached from here, such as "network cluster storage nodes". An environment with
                   changes in others is rehearsed (--base) or refused (--deployed)`;

interface Choice {
  readonly context: StepContext;
  readonly values: { readonly base?: string; readonly deployed?: boolean; readonly all?: boolean };
  /** Stacks by the end of their name. */
  readonly reachable: readonly string[];
}

export const OPTIONS = {
  base: { type: "string", check: gitRef },
  deployed: { type: "boolean" },
  all: { type: "boolean" },
  only: { type: "string", check: anything, default: "" },
  stacks: { type: "string", check: anything, default: "" },
} as const;

/** `ci targets`: what a change reaches. @returns the exit code */
export async function targetsStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  if ([values.base, values.deployed, values.all].filter(Boolean).length !== 1)
    throw new UsageError("give one of --base, --deployed and --all");
  const stacks = words(values.stacks);
  const none = stacks.find((stack) => !STACKS.some((role) => role === stack));
  if (none !== undefined) throw new UsageError(`--stacks: there is no stack ${none}; there are ${STACKS.join(", ")}`);
  const { workflow, print, printError } = context;
  if (values.base !== undefined) assertCommit(context.root, values.base);
  const known = writtenNames();
  const { deployed, unknown } = deployedNames(values.only, known);
  if (unknown.length) {
    const text = `RAILYARD_ENVIRONMENTS names ${unknown.join(", ")}, but there are only ${known.join(", ")}.`;
    // a pull request may be what removes it
    if (values.base === undefined) throw new ExpectedError(text);
    printError(text);
  }
  for (const loaded of loadWritten(positionals.length ? positionals : deployed, context.clock()))
    if (positionals.length > 0 || deployed.includes(loaded.resolved.name)) onAws(loaded, "the pipeline");
  const stray = values.base === undefined ? positionals.filter((name) => !deployed.includes(name)) : [];
  if (stray.length)
    throw new ExpectedError(`RAILYARD_ENVIRONMENTS does not name ${stray.join(", ")}: not deployed from here.`);
  const rows = await changed(positionals.length ? positionals : known, {
    context,
    values,
    reachable: stacks,
  });
  const isTarget = ({ row, within }: Changed) => within && row.stacks !== "" && deployed.includes(row.environment);
  const targets = rows.filter(isTarget).map(({ row }) => row);
  const others = rows.filter((one) => !isTarget(one)).map(({ row }) => row.environment);
  workflow.output("targets", JSON.stringify(targets), print);
  workflow.output("any", String(targets.length > 0), print);
  workflow.output("rehearse", others.join(" "), print);
  workflow.output("names", rows.map(({ row }) => row.environment).join(" ") || "-", print);
  return 0;
}

interface Changed {
  readonly row: Target;
  /** All that changes can be reached, or only that is asked for. */
  readonly within: boolean;
}

async function changed(names: readonly string[], { context, values, reachable }: Choice): Promise<Changed[]> {
  const { root, env, clock, printError } = context;
  // roles of the pipeline are those of an account
  const environments = onlyOnAws(loadWritten(names, clock())).map(({ resolved }) => resolved);
  const bases = await basesOf(
    environments.map(({ name }) => name),
    values,
    context,
  );
  const baseOf = (name: string) => bases.get(name) ?? null;
  const changes = await compareSynths({ root, environments, baseOf, tell: printError });
  const roles = {
    plan: env["RAILYARD_PLAN_ROLE"] || "railyard-plan",
    deploy: env["RAILYARD_DEPLOY_ROLE"] || "railyard-deploy",
  };
  return environments.flatMap((environment) => {
    const { name } = environment;
    const { changed: own = [], removed = [] } = changes.get(name) ?? {};
    const { gone, kept } = goneStacks(environment, removed);
    if (kept.length) {
      const text = `${kept.join(", ")} is no longer in the code, and no pipeline may remove it: what it made is still there. Put it back, or remove it by hand.`;
      if (values.deployed) throw new ExpectedError(text);
      printError(text);
    }
    const all = [...gone, ...own];
    if (all.length === 0) return [];
    const stacks = all.filter((stack) => reachable.length === 0 || reachable.some((end) => stack === `${name}-${end}`));
    const beyond = all.filter((stack) => !stacks.includes(stack));
    if (beyond.length && values.deployed)
      throw new ExpectedError(`${beyond.join(", ")} changed and cannot be reached from here: deploy ${name} by hand.`);
    return [
      { row: target(environment, roles, baseOf(name), stacks), within: beyond.length === 0 || values.all === true },
    ];
  });
}

async function basesOf(
  names: readonly string[],
  { base, deployed }: Choice["values"],
  { workflow }: StepContext,
): Promise<Map<string, string | null>> {
  const bases = new Map<string, string | null>();
  for (const name of names) bases.set(name, deployed ? await deployedCommit(workflow.github(), name) : (base ?? null));
  return bases;
}
