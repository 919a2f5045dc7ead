import { ENVIRONMENT_TAG } from "../../config/owner/tags";
import { awsOf } from "../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { STACKS } from "../../config/names/resolve";
import type { PlanFile, PlannedResource } from "./changes/planned";
import { resourceChanges, type PlanChanges } from "./changes/resource-changes";
import type { StackPlan } from "./model";
import { mistakesOf } from "./plan-form";
import { TERRAFORM_DATA } from "../../constructs/core/terraform-data";

/** A plan as far as it was understood. */
export interface ReadPlan {
  readonly stack: string;
  /** What the rest of the review reads; null where nothing of it can be trusted. */
  readonly file: PlanFile | null;
  readonly plan: PlanChanges;
  /** Why it cannot be relied on. */
  readonly problems: readonly string[];
}

const NOTHING: PlanChanges = { changes: [], noise: 0, moved: [] };

/** Reads a plan of one of an environment's stacks. What is not understood of it, or is of somebody else, is a problem. */
export function readPlan({ stack, plan }: StackPlan, environments: readonly SiteEnvironment[]): ReadPlan {
  const broken = (file: PlanFile | null, mistakes: readonly string[]): ReadPlan => ({
    stack,
    file,
    plan: NOTHING,
    problems: mistakes.map((mistake) => `The plan of ${stack} cannot be read: ${mistake}.`),
  });
  const [mistake, ...more] = mistakesOf(plan);
  if (mistake !== undefined) return broken(null, [mistake, ...more]);
  const foreign = strangers(stack, plan, environments);
  try {
    return { stack, file: plan, plan: resourceChanges({ stack, plan }), problems: foreign };
  } catch (error) {
    return broken(null, [(error as Error).message]);
  }
}

/** What says that a plan is of another stack, environment, account or Region. */
function strangers(stack: string, plan: PlanFile, environments: readonly SiteEnvironment[]): string[] {
  const [env] = environments;
  if (!env) return [];
  const is = (what: string) => `The plan of ${stack} is of ${what}, and ${env.name} is reviewed.`;
  const stacks = environments.flatMap(({ names }) => STACKS.map((role) => names.stack(role)));
  const accounts = [...new Set(environments.flatMap((each) => awsOf(each)?.account ?? []))];
  const regions = [...new Set(environments.map(({ region }) => region))];
  const onAws = accounts.length > 0;
  return [
    ...(stacks.includes(stack) ? [] : [is(`no stack of ${env.name}`)]),
    ...awsProviders(plan, onAws).flatMap(({ account, region }) => [
      ...(account !== null && accounts.includes(account) ? [] : [is(`account ${account ?? "that it does not name"}`)]),
      ...(region !== null && regions.includes(region) ? [] : [is(`Region ${region ?? "that it does not name"}`)]),
    ]),
    ...foreignResources(plan, env.name, accounts).map(is),
  ].filter((text, index, all) => all.indexOf(text) === index);
}

interface AwsProvider {
  readonly account: string | null;
  readonly region: string | null;
}

/**
 * Each provider of AWS as the configuration of the plan has it; a plan without any names no account, which it must where the
 * environment stands in one.
 */
function awsProviders({ configuration }: PlanFile, onAws: boolean): AwsProvider[] {
  const all = Object.values(configuration?.provider_config ?? {}).filter(({ name }) => name === "aws");
  const [none]: AwsProvider[] = [{ account: null, region: null }];
  const read = all.map(({ expressions }): AwsProvider => {
    const accounts = expressions?.["allowed_account_ids"]?.constant_value;
    const region = expressions?.["region"]?.constant_value;
    const [account, ...others] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
    return {
      account: typeof account === "string" && others.length === 0 ? account : null,
      region: typeof region === "string" ? region : null,
    };
  });
  return read.length > 0 || !none || !onAws ? read : [none];
}

const ARN_ACCOUNT = /^arn:[\w-]+:[\w-]+:[\w-]*:(\d{12}):/;

/** Environments and accounts beside those given that resources of a plan are of. */
export function foreignResources(
  { resource_changes: resources = [] }: PlanFile,
  name: string,
  accounts: readonly string[],
): string[] {
  const found = new Set<string>();
  for (const { mode, change } of resources) {
    if (mode !== "managed") continue;
    for (const values of [change.before, change.after]) {
      const account = ARN_ACCOUNT.exec(textAt(values, "arn"))?.[1];
      if (account !== undefined && !accounts.includes(account)) found.add(`account ${account}`);
    }
    // what is adopted may have had another's tag before
    const owner = textAt(recordAt(change.after ?? change.before, "tags_all"), ENVIRONMENT_TAG);
    if (owner !== "" && owner !== name) found.add(`environment ${owner}`);
  }
  return [...found];
}

const recordAt = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

function textAt(value: unknown, key: string): string {
  const found = recordAt(value, key);
  return typeof found === "string" ? found : "";
}

/** Providers whose resources the review knows. */
const KNOWN_PROVIDERS = /^registry\.(?:terraform\.io|opentofu\.org)\/hashicorp\/(?:aws|helm|kubernetes)$/;

/** `terraform_data` changes nothing anywhere; a program that it runs is told for itself. */
const BUILT_IN = /^terraform\.io\/builtin\/terraform$/;

export const isKnownProvider = ({ provider_name: name = "", type }: PlannedResource): boolean =>
  KNOWN_PROVIDERS.test(name) || (type === TERRAFORM_DATA && BUILT_IN.test(name));
