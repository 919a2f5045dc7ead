import { basename, dirname } from "node:path";
import { z } from "zod";
import { ExpectedError } from "../../lib/errors/expected-error";
import { PLANTED_FAILURES, PLANTED_PASSES, PLANTED_STACK } from "./planted";

/** A check that a resource does not pass. */
export interface Failure {
  /** `CKV_AWS_144` */
  readonly check: string;
  /** What the check asks for, in Checkov's words. */
  readonly title: string;
  readonly stack: string;
  /** `aws_s3_bucket.checkpoints` */
  readonly address: string;
}

/** What Checkov said of the stacks. */
export interface CheckovResult {
  /** In order of check, stack and address. */
  readonly failures: readonly Failure[];
  readonly passed: number;
  readonly resources: number;
}

/** Thrown when Checkov's answer proves nothing. */
export class CheckovError extends ExpectedError {}

const record = z.object({ check_id: z.string(), check_name: z.string(), file_path: z.string(), resource: z.string() });

const reportSchema = z.object({
  results: z.object({
    passed_checks: z.array(record),
    failed_checks: z.array(record),
    parsing_errors: z.array(z.string()),
  }),
  summary: z.object({ resource_count: z.number() }),
});

type CheckRecord = z.output<typeof record>;

/**
 * Reads Checkov's report on folders that are named after stacks.
 * @param counts resources by stack, as synth wrote them
 * @throws CheckovError when something was not read, or a planted weakness was not found
 */
export function readReport(text: string, counts: ReadonlyMap<string, number>): CheckovResult {
  const { results, summary } = parse(text);
  if (results.parsing_errors.length)
    throw new CheckovError(`Checkov could not read ${results.parsing_errors.map(stackOf).join(", ")}.`);
  const expected = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (summary.resource_count !== expected)
    throw new CheckovError(`Checkov read ${summary.resource_count} resources, but synth wrote ${expected}.`);
  provePlanted("fail", results.failed_checks, PLANTED_FAILURES);
  provePlanted("pass", results.passed_checks, PLANTED_PASSES);

  const real = (all: readonly CheckRecord[]) => all.filter(({ file_path: file }) => stackOf(file) !== PLANTED_STACK);
  const failures = real(results.failed_checks).map((one) => ({
    check: one.check_id,
    title: one.check_name,
    stack: stackOf(one.file_path),
    address: one.resource,
  }));
  return {
    failures: failures.sort(byPlace),
    passed: real(results.passed_checks).length,
    resources: expected - (counts.get(PLANTED_STACK) ?? 0),
  };
}

function parse(text: string): z.output<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    throw new CheckovError(`Checkov's report is of a form that is not known here: ${text.trim().slice(0, 200)}`);
  }
}

function provePlanted(verb: "fail" | "pass", found: readonly CheckRecord[], expected: readonly string[]): void {
  const names = found
    .filter(({ file_path: file }) => stackOf(file) === PLANTED_STACK)
    .map((one) => `${one.check_id} ${one.resource}`);
  const missing = expected.filter((name) => !names.includes(name));
  if (missing.length)
    throw new CheckovError(
      `Checkov does not read stacks as it should: of the checks that go along with every run, these must ${verb} and do not:\n` +
        missing.map((name) => `  ${name}`).join("\n"),
    );
}

/** `/research-storage/plan.json` → `research-storage` */
const stackOf = (file: string): string => basename(dirname(file));

function byPlace(a: Failure, b: Failure): number {
  const order = (one: Failure) => [
    one.check
      .split("_")
      .map((part) => part.padStart(6, "0"))
      .join("_"),
    one.stack,
    one.address,
  ];
  const [left, right] = [order(a), order(b)];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index < 0 ? 0 : (left[index] ?? "") < (right[index] ?? "") ? -1 : 1;
}
