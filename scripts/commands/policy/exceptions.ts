import { existsSync } from "node:fs";
import { z } from "zod";
import { ExpectedError } from "../../lib/errors/expected-error";
import { readText } from "../../lib/files/read-json";
import { parseYaml } from "../../lib/files/read-yaml";
import type { Failure } from "./failures";

/** Where exceptions are written, from the repository root. */
export const EXCEPTIONS_FILE = "policy/exceptions.yaml";

/** Thrown when the file of exceptions cannot be used. */
export class ExceptionsError extends ExpectedError {}

const exceptionSchema = z.strictObject({
  check: z.string().regex(/^CKV2?_[A-Z]+_\d+$/, "a check's id, such as CKV_AWS_144"),
  on: z.string().regex(/^[\w*-]+\.[\w*-]+\.[\w*-]+$/, "<stack>.<type>.<name>, with * for any text"),
  reason: z.string().trim().min(20, "a sentence that tells why the failure is right as it is"),
  until: z.iso.date("a day, YYYY-MM-DD").optional(),
});

/** A check that may fail on some resources, and why. */
export interface Exception extends z.output<typeof exceptionSchema> {
  /** Line in the file. */
  readonly line: number;
}

/** Reads exceptions; without the file there are none. @throws ExceptionsError with everything that is wrong */
export function readExceptions(root: string): Exception[] {
  const file = `${root}/${EXCEPTIONS_FILE}`;
  return existsSync(file) ? parseExceptions(readText(file)) : [];
}

/** Exceptions of a file. @throws ExceptionsError with the line, for one of another form */
export function parseExceptions(text: string): Exception[] {
  // as text, whatever it looks like: a day must not become a date
  const { value, lineOf } = parseYaml(text, { name: EXCEPTIONS_FILE, plainTexts: true });
  if (value === null) return [];
  if (!Array.isArray(value)) throw new ExceptionsError(`${EXCEPTIONS_FILE} must be a list: "- check: …"`);

  const problems: string[] = [];
  const exceptions = value.flatMap((item, index) => {
    const line = lineOf([index]);
    const read = exceptionSchema.safeParse(item);
    if (read.success) return [{ ...read.data, line }];
    for (const { path, message } of read.error.issues)
      problems.push(`${EXCEPTIONS_FILE}:${line}  ${path.length ? `${path.join(".")}: ` : ""}${message}`);
    return [];
  });
  if (problems.length) throw new ExceptionsError(problems.join("\n"));
  return exceptions;
}

/** A failure, and the exception that it is an instance of. */
export interface JudgedFailure extends Failure {
  readonly exception: Exception | null;
}

export interface Judgement {
  readonly failures: readonly JudgedFailure[];
  /** What is wrong with the exceptions themselves. */
  readonly problems: readonly string[];
}

export interface JudgeProps {
  readonly failures: readonly Failure[];
  readonly exceptions: readonly Exception[];
  readonly now: Date;
  /** Every environment was looked at, so an exception without a failure is one too many. */
  readonly complete: boolean;
}

/** Sets failures that have a reason apart from those that have none. An exception that has expired excepts nothing. */
export function judge({ failures, exceptions, now, complete }: JudgeProps): Judgement {
  const today = now.toISOString().slice(0, 10);
  const expired = ({ until }: Exception) => until !== undefined && until < today;
  const matches = exceptions.map((exception) => ({ exception, matches: matcher(exception) }));
  const problems = matches.flatMap(({ exception, matches }) => {
    const { check, on, line, until } = exception;
    const head = `${EXCEPTIONS_FILE}:${line}  ${check} on ${on}`;
    if (expired(exception)) return [`${head} has expired: it was for until ${until}. Fix what it is for, or renew it.`];
    if (complete && !failures.some(matches)) return [`${head} matches no failure. Remove it.`];
    return [];
  });
  return {
    problems,
    failures: failures.map((failure) => ({
      ...failure,
      exception: matches.find((one) => !expired(one.exception) && one.matches(failure))?.exception ?? null,
    })),
  };
}

function matcher({ check, on }: Exception): (failure: Failure) => boolean {
  const pattern = new RegExp(`^${on.replace(/[.]/g, "\\.").replace(/\*/g, ".*")}$`);
  return (failure) => failure.check === check && pattern.test(`${failure.stack}.${failure.address}`);
}
