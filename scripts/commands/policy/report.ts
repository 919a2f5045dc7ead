import { count } from "../../lib/environments/report-problems";
import { CHECKOV_VERSION } from "./checkov";
import type { Exception, Judgement, JudgedFailure } from "./exceptions";
import { EXCEPTIONS_FILE } from "./exceptions";
import type { CheckovResult } from "./failures";

export interface PolicyReport extends Judgement {
  readonly environments: readonly string[];
  readonly stacks: number;
  readonly result: CheckovResult;
}

/** Nothing fails without a reason, and no reason is left over. */
export const isGood = ({ failures, problems }: Judgement): boolean =>
  problems.length === 0 && failures.every(({ exception }) => exception !== null);

/** What a person reads: failures without a reason first, then those with one. */
export function reportText(report: PolicyReport): string {
  const { failures, problems, stacks, result } = report;
  const unexplained = failures.filter(({ exception }) => exception === null);
  const checks = result.passed + result.failures.length;
  return [
    `Checkov ${CHECKOV_VERSION}: ${count(checks, "check")} of ${count(result.resources, "resource")} in ${count(stacks, "stack")}, ` +
      `${failures.length} failed, ${failures.length - unexplained.length} of them for a reason.`,
    "",
    ...byCheck(unexplained).flatMap(([{ check, title }, all]) => [`FAILED  ${check}  ${title}`, ...places(all), ""]),
    ...byException(failures).flatMap(([{ check, until, reason }, all]) => [
      `reason  ${check}  ${all[0]?.title ?? ""}${until === undefined ? "" : ` (until ${until})`}`,
      ...places(all),
      ...wrapped(reason).map((line) => `        ${line}`),
      "",
    ]),
    ...(problems.length ? [...problems, ""] : []),
    verdict(unexplained.length, problems.length),
  ].join("\n");
}

function verdict(unexplained: number, problems: number): string {
  const wrong = [
    ...(unexplained
      ? [`${count(unexplained, "failure")} without a reason: fix it, or write it into ${EXCEPTIONS_FILE}`]
      : []),
    ...(problems ? [`${count(problems, "exception")} to mend`] : []),
  ];
  return wrong.length ? `${wrong.join("; ")}.` : "Every failure has a reason.";
}

const places = (all: readonly JudgedFailure[]) => all.map(({ stack, address }) => `        ${stack}.${address}`);

const WIDTH = 110;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function byCheck(failures: readonly JudgedFailure[]): [JudgedFailure, JudgedFailure[]][] {
  return groups(failures, ({ check }) => check).map((all) => [all[0]!, all]);
}

function byException(failures: readonly JudgedFailure[]): [Exception, JudgedFailure[]][] {
  return groups(
    failures.filter(({ exception }) => exception !== null),
    ({ exception }) => exception?.line,
  ).map((all) => [all[0]!.exception!, all]);
}

function groups<T>(items: readonly T[], key: (item: T) => unknown): T[][] {
  const found = new Map<unknown, T[]>();
  for (const item of items) found.set(key(item), [...(found.get(key(item)) ?? []), item]);
  return [...found.values()];
}

/** The same for programs. */
export function reportJson({ environments, stacks, result, failures, problems }: PolicyReport): string {
  return JSON.stringify(
    {
      checkov: CHECKOV_VERSION,
      environments,
      stacks,
      resources: result.resources,
      passed: result.passed,
      failed: failures.map(({ check, title, stack, address, exception }) => ({
        check,
        title,
        stack,
        address,
        reason: exception?.reason ?? null,
        until: exception?.until ?? null,
      })),
      problems,
      good: isGood({ failures, problems }),
    },
    null,
    2,
  );
}
