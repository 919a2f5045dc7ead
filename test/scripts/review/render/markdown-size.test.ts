import fc from "fast-check";
import type { Review } from "../../../../scripts/review/model";
import { markdown } from "../../../../scripts/review/render/markdown";
import { attribute, change, finding, fullReview, review } from "../../../helpers/review";
import { withoutFences } from "../../../helpers/markdown-text";

const LIMIT = 65_536;

/** A review of so many findings, each with a change, an explanation and a place in the rest. */
function huge(findings: number, rest: number, title: string): Review {
  const severities = ["info", "warning", "danger"] as const;
  const changes = Array.from({ length: Math.max(findings, rest) }, (_, n) =>
    change("sample-nodes", `aws_thing.t${n}`, { action: "replace", reasons: [attribute("a", title, `${title}${n}`)] }),
  );
  return fullReview({
    changes,
    findings: Array.from({ length: findings }, (_, n) =>
      finding({
        section: "stops",
        severity: severities[n % 3] ?? "info",
        title: `${severities[n % 3] ?? ""} ${n} ${title}`,
        details: [title, title],
        address: `sample-nodes.aws_thing.t${n}`,
      }),
    ),
    rest: changes.slice(0, rest).map((one) => ({ title: one.address, changes: [one] })),
    config: changes
      .slice(0, rest)
      .map((one) => ({ path: one.address, before: title, after: title, policy: "in-place" })),
  });
}

test("10,000 changes fit: dangers are there, and it says how much is left out and where it is", () => {
  const text = markdown([huge(10_000, 10_000, "It goes.")], { pageUrl: "https://ci.example/review" });
  expect(Buffer.byteLength(text)).toBeLessThan(LIMIT);
  expect(Buffer.byteLength(text)).toBeGreaterThan(LIMIT * 0.9);
  const severities = [...text.matchAll(/^\S+ (?:\*\*)?(danger|warning|info) \d+/gmu)].map(([, severity]) => severity);
  expect(new Set(severities)).toEqual(new Set(["danger"]));
  expect(text).toMatch(
    /> Left out here, since GitHub takes no longer comment: [\d,]+ findings, 10,000 explanations, 7 rows of numbers, 10,000 config keys, 10,000 groups of other changes\. All of it is in \[review\.html\]\(https:\/\/ci\.example\/review\)\./,
  );
  const left = Number(/comment: ([\d,]+) findings/.exec(text)?.[1]?.replace(",", ""));
  expect(left + severities.length).toBe(10_000);
});

test("what is left out goes in the order of its weight: dangers are explained before warnings are told", () => {
  const text = markdown([huge(300, 300, "x".repeat(60))]);
  expect(text).toContain("danger 299");
  const explained = (text.match(/how to acknowledge it/g) ?? []).length;
  expect(explained).toBeGreaterThan(10);
  expect(explained).toBeLessThan(100);
  expect(text).not.toContain("warning 1 ");
});

test("nothing is said of what is left out when all of it is there", () =>
  expect(markdown([fullReview()])).not.toContain("Left out"));

test("one explanation is never longer than a part of the comment", () => {
  const value = "ä".repeat(100_000);
  const address = "s.a.b";
  const one = change("s", "a.b", {
    reasons: Array.from({ length: 500 }, (_, n) => attribute(`path${n}${value}`, value, `${value}x`)),
    attributes: [{ ...attribute("text", 1, 2), lines: Array.from({ length: 5000 }, () => `+${value}`) }],
  });
  const danger = finding({
    section: "lost",
    severity: "danger",
    title: value,
    details: Array(500).fill(value),
    address,
  });
  const text = markdown([review({ changes: [one], findings: [danger, { ...danger, address: "s.a.c" }] })]);
  expect(Buffer.byteLength(text)).toBeLessThan(LIMIT / 2);
  expect(text.match(/how to acknowledge it/g)).toHaveLength(2);
  expect(text).toContain("more in review.html");
});

test("a comment is shorter than GitHub takes, whatever comes in, and its folds and fences are closed", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          // a hundred of them are too many already
          fc.integer({ min: 0, max: 200 }),
          fc.integer({ min: 0, max: 200 }),
          fc.string({ unit: "binary", maxLength: 400 }),
        ),
        { minLength: 0, maxLength: 4 },
      ),
      (sizes) => {
        const text = markdown(sizes.map(([findings, rest, title]) => huge(findings, rest, title)));
        expect(text.length).toBeLessThan(LIMIT);
        expect(Buffer.byteLength(text)).toBeLessThan(LIMIT);
        const prose = withoutFences(text);
        expect(prose.match(/<details>/g)?.length).toBe(prose.match(/<\/details>/g)?.length);
      },
    ),
    { numRuns: 15 },
  ));

test("so many environments that not even their verdicts fit are counted", () => {
  const text = markdown(
    Array.from({ length: 2000 }, (_, n) =>
      review({
        environment: `e${n}`,
        verdict: n === 1999 ? "broken" : "safe",
        problems: n === 1999 ? ["It is this one."] : [],
      }),
    ),
  );
  expect(Buffer.byteLength(text)).toBeLessThan(LIMIT);
  expect(text).toContain("It is this one.");
  expect(text).toMatch(/comment: [\d,]+ environments/);
});
