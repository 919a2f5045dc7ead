import { join } from "node:path";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { assertStacks } from "../../lib/environments/known-stacks";
import { loadWritten } from "../../lib/environments/environment-table";
import { checkExport } from "./check-export";
import { exportEnvironment, type Exported } from "./export";
import { place, something } from "../../cli/option-checks";
import { outputFolder } from "../../lib/files/output";
import { readArgs } from "../../cli/read-args";
import type { PhaseResult } from "../../rehearsal/run/phases";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { findTerraform } from "../../lib/terraform/terraform";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Write an environment as plain Terraform, in HCL: for whoever goes on without CDKTF and without this repository. Resources
keep their addresses and states; a README.md beside tells the order, the states and how to go on.

  npx railyard export research                        into cdktf.out/export/research
  npx railyard export research --out ../research-tf   into that folder
  npx railyard export research --check                and prove it: the stacks are applied to a pretended cloud,
                                                      and the plan of the exported files on top must be empty

  --stack <name>   this stack only, such as research-nodes (repeatable)
  --out <folder>   folder to write; it must not be there, or be empty
  --replace        replace an earlier export in that folder, with whatever was changed in it
  --check          prove that the files say what the stacks say (needs Terraform; takes about as long as a rehearsal)
  --json           print the result as JSON
  --help           this text

The files are formatted with terraform fmt where Terraform is there.
Nothing is half written.
Exit code: 0 written; 1 something is wrong; 2 written, and with --check not the same.`;

/** `railyard export`. @returns the exit code */
export async function exportCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: export research`);
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const [loaded] = loadWritten([name], context.clock());
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
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`Interrupted (${error.by}). Nothing is left running, and nothing is half written.`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard export --help" });
  }
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

const parse = (args: readonly string[]) =>
  readArgs(args, {
    stack: { type: "string", check: something, multiple: true },
    out: { type: "string", check: place },
    replace: { type: "boolean" },
    check: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
