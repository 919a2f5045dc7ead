import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { GUARD } from "../../../constructs/core/data-guard";
import { StackTerraform, type StackTerraformProps } from "../../lib/terraform/stack-terraform";
import { copyStack } from "../../lib/terraform/destroy-folder";
import { stackFolder } from "../../lib/terraform/stack-json";

/** Entries in the list of what a stack protects, as Terraform's messages have them. */
const ENTRY = new RegExp(`${GUARD.type}\\.${GUARD.name}\\["([^"]+)"\\]`, "g");

/** Addresses of what a stack has protected until now and config has no more, which Terraform therefore refused to plan. */
export function droppedData(failure: string): string[] {
  // Terraform breaks long lines
  const text = failure.replace(/[\s│]+/g, " ");
  if (!text.includes("Instance cannot be destroyed")) return [];
  return [...new Set([...text.matchAll(ENTRY)].map(([, address = ""]) => address))];
}

export interface UnguardedProps extends Omit<StackTerraformProps, "folder"> {
  readonly synthFolder: string;
  readonly workFolder: string;
}

/**
 * A stack without the list of what it protects, in a copy: there it can be planned what goes, so that it can be named. What
 * is still in config stays protected. The stack's own folder refuses as before.
 */
export class UnguardedStack {
  readonly terraform: StackTerraform;
  readonly #copy: string;
  readonly #own: string;

  constructor({ synthFolder, workFolder, ...props }: UnguardedProps) {
    const lifted = { [GUARD.type]: { [GUARD.name]: { lifecycle: { prevent_destroy: false } } } };
    this.#own = stackFolder(synthFolder, props.stack);
    this.#copy = copyStack(synthFolder, props.stack, workFolder, lifted);
    this.terraform = new StackTerraform({ ...props, folder: this.#copy });
  }

  /** State that could not be saved must outlive the copy. */
  saveState(): void {
    const unsaved = "errored.tfstate";
    if (existsSync(join(this.#copy, unsaved))) cpSync(join(this.#copy, unsaved), join(this.#own, unsaved));
  }
}
