import { didYouMean } from "../../../config/kernel/nearest";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { STACKS } from "../../../config/names/resolve";
import { refuse } from "../errors/usage";

/**
 * Looks at names of stacks before any work. Whether config has each of them, or has dropped it, is seen later.
 * @param given stacks, or addresses that begin with one @throws refuse for what can be a stack of none of the environments
 */
export function assertStacks(
  option: string,
  given: readonly string[] | undefined,
  environments: readonly SiteEnvironment[],
): void {
  const known = environments.flatMap(({ names }) => STACKS.map((role) => names.stack(role)));
  const [only, ...more] = environments;
  const who = only !== undefined && more.length === 0 ? `${only.name} has` : "these environments have";
  refuse(
    ...(given ?? []).map((name) => {
      const [stack = ""] = name.split(".");
      if (known.includes(stack)) return null;
      return `${option} ${name}: ${who} no stack ${stack}. ${didYouMean(stack, known) ?? `There are: ${known.join(", ")}`}`;
    }),
  );
}
