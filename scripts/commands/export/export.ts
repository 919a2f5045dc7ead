import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { STACKS } from "../../../config/names/resolve";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { ExpectedError } from "../../lib/errors/expected-error";
import { folderProblem } from "../../lib/files/file-problem";
import { readStacks, withDependencies } from "../../lib/terraform/order";
import { ownLocation, readStack, resourcesOf, stackFolder } from "../../lib/terraform/stack-json";
import { findTerraform, runTerraform, TerraformError, type Terraform } from "../../lib/terraform/terraform";
import type { ProviderSchema } from "../../rehearsal/schema/types";
import { servedSchemas, usedTypes } from "../../rehearsal/served-types";
import { synthesizeInto } from "../../lib/synth/synthesize";
import { assertFree, putFolder } from "./export-folder";
import { exportReadme } from "./export-readme";
import { type JsonObject } from "./expression";
import { noteFiles } from "./written-files";
import { stackHcl } from "./stack-hcl";
import { withStatePaths } from "./state-paths";
import { isPlain } from "../../../config/kernel/plain";
import { temporaryFolder } from "../../lib/process/temporary-folder";

export interface ExportProps {
  /** Repository root. */
  readonly root: string;
  readonly environment: SiteEnvironment;
  /** Folder that gets a folder for each stack, and the README. */
  readonly out: string;
  /** @default - all */
  readonly stacks: readonly string[];
  /** Whether an earlier export in the folder is replaced. */
  readonly replace: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ExportedStack {
  readonly name: string;
  readonly resources: number;
  /** `s3://bucket/key`, or a path that is relative to the stack's folder. */
  readonly state: string;
  /** Stacks that come before it. */
  readonly dependencies: readonly string[];
  readonly files: readonly string[];
}

export interface Exported {
  readonly environment: string;
  readonly folder: string;
  readonly stacks: readonly ExportedStack[];
  /** Version of the Terraform that formatted the files; null without one. */
  readonly formattedBy: string | null;
}

/** Writes an environment as HCL, all or nothing: beside the folder first, then in its place. */
export async function exportEnvironment(props: ExportProps): Promise<Exported> {
  const out = resolve(props.out);
  try {
    assertFree(out, props.replace);
    mkdirSync(dirname(out), { recursive: true });
    const synthFolder = temporaryFolder("export");
    const work = mkdtempSync(join(dirname(out), `.${basename(out)}-`));
    // temporary folders are their owner's alone
    chmodSync(work, 0o755);
    try {
      const written = await writeExport(props, { synthFolder, work, out });
      putFolder(work, out);
      return written;
    } finally {
      for (const folder of [synthFolder, work]) rmSync(folder, { recursive: true, force: true });
    }
  } catch (error) {
    const text = folderProblem(error, out);
    if (text === null) throw error;
    throw new ExpectedError(text);
  }
}

interface Folders {
  readonly synthFolder: string;
  readonly work: string;
  readonly out: string;
}

async function writeExport(props: ExportProps, { synthFolder, work, out }: Folders): Promise<Exported> {
  const { environment, root, signal } = props;
  const names = chosenStacks(environment, synthFolder, props.stacks);
  const schemas = servedSchemas(root, usedTypes([synthFolder]));
  const used = new Set(names.flatMap(({ name }) => providersOf(readStack(synthFolder, name) as JsonObject)));
  const stacks = names.map(({ name, dependencies }): ExportedStack => {
    const files = writeStack(name, schemas, {
      synthFolder,
      to: join(work, name),
      // the path that a relative state path starts from when people use them
      home: join(root, "cdktf.out", "stacks", name),
      later: join(out, name),
    });
    const resources = resourcesOf(readStack(synthFolder, name)).length;
    const state = stateText(synthFolder, name, join(root, "cdktf.out", "stacks", name), join(out, name));
    return { name, resources, state, dependencies, files };
  });
  const providers = Object.fromEntries(
    schemas.filter(({ provider }) => used.has(provider)).map(({ provider, version }) => [provider, version]),
  );
  const readme = exportReadme({ environment: environment.name, stacks, providers, terraform: TERRAFORM_VERSION });
  writeFileSync(join(work, "README.md"), readme);
  const terraform = optionalTerraform();
  if (terraform) await format(terraform, work, signal);
  noteFiles(work);
  return { environment: environment.name, folder: out, stacks, formattedBy: terraform?.version ?? null };
}

function chosenStacks(environment: SiteEnvironment, synthFolder: string, asked: readonly string[]) {
  synthesizeInto([environment], synthFolder);
  // in the order of their life, as people apply them
  const order: readonly string[] = STACKS.map((role) => environment.names.stack(role));
  const all = readStacks(synthFolder).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  // refuses names that are none
  withDependencies(all, asked);
  return asked.length === 0 ? all : all.filter(({ name }) => asked.includes(name));
}

/** Providers that a stack configures. */
function providersOf({ provider }: JsonObject): string[] {
  return isPlain(provider) ? Object.keys(provider) : [];
}

interface StackFolders {
  readonly synthFolder: string;
  readonly to: string;
  /** Where the stack is when it is synthesized for people. */
  readonly home: string;
  /** Where it will be in the end. */
  readonly later: string;
}

function writeStack(
  name: string,
  schemas: readonly ProviderSchema[],
  { synthFolder, to, home, later }: StackFolders,
): string[] {
  const json = withStatePaths(readStack(synthFolder, name) as JsonObject, home, later);
  mkdirSync(to);
  const files = stackHcl(name, json, schemas);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(to, file), text);
  const assets = join(stackFolder(synthFolder, name), "assets");
  if (!existsSync(assets)) return Object.keys(files);
  cpSync(assets, join(to, "assets"), { recursive: true });
  return [...Object.keys(files), "assets"];
}

function stateText(synthFolder: string, name: string, home: string, later: string): string {
  const location = ownLocation(synthFolder, name) ?? "unknown";
  if (location.startsWith("s3://")) return location;
  return relative(later, resolve(home, relative(stackFolder(synthFolder, name), location)));
}

function optionalTerraform(): Terraform | null {
  try {
    return findTerraform(TERRAFORM_VERSION);
  } catch (error) {
    if (error instanceof TerraformError) return null;
    throw error;
  }
}

/** Terraform reads all of it on the way: what it cannot read is a bug here. */
async function format(terraform: Terraform, folder: string, signal: AbortSignal | undefined): Promise<void> {
  const { code, stderr } = await runTerraform({
    terraform,
    folder,
    args: ["fmt", "-recursive", "-list=false", "-no-color"],
    env: {},
    signal,
  });
  if (code !== 0) throw new Error(`Terraform cannot read what was exported:\n${stderr}`);
}
