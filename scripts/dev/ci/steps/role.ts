import { rmSync } from "node:fs";
import { synthesizeInto } from "../../../lib/synth/synthesize";
import { UsageError } from "../../../lib/errors/usage";
import { deployPermissions, planPermissions, roleTrust, type RoleUse } from "../plan-role";
import { something } from "../../../cli/option-checks";
import { readArgs } from "../../../cli/read-args";
import { oneEnvironment, required, type StepContext } from "../step";
import { readStack } from "../../../lib/terraform/stack-json";
import { temporaryFolder } from "../../../lib/process/temporary-folder";

export const USAGE = `role <environment> --repository <owner/name> [--for plan|deploy]
      Print the trust policy of the role that jobs of the repository take on, and the permissions it needs: for deploy by
      policy, with the boundary of every role that it makes.
      Tokens of repositories made since 2026-07-15 name the ids too: --repository <owner>@<id>/<name>@<id>`;

export const OPTIONS = {
  repository: { type: "string", check: something },
  for: { type: "string", check: something, default: "plan" },
} as const;

/** `ci role`: prints trust and permissions of the role that the pipeline takes on. @returns the exit code */
export function roleStep(args: readonly string[], context: StepContext): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS);
  const environment = oneEnvironment(positionals, context);
  const repository = required("repository", values.repository);
  if (!/^[\w.-]+(@\d+)?\/[\w.-]+(@\d+)?$/.test(repository))
    throw new UsageError(`--repository must be owner/name, but is "${repository}"`);
  const use = values.for as RoleUse;
  if (use !== "plan" && use !== "deploy") throw new UsageError(`--for must be plan or deploy, but is "${values.for}"`);
  const folder = temporaryFolder("role");
  try {
    const trust = roleTrust(environment, repository, use);
    const stacks = synthesizeInto([environment], folder).map(({ name }) => name);
    const props = { environment, types: typesOf(folder, stacks) };
    const needed = use === "plan" ? { permissions: planPermissions(props) } : deployPermissions(props);
    context.print(JSON.stringify({ trust, ...needed }, null, 2));
    if ("boundary" in needed && needed.boundary === null)
      context.printError(
        `${environment.name} has no ci in its config, so its roles have no boundary: whoever has this role can make one that may do everything.`,
      );
    return Promise.resolve(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function typesOf(folder: string, stacks: readonly string[]): string[] {
  const types = stacks.flatMap((stack) => {
    return Object.keys(readStack(folder, stack).resource ?? {});
  });
  return [...new Set(types)].sort();
}
