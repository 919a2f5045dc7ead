import { shellWord } from "../../../constructs/core/shell-word";
import { checkMove, type MoveCheck } from "./check-move";
import { moveInPlace, moveInto } from "./move";
import { CDKTN_VERSION } from "./moved-package";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { CDKTN_COMMAND } from "./definition";
import { loadFor } from "../../lib/environments/load-for";
import { outputFolder } from "../../lib/files/output";
import { interruptible } from "../../lib/process/interruptible";
import { UsageError } from "../../lib/errors/usage";

/** `railyard cdktn`. @returns the exit code */
export async function cdktnCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(CDKTN_COMMAND, args, context, async ({ values, positionals }) => {
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
  });
}

async function checked(names: readonly string[], json: boolean, context: CommandContext, signal: AbortSignal) {
  const now = context.clock();
  const result = await checkMove({
    root: context.root,
    environments: loadFor("cdktn", names, context).map(({ resolved }) => resolved),
    now,
    signal,
    // progress is for people, and JSON must be alone on the output
    tell: json ? () => {} : (text) => context.print(`-- ${text}`),
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
