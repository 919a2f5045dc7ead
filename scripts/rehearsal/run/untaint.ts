import { existsSync, readFileSync } from "node:fs";
import { runTerraform, type Terraform } from "../../lib/terraform/terraform";
import type { PreparedStack } from "./workspace";
import { parseJson } from "../../lib/files/read-json";

export interface KeepProtectedProps {
  readonly terraform: Terraform;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** The part of Terraform's state format 4 that is read. */
interface State {
  readonly resources?: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances?: readonly { readonly status?: string }[];
  }[];
}

/**
 * After a call that was given up waiting for, Terraform has the object marked for replacement, and then refuses to
 * replace what is protected. The object is there: the mark is taken away, as a person would do.
 */
export async function keepProtected(
  { terraform, signal, tell }: KeepProtectedProps,
  stack: PreparedStack,
): Promise<void> {
  for (const address of taintedIn(stack.statePath).filter((each) => stack.protected.includes(each))) {
    tell(
      `${stack.name}: ${address} is protected and marked for replacement. It is there, so: terraform untaint ${address}`,
    );
    await runTerraform({ terraform, folder: stack.folder, args: ["untaint", "-no-color", address], env: {}, signal });
  }
}

function taintedIn(statePath: string): string[] {
  if (!existsSync(statePath)) return [];
  const { resources = [] } = parseJson(readFileSync(statePath, "utf8") || "{}", { name: statePath }) as State;
  return resources
    .filter(({ instances = [] }) => instances.some(({ status }) => status === "tainted"))
    .map(({ type, name }) => `${type}.${name}`);
}
