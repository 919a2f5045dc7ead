import { shellWord } from "../../../constructs/core/shell-word";
import { checkMove, type MoveCheck } from "./check-move";
import { moveInPlace, moveInto } from "./move";
import { CDKTN_VERSION } from "./moved-package";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { loadWritten } from "../../lib/environments/environment-table";
import { place } from "../../cli/option-checks";
import { outputFolder } from "../../lib/files/output";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Move the project from CDKTF, which is archived, to CDK Terrain (cdktn ${CDKTN_VERSION}), which goes on with it. package.json gets
cdktn under the name cdktf, and package-lock.json follows; no source changes, and docs/cdktn.md tells why.

  npx railyard cdktn --check             prove it: move a copy, install it, synthesize every environment with both,
                                         and compare; the same Terraform JSON must come out
  npx railyard cdktn --check dev         with this environment only
  npx railyard cdktn --into ../terrain   write a moved copy of the project into that folder
  npx railyard cdktn --in-place          move this project; the git tree must be clean

  --check           write nothing here, and compare
  --into <folder>   folder to write; it must not be there, or be empty
  --in-place        rewrite package.json and package-lock.json of this project
  --json            print the result as JSON
  --help            this text

Asks npm's registry for what its cache does not have. Nothing is half written.
Exit code: 0 moved, or proven the same; 1 something is wrong; 2 with --check only: something differs.`;

/** `railyard cdktn`. @returns the exit code */
export async function cdktnCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const { root } = context;
    const asked = [
      values.check && "--check",
      values.into !== undefined && "--into",
      values["in-place"] && "--in-place",
    ];
    const given = asked.filter(Boolean);
    if (given.length !== 1)
      throw new UsageError(`give one of --check, --into <folder> and --in-place, not ${given.join(" and ") || "none"}`);
    if (positionals.length > 0 && !values.check)
      throw new UsageError(`all of the project is moved: only --check takes environments, such as ${positionals[0]}`);
    if (values.into !== undefined) outputFolder({ option: "--into", path: values.into });
    return await interruptible(async (signal) => {
      if (values.check) return await checked(positionals, values.json === true, context, signal);
      if (values.into !== undefined) await moveInto({ root, signal }, values.into);
      else await moveInPlace({ root, signal });
      const folder = values.into ?? root;
      if (values.json) context.print(JSON.stringify({ ok: true, cdktn: CDKTN_VERSION, folder }, null, 2));
      else context.print(movedText(values.into));
      return 0;
    });
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`Interrupted (${error.by}). Nothing is left running, and nothing is half written.`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard cdktn --help" });
  }
}

async function checked(names: readonly string[], json: boolean, context: CommandContext, signal: AbortSignal) {
  const now = context.clock();
  const result = await checkMove({
    root: context.root,
    environments: loadWritten(names, now).map(({ resolved }) => resolved),
    now,
    signal,
    // progress is for people, and JSON must be alone on the output
    onNote: json ? () => {} : (text) => context.print(`-- ${text}`),
  });
  context.print(json ? JSON.stringify(result, null, 2) : checkText(result).join("\n"));
  return result.ok ? 0 : 2;
}

/** As many as a person reads; --json has all. */
const SHOWN = 40;

function checkText({ ok, cdktn, environments, stacks, files, differences, seconds }: MoveCheck): string[] {
  const what = `${stacks} stacks (${files} files) of ${environments.join(", ")}`;
  const times = `Moving ${seconds.move} s, installing ${seconds.install} s, synthesizing ${seconds.synth} s.`;
  if (ok) return [`The same: cdktn ${cdktn} writes ${what} as CDKTF does.`, times];
  const lines = differences
    .slice(0, SHOWN)
    .flatMap(({ file, path, before, after }) => [
      `${file}  ${path}`,
      `  - ${short(before) ?? "not there"}`,
      `  + ${short(after) ?? "not there"}`,
    ]);
  const more = differences.length > SHOWN ? [`… and ${differences.length - SHOWN} more: see --json`] : [];
  return [`cdktn ${cdktn} writes ${what} with ${differences.length} differences:`, ...lines, ...more, times];
}

const short = (text: string | null) => (text !== null && text.length > 200 ? `${text.slice(0, 200)}…` : text);

function movedText(into: string | undefined): string {
  return [
    `Moved to cdktn ${CDKTN_VERSION}: package.json and package-lock.json${into === undefined ? "" : `, in ${into}`}. Next:`,
    "",
    `  ${into === undefined ? "" : `cd ${shellWord(into)} && `}npm ci && npm run synth`,
    "",
    'Then go on with "The day" in docs/cdktn.md: what moves has done its work, and is deleted before npm test.',
  ].join("\n");
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    check: { type: "boolean" },
    into: { type: "string", check: place },
    "in-place": { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
