import { mergeExtends, type MergedInput } from "./extends";
import type { Issue, Place } from "./issues";
import { didYouMean } from "./nearest";

/** What a row of the table leads to. */
export type Row = { readonly issue: Issue } | MergedInput;

const FOLDER = "config/environments";
const TABLE = `${FOLDER}/index.ts`;

/** Loads what a row of the table names. Whatever goes wrong is an issue that says what to write. */
export function readRow(load: unknown, name: string, files: readonly string[]): Row {
  if (typeof load !== "function") {
    return wrong("its row is no function", `write the row as ${rowText(name)}`);
  }
  try {
    const written: unknown = load();
    if (written === undefined) {
      return wrong(
        "its row leads to nothing",
        `end ${FOLDER}/${name}.ts with \`export default defineEnvironment({ … });\`, and write the row as ${rowText(name)}`,
      );
    }
    if (typeof written === "object" && written !== null && "default" in written) {
      return wrong("its row leads to a module", `write the row as ${rowText(name)}`);
    }
    return mergeExtends(written);
  } catch (error) {
    return { issue: loadIssue(error, name, files) };
  }
}

/** A name that no row has. */
export function unknownEnvironment(name: string, known: readonly string[], files: readonly string[]): Issue {
  const message = `there is no environment ${JSON.stringify(name)}`;
  const bare = name.replace(/^.*\//, "").replace(/\.ts$/, "");
  if (known.includes(bare)) return { path: [], message, hint: `did you mean ${bare}?` };
  if (files.includes(bare)) {
    return {
      path: [],
      message: `no row leads to ${bare}.ts`,
      hint: `add the row ${rowText(bare)}`,
      place: { file: TABLE },
    };
  }
  const list = known.length ? `known environments: ${known.join(", ")}` : `add a file and a row to ${TABLE}`;
  return { path: [], message, hint: didYouMean(bare, known) ?? list };
}

/** What went wrong while a file of environments was loaded, and where. */
export function loadIssue(error: unknown, name?: string, files: readonly string[] = []): Issue {
  const text = error instanceof Error ? error.message : String(error);
  const syntax = /^(.+?):(\d+):(\d+): ERROR: (.+)$/m.exec(text);
  const place = syntax ? placeOf(syntax) : (stackPlace(error) ?? requirer(error));
  const message = `the file cannot be loaded: ${syntax?.[4] ?? text.split("\n")[0]}`;
  const hint = moduleHint(text, place, name, files);
  return { path: [], message, ...(hint && { hint }), ...(place && { place }) };
}

function moduleHint(
  text: string,
  place: Place | undefined,
  name: string | undefined,
  files: readonly string[],
): string | undefined {
  const wanted = /Cannot find module '([^']+)'/.exec(text)?.[1];
  if (wanted === undefined) return undefined;
  const near = didYouMean(wanted.replace(/^\.\//, ""), files);
  if (near) return near.replace(/(\S+)\?$/, "./$1?");
  const inTable = place === undefined || place.file.endsWith(TABLE);
  const lost = /^\.\/([\w-]+)$/.exec(wanted)?.[1];
  // whoever follows an environment whose file is gone can only be written out in full once it is there again
  if (!inTable && lost !== undefined)
    return `bring ${FOLDER}/${lost}.ts back (git log --diff-filter=D -- ${FOLDER}/${lost}.ts tells the commit that removed it, git restore --source <commit>~ -- ${FOLDER}/${lost}.ts gives it back); then npx railyard unfork ${name ?? "<environment>"} writes everything out, and it can go`;
  return inTable && name !== undefined ? `make ${FOLDER}/${name}.ts, or remove its row from ${TABLE}` : undefined;
}

/** The innermost call that lies in the folder of environments. */
function stackPlace(error: unknown): Place | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const call = /(?:\(|at )(?:file:\/\/)?([^()\n]*?config[\\/]environments[\\/][^()\n:]+):(\d+):(\d+)/.exec(stack);
  return call ? placeOf(call) : undefined;
}

/** The file that asked for a module that is not there: the stack is too short to tell. */
function requirer(error: unknown): Place | undefined {
  const file = (error as { requireStack?: readonly string[] } | undefined)?.requireStack?.[0];
  return file?.includes(FOLDER) ? { file } : undefined;
}

const placeOf = ([, file = "", line, column]: RegExpExecArray): Place => ({
  file,
  line: Number(line),
  column: Number(column),
});

function rowText(name: string): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  return `\`${key}: () => require("./${name}").default,\``;
}

const wrong = (message: string, hint: string): Row => ({ issue: { path: [], message, hint, place: { file: TABLE } } });
