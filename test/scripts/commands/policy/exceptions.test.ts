import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  EXCEPTIONS_FILE,
  judge,
  parseExceptions,
  readExceptions,
  type Exception,
} from "../../../../scripts/commands/policy/exceptions";
import { NOW } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";

const REASON = "A reason that is long enough to be one.";

const failure = (stack = "dev-storage", address = "aws_s3_bucket.checkpoints", check = "CKV_AWS_18") => ({
  check,
  title: "Ensure something",
  stack,
  address,
});

const exception = (change: Partial<Exception> = {}): Exception => ({
  check: "CKV_AWS_18",
  on: "*-storage.aws_s3_bucket.checkpoints",
  reason: REASON,
  line: 1,
  ...change,
});

describe("parseExceptions", () => {
  test("reads each with its line; a day stays text", () => {
    const text = `# why\n- check: CKV_AWS_18\n  on: "*.aws_s3_bucket.*"\n  reason: ${REASON}\n\n- check: CKV2_AWS_5\n  on: a-b.c.d\n  reason: ${REASON}\n  until: 2027-01-31\n`;
    expect(parseExceptions(text)).toEqual([
      { check: "CKV_AWS_18", on: "*.aws_s3_bucket.*", reason: REASON, line: 2 },
      { check: "CKV2_AWS_5", on: "a-b.c.d", reason: REASON, until: "2027-01-31", line: 6 },
    ]);
  });

  test("an empty file has none", () => {
    expect(parseExceptions("# nothing yet\n")).toEqual([]);
  });

  test.each([
    ["a check that is none", "check: CKV-18", "check: a check's id"],
    ["a place without a stack", 'on: "aws_s3_bucket.state"', "on: <stack>.<type>.<name>"],
    ["a reason that says nothing", "reason: ok", "reason: a sentence that tells why"],
    ["a day that is none", "until: soon", "until: a day, YYYY-MM-DD"],
    ["a key that is not known", "unless: never", "unless"],
  ])("fails on %s, with its line", (_, line, message) => {
    const key = line.split(":")[0];
    const fields = ["check: CKV_AWS_18", 'on: "*.a.b"', `reason: ${REASON}`].filter(
      (one) => !one.startsWith(`${key}:`),
    );
    expect(() => parseExceptions(`\n- ${[...fields, line].join("\n  ")}\n`)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(`^${EXCEPTIONS_FILE}:2  .*${message.replace("?", "")}`),
      }),
    );
  });

  test("fails on a file that is no list, or no YAML", () => {
    expect(() => parseExceptions("check: CKV_AWS_18")).toThrow("must be a list");
    expect(() => parseExceptions('- "')).toThrow(EXCEPTIONS_FILE);
  });
});

describe("judge", () => {
  const props = { now: NOW, complete: true };

  test("a failure has the reason of the exception that fits check and place", () => {
    const { failures, problems } = judge({
      ...props,
      failures: [failure(), failure("dev-bootstrap"), failure(undefined, undefined, "CKV_AWS_19")],
      exceptions: [exception()],
    });
    expect(failures.map((one) => one.exception?.reason ?? null)).toEqual([REASON, null, null]);
    expect(problems).toEqual([]);
  });

  test("a point in a pattern is a point, and the pattern is of the whole place", () => {
    const exceptions = [exception({ on: "storage.aws_s3_bucket.checkpoints" })];
    const { failures, problems } = judge({
      ...props,
      failures: [failure(), failure("storageXaws_s3_bucket")],
      exceptions,
    });
    expect(failures.map((one) => one.exception)).toEqual([null, null]);
    expect(problems).toHaveLength(1);
  });

  test("fails when an exception matches nothing, but not where only some environments were looked at", () => {
    const exceptions = [exception({ line: 7 })];
    expect(judge({ ...props, failures: [], exceptions }).problems).toEqual([
      "policy/exceptions.yaml:7  CKV_AWS_18 on *-storage.aws_s3_bucket.checkpoints matches no failure. Remove it.",
    ]);
    expect(judge({ ...props, complete: false, failures: [], exceptions }).problems).toEqual([]);
  });

  test("fails when an exception has expired: it counts on its last day, and not a day longer", () => {
    const until = (day: string) => judge({ ...props, failures: [failure()], exceptions: [exception({ until: day })] });
    expect(until("2026-11-21").failures[0]?.exception).not.toBeNull();
    expect(until("2026-11-20").failures[0]?.exception).toBeNull();
    expect(until("2026-11-20").problems[0]).toContain("has expired: it was for until 2026-11-20");
  });
});

test("the exceptions of this repository can be read, and none is for a single check everywhere", () => {
  const all = readExceptions(ROOT);
  expect(all.length).toBeGreaterThan(0);
  for (const { on } of all) expect(on).not.toMatch(/^\*\.\*/);
  const text = readFileSync(join(ROOT, EXCEPTIONS_FILE), "utf8");
  expect(all.map(({ line }) => text.split("\n")[line - 1]?.slice(0, 9))).toEqual(all.map(() => "- check: "));
});

test("a repository without the file has no exceptions", () => {
  expect(readExceptions("/no/such/folder")).toEqual([]);
});
