import { didYouMean } from "../../../config/kernel/nearest";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { STACKS } from "../../../config/names/resolve";
import { UsageError } from "../errors/usage";

/**
 * Looks at names of stacks before any work. Whether config has each of them, or has dropped it, is seen later.
 * @param given stacks, or addresses that begin with one @throws UsageError for what can be a stack of none of the environments
 */
export function assertStacks(
  option: string,
  given: readonly string[] | undefined,
  environments: readonly SiteEnvironment[],
): void {
  const known = environments.flatMap(({ names }) => STACKS.map((role) => names.stack(role)));
  for (const name of given ?? []) {
    const [stack = ""] = name.split(".");
    if (known.includes(stack)) continue;
    const [only, ...more] = environments;
    const who = only !== undefined && more.length === 0 ? `${only.name} has` : "these environments have";
    const hint = didYouMean(stack, known) ?? `There are: ${known.join(", ")}`;
    throw new UsageError(`${option} ${name}: ${who} no stack ${stack}. ${hint}`);
  }
}
