import { rmSync } from "node:fs";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { STACKS, type StackRole } from "../../../config/names/resolve";
import { readStacks } from "../../lib/terraform/order";
import { readStack, resourcesOf, type StackResource } from "../../lib/terraform/stack-json";
import { synthesizeInto } from "../../lib/synth/synthesize";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** Resources of a stack by their place in it. */
export type Places = ReadonlyMap<string, StackResource>;

/** What the config of an environment would make. */
export type Planned = ReadonlyMap<StackRole, Places>;

/** Synthesizes beside what is there. */
export function plannedResources(environment: AwsEnvironment): Planned {
  const folder = temporaryFolder("adopt");
  try {
    synthesizeInto([environment], folder);
    const names = readStacks(folder).map(({ name }) => name);
    const roles = STACKS.filter((role) => names.includes(environment.names.stack(role)));
    return new Map(roles.map((role) => [role, placesOf(folder, environment.names.stack(role))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function placesOf(folder: string, stack: string): Places {
  const resources = resourcesOf(readStack(folder, stack));
  return new Map(
    resources.map((resource) => {
      const { metadata } = resource.json["//"] as { metadata: { path: string } };
      return [metadata.path.slice(stack.length + 1), resource];
    }),
  );
}

/** Places of a type, with the arguments of the resources. */
export function ofType(places: Places, type: string): [place: string, json: Readonly<Record<string, unknown>>][] {
  return [...places].filter(([, resource]) => resource.type === type).map(([place, { json }]) => [place, json]);
}
