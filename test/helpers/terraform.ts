import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTerraform, type Terraform } from "../../scripts/lib/terraform/terraform";

/** What the stacks ask for. */
export const REQUIREMENT = ">= 1.11.0";

/** The machine's Terraform, or why it cannot be used. */
function found(): Terraform | Error {
  try {
    return findTerraform(REQUIREMENT);
  } catch (error) {
    return error as Error;
  }
}

const present = found();

/** The machine's Terraform; only for tests of `testWithTerraform`. */
export const TERRAFORM: Terraform = present instanceof Error ? { program: "terraform", version: "0.0.0" } : present;

/** A test that runs Terraform. Without one it is skipped and says so; in CI it fails. */
export function testWithTerraform(name: string, run: () => Promise<void>): void {
  if (!(present instanceof Error)) {
    test(name, run);
    return;
  }
  if (process.env["CI"] === "true") {
    test(name, () => {
      throw present;
    });
    return;
  }
  process.stderr.write(`Skipped, since Terraform is missing: ${name}\n`);
  test.skip(name, run);
}

/** Temporary folders of a test file, removed after each test. */
export function temporaryFolders(): () => string {
  const made: string[] = [];
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "railyard-rehearsal-"));
    made.push(folder);
    return folder;
  };
}

/** A stack of a made-up synth. */
export interface FakeStack {
  readonly json: object;
  readonly dependencies?: readonly string[];
}

/** Writes what synth would, with stacks that need no provider. @returns the output folder */
export function writeSynth(folder: string, stacks: Readonly<Record<string, FakeStack>>): string {
  const manifest = { stacks: {} as Record<string, object> };
  for (const [name, { json, dependencies = [] }] of Object.entries(stacks)) {
    const at = join(folder, "stacks", name);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "cdk.tf.json"), JSON.stringify(json, null, 2));
    manifest.stacks[name] = { name, dependencies };
  }
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

/** A stack with `terraform_data` resources, with its state in S3 as synth writes it. */
export function dataStack(role: string, resources: object, more: object = {}): { readonly json: object } {
  const backend = { s3: { bucket: "states", key: `${role}.tfstate`, region: "us-east-1", use_lockfile: true } };
  return {
    json: { terraform: { backend, required_version: REQUIREMENT }, resource: { terraform_data: resources }, ...more },
  };
}

/** `data.terraform_remote_state` of the stack of a role. */
export function remoteState(role: string): object {
  const config = { bucket: "states", key: `${role}.tfstate`, region: "us-east-1" };
  return { terraform_remote_state: { [role]: { backend: "s3", config } } };
}

/** A program of its own, in bash. @returns its path */
export function writeProgram(folder: string, name: string, body: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/bash\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}
