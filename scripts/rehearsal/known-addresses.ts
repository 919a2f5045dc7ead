import { didYouMean } from "../../config/kernel/nearest";
import { UsageError } from "../lib/errors/usage";
import { readStacks } from "../lib/terraform/order";
import { readStack, resourcesOf } from "../lib/terraform/stack-json";

/**
 * Options that name resources are looked at before Terraform runs: an address that no stack has could neither fail nor be lost.
 * @param folders synthesized stacks, those that are there before too
 */
export function assertKnown(option: string, names: readonly string[], folders: readonly string[]): void {
  if (names.length === 0) return;
  const known = new Set(folders.flatMap(addressesOf));
  for (const name of names) {
    // keys of instances are only known to a plan
    const bare = name.replace(/\[[^\]]*\]$/, "");
    if (known.has(bare)) continue;
    const near = didYouMean(
      bare,
      [...known].filter((address) => address.includes(".") === bare.includes(".")),
    );
    throw new UsageError(`${option} ${name}: there is no such resource${near ? `; ${near}` : ""}`);
  }
}

/** With and without the name of the stack. */
function addressesOf(folder: string): string[] {
  return readStacks(folder).flatMap(({ name }) =>
    resourcesOf(readStack(folder, name)).flatMap(({ address }) => [address, `${name}.${address}`]),
  );
}
