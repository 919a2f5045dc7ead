import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { EXPORT_COMMAND } from "./definition";
import { assertStacks } from "../../lib/environments/known-stacks";
import { loadFor } from "../../lib/environments/load-for";
import { checkExport } from "./check-export";
import { exportEnvironment, type Exported } from "./export";
import { outputFolder } from "../../lib/files/output";
import type { PhaseResult } from "../../rehearsal/run/phases";
import { interruptible } from "../../lib/process/interruptible";
import { findTerraform } from "../../lib/terraform/terraform";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

/** `railyard export`. @returns the exit code */
export async function exportCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(EXPORT_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: export research`);
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const [loaded] = loadFor("export", [name], context);
    const environment = loaded!.resolved;
    assertStacks("--stack", values.stack, [environment]);
    const { root } = context;
    // before anything is written
    if (values.check) findTerraform(TERRAFORM_VERSION);
    const { exported, checks } = await interruptible(async (signal) => {
      const exported = await exportEnvironment({
        root,
        environment,
        out: values.out ?? join(root, "cdktf.out", "export", name),
        stacks: values.stack ?? [],
        replace: values.replace === true,
        signal,
      });
      const check = { root, environment, exported, signal, onResult: () => {} };
      return { exported, checks: values.check ? await checkExport(check) : null };
    });
    const problems = checks === null ? null : problemsOf(checks);
    context.print(
      values.json ? JSON.stringify({ ...exported, problems }, null, 2) : resultText(exported, problems).join("\n"),
    );
    return problems === null || problems.length === 0 ? 0 : 2;
  });
}

function resultText({ folder, stacks, formattedBy }: Exported, problems: readonly string[] | null): string[] {
  const rows = stacks.map(({ name, resources, state }) => [name, String(resources), state]);
  const checked =
    problems === null
      ? "Not checked: --check applies the stacks to a pretended cloud, and plans these files on top."
      : problems.length === 0
        ? "Checked: on the states that the stacks leave, the plan of every exported stack is empty."
        : ["The exported files do not say what the stacks say:", ...problems].join("\n");
  return [
    ...table(["stack", "resources", "state"], rows, [1]),
    "",
    `Written to ${folder}; its README.md tells how to go on.`,
    ...(formattedBy === null
      ? ["Not formatted, since there is no Terraform: run terraform fmt -recursive there."]
      : []),
    checked,
  ];
}

/** What went wrong, a line each. */
function problemsOf(checks: readonly PhaseResult[]): string[] {
  return checks
    .filter(({ ok }) => !ok)
    .flatMap(({ stack, phase, diagnostics }) =>
      diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ address = "", summary, detail }) => `${stack}, ${phase}: ${address} ${summary} ${detail}`.trimEnd()),
    );
}
