import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { liftedResources, protectingArguments } from "./protection";
import { readStack, resourcesOf, stackFolder, stateLocation, type ResourceJson, type StackJson } from "./stack-json";

/** What a stack consists of; the rest of its folder is Terraform's. */
const CONFIGURATION = ["cdk.tf.json", "assets", ".terraform.lock.hcl"];

/** Terraform reads files of such names last, and merges them into the others. */
const OVERRIDE = "railyard_override.tf.json";

export interface DestroyFolder {
  readonly folder: string;
  /** Arguments that keep AWS from deleting, by address: Terraform destroys with what the state has, so they are applied first. */
  readonly switched: Readonly<Record<string, readonly string[]>>;
}

/**
 * Copies a stack to where it can be destroyed. The stack's own folder never loses its protection, whichever way this
 * process ends: who runs Terraform there is refused as before.
 */
export function destroyFolder(synthFolder: string, stack: string, workFolder: string): DestroyFolder {
  const resources = resourcesOf(readStack(synthFolder, stack));
  const folder = copyStack(synthFolder, stack, workFolder, liftedResources(resources, deletionProtection));
  const switched = resources.flatMap(({ address, json }) => {
    const names = deletionProtection(json).map(([name]) => name);
    return names.length ? [[address, names] as const] : [];
  });
  return { folder, switched: Object.fromEntries(switched) };
}

/**
 * Copies a stack, on the same state, with something else said of its resources.
 * @param lifted what is merged over them, by type and name
 * @returns the folder of the copy
 */
export function copyStack(synthFolder: string, stack: string, workFolder: string, lifted: object): string {
  const from = stackFolder(synthFolder, stack);
  const folder = join(workFolder, stack);
  for (const at of [folder, from])
    if (existsSync(join(at, "errored.tfstate")))
      throw new ExpectedError(
        `${at}/errored.tfstate is what an earlier run could not write into the state:\n` +
          `  terraform -chdir=${at} state push errored.tfstate\nand remove the file then.`,
      );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, ".terraform"), { recursive: true, mode: 0o700 });
  for (const name of CONFIGURATION)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(folder, name), { recursive: true });
  // some hundred megabytes, which are there when the stack was planned before
  const providers = join(from, ".terraform", "providers");
  if (existsSync(providers)) symlinkSync(providers, join(folder, ".terraform", "providers"));
  const config = readStack(synthFolder, stack);
  const override = { ...statePaths(config, from), ...(Object.keys(lifted).length && { resource: lifted }) };
  writeFileSync(join(folder, OVERRIDE), `${JSON.stringify(override, null, 2)}\n`);
  return folder;
}

/** Protection that a service has. What would empty a bucket or a registry stays as it is: a person empties it. */
const deletionProtection = (json: ResourceJson) =>
  protectingArguments(json).filter(([name]) => name.includes("deletion_protection"));

/** States that are files have paths from the folder of the stack. */
function statePaths({ terraform, data }: StackJson, from: string): object {
  const at = (config: Readonly<Record<string, unknown>>) => stateLocation({ backend: "local", config }, from);
  const { local: own, ...others } = { ...terraform?.backend };
  const isLocal = Object.keys(others).length === 0;
  const read = Object.entries(data?.terraform_remote_state ?? {}).filter(([, { backend }]) => backend === "local");
  return {
    ...(isLocal && {
      terraform: { backend: { local: { ...own, path: at(own ?? {}) ?? join(from, "terraform.tfstate") } } },
    }),
    ...(read.length && {
      data: {
        terraform_remote_state: Object.fromEntries(
          read.map(([name, { backend, config }]) => [name, { backend, config: { ...config, path: at(config) } }]),
        ),
      },
    }),
  };
}

/** Removes copies and plans, which have secrets; what could not be written into a state stays. */
export function clearDestroyFolder(workFolder: string): void {
  const left = (name: string) => existsSync(join(workFolder, name, "errored.tfstate"));
  const names = readdirSync(workFolder);
  for (const name of names.filter((one) => !left(one)))
    rmSync(join(workFolder, name), { recursive: true, force: true });
  if (!names.some(left)) rmSync(workFolder, { recursive: true, force: true });
}
