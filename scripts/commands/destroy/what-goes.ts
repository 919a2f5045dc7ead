import { didYouMean } from "../../../config/kernel/nearest";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { stacksOf } from "../../lib/terraform/environment-plans";
import { fullAddress, quoted, stackLosses } from "../../lib/terraform/allowed";
import type { StackLoss } from "../../lib/terraform/losses";
import { readStacks } from "../../lib/terraform/order";
import type { PlanJson } from "../../lib/terraform/plan-json";
import { isGuarded } from "../../lib/terraform/protection";
import { readStack, resourcesOf } from "../../lib/terraform/stack-json";
import { UsageError } from "../../lib/errors/usage";
import { claimName, type Claim } from "./owned-objects";

export interface ChosenStacks {
  readonly synthFolder: string;
  readonly environment: SiteEnvironment;
  /** These, and all that stand on them. @default all but bootstrap */
  readonly only?: readonly string[] | undefined;
  /** The state bucket and its key go, too. */
  readonly bootstrap: boolean;
}

/**
 * Stacks in the order in which they are destroyed: that of deployment in reverse. So nodes go before the file system that
 * their pods write to.
 */
export function stacksToDestroy({ synthFolder, environment, only, bootstrap }: ChosenStacks): string[] {
  const all = stacksOf({ synthFolder, environment });
  const nodes = readStacks(synthFolder, (stack) => all.includes(stack));
  const first = environment.names.stack("bootstrap");
  if (only?.includes(first)) throw new UsageError(`${first} holds the states of all others: --bootstrap names it`);
  const unknown = only?.find((stack) => !all.includes(stack));
  if (unknown !== undefined)
    throw new UsageError(
      `${environment.name} has no stack ${unknown}. ${didYouMean(unknown, all) ?? `There are: ${all.join(", ")}`}`,
    );
  const chosen = new Set(only ?? all.filter((stack) => stack !== first));
  if (bootstrap && all.includes(first)) chosen.add(first);
  for (let size = -1; size !== chosen.size;) {
    size = chosen.size;
    for (const { name, dependencies } of nodes)
      if (dependencies.some((one) => one !== first && chosen.has(one))) chosen.add(name);
  }
  return all.filter((stack) => chosen.has(stack)).reverse();
}

/**
 * What a plan takes that must be named: in production all data; elsewhere the data that the stack protects, or that is not
 * in it any more, since what protected it went with it. Machines and networks hold nothing: that the environment's name was
 * typed is enough for them.
 */
export function mustBeNamed(
  { synthFolder, environment }: Pick<ChosenStacks, "synthFolder" | "environment">,
  stack: string,
  plan: PlanJson,
): StackLoss[] {
  const written = new Map(resourcesOf(readStack(synthFolder, stack)).map((one) => [one.address, isGuarded(one)]));
  const isProtected = (address: string) => written.get(address.replace(/\[[^\]]*\]$/, "")) ?? true;
  return stackLosses(synthFolder, stack, plan).filter(
    ({ holds, address }) => holds === "data" && (environment.production || isProtected(address)),
  );
}

export interface Unnamed {
  readonly resources: readonly StackLoss[];
  readonly claims: readonly Claim[];
}

/** Why nothing is destroyed, with what to type when all of it is meant. Null when everything was named. */
export function unnamedText({ resources, claims }: Unnamed): string | null {
  if (resources.length + claims.length === 0) return null;
  return [
    "This would be lost for ever, and was not named:",
    ...resources.flatMap((loss) => [`  ${fullAddress(loss)}`, `    ${loss.why}`]),
    ...claims.flatMap((claim) => [`  ${claimName(claim)}`, "    the volume of this claim is deleted with it"]),
    "Nothing was drained or destroyed. To give it up, name it:",
    ...[...resources.map(fullAddress), ...claims.map(claimName)].map((name) => `  --allow ${quoted(name)}`),
    "Instead of that, --keep <address> keeps a bucket, a key or a log group, with what it stands on. To keep more, destroy",
    "less: --stack <stack> takes a stack and what stands on it, such as the nodes with all that runs there.",
  ].join("\n");
}
