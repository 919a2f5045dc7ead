import type { CommandContext } from "./command";
import { escaped, visible, withoutCommands } from "../lib/terminal/visible";
import { PIPED_COLUMNS, wrapText } from "../lib/terminal/wrap";
import { wrapHelp } from "./wrap-help";

type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

export interface ProcessContextProps {
  readonly root: string;
  readonly args: readonly string[];
  readonly out?: Stream;
  readonly errors?: Stream;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Results that are files, JSON or scripts: another line break would be another text. */
const EXACT = ["--json", "--dry-run", "--words", "completion", "ci", "cdktn"];

/**
 * What a command gets that runs as a program: results on stdout, problems and progress on stderr. Help is wrapped to the width of
 * the terminal, or to 80 columns where it is piped; other texts are wrapped in a terminal only, so that a line of a log stays one.
 * Characters that would move the cursor, hide or turn what follows, or command a runner, are made visible in all of it.
 */
export function processContext(props: ProcessContextProps): CommandContext {
  const { root, args, out = process.stdout, errors = process.stderr, env = process.env } = props;
  const isHelp = args.length === 0 || args[0] === "help" || args.some((arg) => arg === "--help" || arg === "-h");
  const isExact = args.some((arg) => EXACT.includes(arg));
  const isRunner = env["GITHUB_ACTIONS"] === "true";
  // whatever is printed may have values of config, of plans and of AWS in it
  const harmless = (text: string, exact: boolean): string => {
    const seen = exact ? escaped(text) : visible(text);
    return isRunner ? withoutCommands(seen) : seen;
  };
  const laidOut = (text: string, stream: Stream, exact: boolean): string => {
    const columns = columnsOf(stream, env);
    if (isHelp && stream === out && args[1] !== "--words") return wrapHelp(text, columns ?? PIPED_COLUMNS);
    return columns === null || exact ? text : wrapText(text, columns);
  };
  const shown = (text: string, stream: Stream, exact: boolean): string => laidOut(harmless(text, exact), stream, exact);
  return {
    root,
    outdir: undefined,
    clock: () => new Date(),
    print: (text) => void out.write(`${shown(text, out, isExact)}\n`),
    printError: (text) => void errors.write(`${shown(text, errors, false)}\n`),
  };
}

/** Null: nobody watches, and nobody has said a width. */
function columnsOf(stream: Stream, env: Readonly<Record<string, string | undefined>>): number | null {
  if (stream.isTTY === true && stream.columns > 0) return stream.columns;
  const columns = Number(env["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : null;
}

/**
 * What is printed must arrive: a full disk behind `>` is told, and ends with 1. Whoever reads no further has seen enough, as in
 * `railyard rules | head`.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    const why = error.code === "ENOSPC" ? "there is no space left where it goes" : error.message;
    process.stderr.write(`The output is not complete: ${why}.\n`);
    process.exit(1);
  });
  // nobody reads what is told: nothing is left to do but to end as the command ends
  process.stderr.on("error", () => {});
}
