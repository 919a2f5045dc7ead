import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { ExpectedError } from "../expected-error";
import type { Acknowledgement } from "./model";

/** What is wrong with what people wrote, all of it at once. */
type Mistakes = string[];

const KEYS = ["address", "reason", "expires"] as const;

/** A reason that says nothing is none. */
const SHORTEST_REASON = 8;

/**
 * Dangerous changes that people say by name that they mean.
 * @param folder with a YAML file for each; none when there is no such folder
 * @param description of the pull request, with lines such as `Acknowledge: <stack>.<address> until 2026-12-31: reason`
 * @throws ExpectedError with everything that is wrong in any of them
 */
export function readAcknowledgements(folder: string, description = ""): Acknowledgement[] {
  const mistakes: Mistakes = [];
  const files = filesIn(folder).map((file) => readFile(folder, file, mistakes));
  const lines = readDescription(description, mistakes);
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

function readFile(folder: string, name: string, mistakes: Mistakes): Acknowledgement | null {
  const file = join(folder, name);
  const from = `acknowledgements/${name}`;
  const document = parseDocument(readFileSync(file, "utf8"), { logLevel: "silent" });
  const [error] = document.errors;
  if (error) {
    mistakes.push(`${file}: ${error.message.split("\n", 1)[0] ?? ""}`);
    return null;
  }
  // a date stays the text that it is
  const value = document.toJS({ maxAliasCount: 10 }) as unknown;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    mistakes.push(`${file}: must have the keys ${KEYS.join(", ")}, one acknowledgement a file`);
    return null;
  }
  const given = value as Readonly<Record<string, unknown>>;
  const before = mistakes.length;
  for (const key of Object.keys(given).filter((key) => !(KEYS as readonly string[]).includes(key)))
    mistakes.push(`${file}: ${key}: there is no such key; there are ${KEYS.join(", ")}`);
  const texts = KEYS.map((key) => textOf(given[key]));
  const [address = "", reason = "", expires = ""] = texts;
  for (const [key, mistake] of Object.entries(mistakesOf({ address, reason, expires })))
    mistakes.push(`${file}: ${key}: ${mistake}`);
  return mistakes.length > before ? null : { from, address, reason, expires };
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : value === undefined || value === null ? "" : String(value);

/** What is wrong with the parts of an acknowledgement, by key. */
function mistakesOf({ address, reason, expires }: Omit<Acknowledgement, "from">): Record<string, string> {
  return {
    ...(!/^[\w-]+\.[^\s.]+\..+$/.test(address) && {
      address:
        address === ""
          ? "is missing"
          : `"${address}" must be <stack>.<type>.<name>, such as research-storage.aws_fsx_lustre_file_system.lustre`,
    }),
    ...(reason.length < SHORTEST_REASON && {
      reason: reason === "" ? "is missing" : `"${reason}" says too little: ${SHORTEST_REASON} characters at least`,
    }),
    ...(!isDay(expires) && {
      expires: expires === "" ? "is missing" : `"${expires}" must be a day, such as 2026-12-31`,
    }),
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** `Acknowledge: <address> until <day>: <reason>`, at the begin of a line, also in a list. */
const LINE = /^\s*(?:[-*]\s+)?acknowledge:\s*(.*)$/i;
const PARTS = /^`?(\S+(?: \(deposed \w+\))?)`?\s+until\s+(\S+?)\s*:\s*(.*)$/i;

function readDescription(description: string, mistakes: Mistakes): Acknowledgement[] {
  return withoutExamples(description)
    .split(/\r?\n/)
    .flatMap((line, index) => {
      const rest = LINE.exec(line)?.[1];
      if (rest === undefined) return [];
      const where = `description, line ${index + 1}`;
      const [, address = "", expires = "", reason = ""] = PARTS.exec(rest.trim()) ?? [];
      if (address === "") {
        mistakes.push(`${where}: must be "Acknowledge: <stack>.<type>.<name> until 2026-12-31: reason"`);
        return [];
      }
      const given = { address: address.replace(/`/g, ""), reason: reason.trim(), expires };
      const wrong = Object.entries(mistakesOf(given));
      for (const [key, mistake] of wrong) mistakes.push(`${where}: ${key}: ${mistake}`);
      return wrong.length > 0 ? [] : [{ from: "description", ...given }];
    });
}

/** Comments of templates and blocks of code acknowledge nothing. Lines keep their number. */
function withoutExamples(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, "");
  return text.replace(/<!--[^]*?(?:-->|$)/g, blank).replace(/^(```|~~~)[^]*?(?:^\1|$(?![^]))/gm, blank);
}
