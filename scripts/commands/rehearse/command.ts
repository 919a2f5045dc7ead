import { join } from "node:path";
import { STACKS } from "../../../config/resolve/names";
import type { CommandContext } from "../../cli/command";
import { gitRef, inputFile, place, resourceAddress, something, type OptionCheck } from "../../cli/option-checks";
import { outputFolder } from "../../lib/files/output";
import { readArgs } from "../../cli/read-args";
import { reportError } from "../../cli/command-errors";
import { assertStacks } from "../../lib/environments/known-stacks";
import { loadWritten } from "../../lib/environments/environment-table";
import { readDrift } from "../../rehearsal/drift";
import { parseFault } from "../../rehearsal/fault-requests";
import { rehearse, type RehearsalResult } from "../../rehearsal/rehearse";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { NOT_ASKED, progressLines } from "../../rehearsal/run/progress";
import { resultLines } from "../../rehearsal/result-lines";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Run the real Terraform over every stack of an environment, with no cloud account: init, validate, plan, apply, a
second plan that must be empty, and destroy in reverse order. Stand-ins answer for AWS, Helm and Kubernetes with the
exact schemas of the pinned providers. AWS itself is not asked: quotas, capacity and names that others have are not known.

  npx railyard rehearse       every environment of config/environments/index.ts
  npx railyard rehearse dev   this environment

  --stack <name>      this stack, such as dev-network, and all that it depends on (repeatable)
  --from <git ref>    begin with the environment as of that commit, and plan the present one on top: what would change on
                      a running cluster. Whatever holds data or runs jobs may not be replaced or destroyed,
  --allow <address>   but for these, such as dev-storage.aws_fsx_lustre_file_system.lustre (repeatable)
  --fail <address>[=api-error|timeout|throttling]
                      let one resource fail in the middle of apply; the next run must finish the job (repeatable)
  --drift <file>      after apply, change the pretended cloud by this YAML file: the plan must show it
  --fresh             throw away what an earlier run has left, instead of going on with it
  --out <folder>      where the plans go, in rehearsal/<environment> (default cdktf.out)
  --json              print the result as JSON
  --help              this text

Needs Terraform (TERRAFORM_BINARY_NAME, or terraform on the PATH). Plans are kept in
cdktf.out/rehearsal/<environment>/<stack>/plan.json, the result in result.json beside.
Exit code: 0 all of it went well; 1 it could not run; 2 something was refused or failed, or something stateful would be
lost.`;

/** `railyard rehearse`. @returns the exit code */
export async function rehearseCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const faults = (values.fail ?? []).map(parseFault);
    const drift = values.drift === undefined ? [] : readDrift(values.drift);
    if (values.allow && values.from === undefined)
      throw new UsageError("--allow names what an upgrade may lose: it needs --from");
    const outdir =
      values.out === undefined
        ? join(context.root, "cdktf.out")
        : outputFolder({ option: "--out", path: values.out }).path;
    const environments = loadWritten(positionals, context.clock()).map(({ resolved }) => resolved);
    assertStacks("--stack", values.stack, environments);
    // progress is for people, and JSON must be alone on the output
    const print = values.json ? () => {} : context.print;
    print(NOT_ASKED);
    const results = await interruptible(async (signal) => {
      const done: RehearsalResult[] = [];
      for (const environment of environments) {
        const lines = progressLines(STACKS.map((role) => environment.names.stack(role)));
        const result = await rehearse({
          root: context.root,
          outdir,
          environment,
          from: values.from,
          faults,
          drift,
          allow: values.allow ?? [],
          stacks: values.stack ?? [],
          fresh: values.fresh === true,
          signal,
          onResult: (phase) => lines(phase).forEach(print),
          onNote: (text) => print(`-- ${text}`),
        });
        resultLines(result).forEach(print);
        done.push(result);
      }
      return done;
    });
    if (values.json) context.print(JSON.stringify(results, null, 2));
    return results.every(({ ok }) => ok) ? 0 : 2;
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(error.message);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard rehearse --help" });
  }
}

const fault: OptionCheck = (value, option) => resourceAddress(parseFault(value).name, option);

const parse = (args: readonly string[]) =>
  readArgs(args, {
    stack: { type: "string", check: something, multiple: true },
    from: { type: "string", check: gitRef },
    allow: { type: "string", check: resourceAddress, multiple: true },
    fail: { type: "string", check: fault, multiple: true },
    drift: { type: "string", check: inputFile },
    fresh: { type: "boolean" },
    out: { type: "string", check: place },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
