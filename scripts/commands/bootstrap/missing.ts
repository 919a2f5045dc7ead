import { existsSync } from "node:fs";
import { readJson } from "../../lib/files/read-json";
import { resourcesOf, type StackJson, type StackResource } from "../../lib/terraform/stack-json";

/** What is read of a state, and of the import blocks of a stack. */
interface StateJson {
  readonly resources?: readonly { readonly mode?: string; readonly type: string; readonly name: string }[];
}

/** Resources of a stack that its state does not have, and that no import block of its own brings there. */
export function missingResources(stack: StackJson, stateFile: string): StackResource[] {
  const imported = (stack as { import?: readonly { readonly to: string }[] }).import ?? [];
  const known = new Set([...addressesIn(stateFile), ...imported.map(({ to }) => to)]);
  return resourcesOf(stack).filter(({ address }) => !known.has(address));
}

/** Addresses of a state file; none where there is no file. @throws ExpectedError when it cannot be read */
function addressesIn(stateFile: string): string[] {
  if (!existsSync(stateFile)) return [];
  const fix = "Bring it back from git; or move it away, and what is in the account is imported.";
  const { resources = [] } = readJson(stateFile, { fix }) as StateJson;
  return resources.filter(({ mode }) => mode !== "data").map(({ type, name }) => `${type}.${name}`);
}
