import { commentBody, LIMIT_BYTES, type CommentPart } from "../../../../scripts/dev/ci/comment-body";
import { MARKER } from "../../../../scripts/review/render/markdown";

const RUN = "https://github.com/acme/cluster/actions/runs/7";

const part = (change: Partial<CommentPart> = {}): CommentPart => ({
  verdict: "safe",
  environments: ["dev"],
  markdown: `${MARKER}\n\n## ✅ Safe: dev\n`,
  ...change,
});

test("begins with the marker, has the review once, and ends with the run", () => {
  const { text, silent } = commentBody([part()], RUN);
  expect(text).toBe(
    `${MARKER}\n\n## ✅ Safe: dev\n\n<sub>[Run, with the page \`review.html\` as an artifact](${RUN})</sub>\n`,
  );
  expect(silent).toBe(false);
});

test("the gravest comes first, whatever the order of jobs", () => {
  const { text } = commentBody(
    [
      part(),
      part({ verdict: "broken", environments: ["b"], markdown: "## broken" }),
      part({ verdict: "needs-acknowledgement", environments: ["c"], markdown: "## needs" }),
    ],
    RUN,
  );
  expect(text.split("\n").filter((line) => line.startsWith("## "))).toEqual([
    "## broken",
    "## needs",
    "## ✅ Safe: dev",
  ]);
});

test("what does not fit is named, and never cut in the middle of its markup", () => {
  const long = `<details><summary>x</summary>\n\n${"é".repeat(20_000)}\n</details>`;
  const parts = ["a", "b", "c"].map((name) => part({ environments: [name], markdown: long }));
  const broken = part({ verdict: "broken", environments: ["worst"], markdown: long });
  const { text } = commentBody([...parts, broken], RUN);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT_BYTES);
  expect(text.match(/<details>/g)).toHaveLength(1);
  expect(text.match(/<\/details>/g)).toHaveLength(1);
  expect(text.indexOf("<details>")).toBeLessThan(text.indexOf("`a`"));
  for (const name of ["a", "b", "c"]) expect(text).toContain(`## \`${name}\`: exit code 0 (safe)`);
});

test("a part of the full length still fits, shortened", () => {
  const { text } = commentBody([part({ verdict: "broken", markdown: "x".repeat(LIMIT_BYTES) })], RUN);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT_BYTES);
  expect(text).toContain("## `dev`: exit code 1 (broken)");
});

test("a job without changes is left out beside one with some", () => {
  const empty = part({ environments: [], markdown: "## no environment changes" });
  expect(commentBody([empty, part()], RUN).text).not.toContain("no environment changes");
});

test("when nothing changes anywhere, it is silent and says so once", () => {
  const empty = part({ environments: [], markdown: "## no environment changes" });
  const { text, silent } = commentBody([empty, empty], RUN);
  expect(silent).toBe(true);
  expect(text.match(/no environment changes/g)).toHaveLength(1);
});
