import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { ExpectedError } from "../../lib/errors/expected-error";
import { fileProblem } from "../../lib/files/file-problem";
import { parseJson, readText } from "../../lib/files/read-json";
import { writeOutputs } from "../../lib/files/output";
import { type CheckRun, journalLine, readJournal } from "../../verify/engine/journal";
import { type EarlierEvidence, parseEvidence } from "../../verify/evidence";

/** What a start writes as it goes on: all that was printed. */
const OUTPUTS = "outputs.jsonl";

/** The folder of a suite: what has ended, and the evidence of the time before. */
export interface EvidenceFolder {
  /** Whole path. */
  readonly path: string;
  /** Runs of a start that was cut off within a day, on the same config; `stale` are older, and are measured anew. */
  readonly earlier: () => { readonly runs: readonly CheckRun[]; readonly stale: number };
  readonly keep: (run: CheckRun) => void;
  readonly before: () => EarlierEvidence | null;
  /** Writes the evidence, and what was printed beside it. */
  readonly finish: (texts: Readonly<Record<string, string>>) => void;
}

/** Machines and their software change without config: what was measured longer ago says nothing of today, ms. */
const KEPT_MS = 24 * 3_600_000;

/**
 * @param hash of the config and of what runs on it: what was measured with another one is begun anew
 * @param clock what each run is dated by
 */
export function evidenceFolder(folder: string, hash: string, clock: () => Date): EvidenceFolder {
  const journal = join(folder, `running-${hash}.jsonl`);
  return {
    path: folder,
    earlier: () => {
      if (!existsSync(journal)) return { runs: [], stale: 0 };
      endAtLine(journal);
      const all = journalOf(journal);
      const since = clock().getTime() - KEPT_MS;
      const runs = all.filter(({ endedAt }) => endedAt !== undefined && Date.parse(endedAt) >= since);
      if (runs.length < all.length) writeFileSync(journal, runs.map(journalLine).join(""));
      return { runs, stale: all.length - runs.length };
    },
    keep: (run) => {
      try {
        mkdirSync(folder, { recursive: true });
        appendFileSync(journal, journalLine({ ...run, endedAt: clock().toISOString() }));
      } catch (error) {
        throw new ExpectedError(`${journal} cannot be written: ${fileProblem(error)}`);
      }
    },
    before: () => readEvidence(join(folder, "evidence.json")),
    finish: (texts) => {
      writeOutputs(Object.entries(texts).map(([name, text]) => ({ option: "--out", path: join(folder, name), text })));
      if (existsSync(journal)) renameSync(journal, join(folder, OUTPUTS));
      else rmSync(join(folder, OUTPUTS), { force: true });
    },
  };
}

/** What an earlier start wrote. @throws ExpectedError */
export function readRecorded(given: string): CheckRun[] {
  const file = join(resolve(given), OUTPUTS);
  if (!existsSync(file))
    throw new ExpectedError(`--replay: ${given} has no ${OUTPUTS}, which verify writes when it ends.`);
  return journalOf(file);
}

/** What a killed start left of a line goes: the next one would be written behind it. */
function endAtLine(file: string): void {
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf(0x0a) + 1);
}

function journalOf(file: string): CheckRun[] {
  try {
    return readJournal(readText(file, { name: file }));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ExpectedError(`${file}: ${error.message}. Move it away to begin anew.`);
    throw error;
  }
}

/** Evidence that was written beside a recording; null: there is none. @throws ExpectedError */
export const recordedEvidence = (given: string): EarlierEvidence | null =>
  readEvidence(join(resolve(given), "evidence.json"));

function readEvidence(file: string): EarlierEvidence | null {
  if (!existsSync(file)) return null;
  try {
    return parseEvidence(parseJson(readFileSync(file, "utf8"), { name: file }));
  } catch {
    throw new ExpectedError(`${file} is no evidence of verify: move it away, or give another --out.`);
  }
}

/** Twelve characters that change with the environment. */
export const configHash = (environment: SiteEnvironment): string =>
  createHash("sha256").update(JSON.stringify(environment)).digest("hex").slice(0, 12);
