import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../lib/errors/expected-error";
import { DocumentError, readText } from "../lib/files/read-json";
import { parseYaml } from "../lib/files/read-yaml";
import { gitAuthor, plainName, type FindAuthor } from "./acknowledgement-author";
import { seenLines } from "./acknowledgement-lines";
import { mistakesOf } from "./acknowledgement-parts";
import type { Acknowledgement } from "./model";

/** What is wrong with what people wrote, all of it at once. */
type Mistakes = string[];

const KEYS = ["address", "danger", "reason", "expires"] as const;

/** The description of a pull request, which may have lines that acknowledge. */
export interface Description {
  readonly text: string;
  /** Login of who wrote it. @default - nobody is known, and then it cannot acknowledge */
  readonly by?: string | undefined;
  /** Number of the pull request, where there are several. */
  readonly pull?: number | undefined;
}

export interface ReadAcknowledgementsProps {
  /** Has a YAML file for each; none when there is no such folder. */
  readonly folder: string;
  /** With lines such as `Acknowledge: <stack>.<address> danger 3f0c9a51b7e2 until 2026-12-31: reason`. @default - none */
  readonly descriptions?: readonly Description[];
  readonly now: Date;
  /** @default - the author of the file's last commit */
  readonly authorOf?: FindAuthor;
}

/** Dangerous changes that people say by name that they mean. @throws ExpectedError with everything that is wrong in any of them */
export function readAcknowledgements(props: ReadAcknowledgementsProps): Acknowledgement[] {
  const mistakes: Mistakes = [];
  const files = filesIn(props.folder).map((file) => readFile(props, file, mistakes));
  const lines = (props.descriptions ?? []).flatMap((one) => readDescription(one, props.now, mistakes));
  if (mistakes.length > 0)
    throw new ExpectedError(
      ["Acknowledgements cannot be read:", ...mistakes.map((mistake) => `  ${mistake}`)].join("\n"),
    );
  return [...files.flatMap((one) => one ?? []), ...lines];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new ExpectedError(`${folder} cannot be read: ${(error as Error).message}`);
  }
}

function readFile(
  { folder, now, authorOf = gitAuthor }: ReadAcknowledgementsProps,
  name: string,
  mistakes: Mistakes,
): Acknowledgement | null {
  const file = join(folder, name);
  const from = `acknowledgements/${name}`;
  let value: unknown;
  try {
    // a day and a digest stay the text that they are
    ({ value } = parseYaml(readText(file), { name: file, plainTexts: true }));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    mistakes.push(error.message);
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    mistakes.push(`${file}: must have the keys ${KEYS.join(", ")}, one acknowledgement a file`);
    return null;
  }
  const given = value as Readonly<Record<string, unknown>>;
  const before = mistakes.length;
  for (const key of Object.keys(given).filter((key) => !(KEYS as readonly string[]).includes(key)))
    mistakes.push(`${file}: ${key}: there is no such key; there are ${KEYS.join(", ")}`);
  const [address = "", danger = "", reason = "", expires = ""] = KEYS.map((key) => textOf(given[key]));
  for (const [key, mistake] of Object.entries(mistakesOf({ address, danger, reason, expires }, now)))
    mistakes.push(`${file}: ${key}: ${mistake}`);
  if (mistakes.length > before) return null;
  const author = authorOf(file);
  if ("by" in author) return { from, by: author.by, address, danger, reason, expires };
  mistakes.push(`${file}: ${author.mistake}`);
  return null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const LINE = /^\s*acknowledge:\s*(.*)$/i;
const PARTS = /^(\S+(?: \(deposed \w+\))?)(?:\s+danger\s+(\S+))?\s+until\s+(\S+?)\s*:\s*(.*)$/i;

const FORM = '"Acknowledge: <stack>.<type>.<name> danger <digits> until <day>: <reason>"';

function readDescription({ text, by, pull }: Description, now: Date, mistakes: Mistakes): Acknowledgement[] {
  const from = pull === undefined ? "description" : `description of #${pull}`;
  return seenLines(text).flatMap(({ line, text: seen, hidden }) => {
    const rest = LINE.exec(seen)?.[1];
    if (rest === undefined) return [];
    const where = `${from}, line ${line}`;
    const before = mistakes.length;
    if (hidden !== null) mistakes.push(`${where}: ${hidden}`);
    const [, address = "", danger = "", expires = "", reason = ""] = PARTS.exec(rest.trim()) ?? [];
    if (address === "") mistakes.push(`${where}: must be ${FORM}, as the review prints it`);
    const given = { address, danger, reason: reason.trim(), expires };
    for (const [key, mistake] of address === "" ? [] : Object.entries(mistakesOf(given, now)))
      mistakes.push(`${where}: ${key}: ${mistake}`);
    const author = authorOf(by);
    if ("mistake" in author) mistakes.push(`${where}: ${author.mistake}`);
    return mistakes.length > before || !("by" in author) ? [] : [{ from, by: author.by, ...given }];
  });
}

/** Logins as GitHub and GitLab have them. */
const LOGIN = /^[A-Za-z0-9_](?:[\w.-]{0,99})$/;

function authorOf(login: string | undefined): ReturnType<FindAuthor> {
  const name = plainName(login ?? "");
  if (name === "") return { mistake: "nobody is named: say with --by who wrote the description" };
  if (LOGIN.test(name)) return { by: name };
  return { mistake: `"${name}" is no login of a person, so nobody says it` };
}
