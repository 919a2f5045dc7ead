import type { Finding, Review } from "../../../../scripts/review/model";
import { markdown, MARKER } from "../../../../scripts/review/render/markdown";
import { REHEARSAL_NOTE } from "../../../../scripts/review/render/words";
import { ACKNOWLEDGEMENT, attribute, change, finding, fullReview, review } from "../../../helpers/review";
import { withoutFences } from "../../../helpers/markdown-text";

const lines = (reviews: readonly Review[]) => markdown(reviews).split("\n");

const after = (text: string, from: string) => text.slice(text.indexOf(from));

test("begins with the marker of the sticky comment, then the verdict and its reason in one line", () => {
  const [marker, , verdict] = lines([fullReview()]);
  expect(marker).toBe(MARKER);
  expect(verdict).toBe("## ⚠️ Needs acknowledgement: <code>sample</code>, 1 danger is not acknowledged");
  expect(lines([review()])[2]).toBe("## ✅ Safe: <code>sample</code>, no danger found");
  expect(lines([review({ verdict: "broken", problems: ["x"] })])[2]).toBe(
    "## 🛑 Broken: <code>sample</code>, 1 problem",
  );
  expect(lines([])[2]).toBe("## ✅ Safe: no environment changes");
});

test("of several environments the gravest verdict comes first, and each says its own", () => {
  const text = markdown([fullReview(), review({ environment: "quiet" })]);
  expect(text).toContain("## ⚠️ Needs acknowledgement: 1 of 2 environments");
  expect(text).toContain("## <code>quiet</code>\n\n✅ Safe: no danger found. In all: no resource changes.");
  expect(markdown([review(), review()])).toContain("## ✅ Safe: all 2 environments");
});

test("a rehearsal is told before anything that it says; a plan from AWS is not", () => {
  const text = markdown([fullReview()]);
  expect(text.indexOf(REHEARSAL_NOTE)).toBeLessThan(text.indexOf("### "));
  expect(text).toContain(`> [!NOTE]\n> ${REHEARSAL_NOTE}\n`);
  expect(markdown([fullReview({ asked: "aws" })])).not.toContain("rehearsal");
  expect(markdown([fullReview({ asked: "aws" }), review({ environment: "b" })])).toContain("(<code>b</code>)");
});

test("sections are in the order of the model, and empty ones say so", () => {
  const headings = lines([fullReview()]).filter((line) => line.startsWith("### "));
  expect(headings).toEqual([
    "### What is lost (1)",
    "### Whose work stops (1)",
    "### Capacity and speed (1)",
    "### Money (1)",
    "### Security (1)",
    "### Config",
    "### The rest",
  ]);
  expect(markdown([review()])).toContain("**What is lost:** No loss found.");
});

test("a danger says why, both values, and exactly what lets it pass, folded", () => {
  const lost = after(markdown([fullReview()]), "### What is lost").split("### Whose")[0] ?? "";
  expect(lost).toContain("🛑 **The Lustre file system is replaced, and the 38,400 GiB on it are lost.**");
  expect(lost).toContain("<details><summary>Why, and how to acknowledge it</summary>");
  expect(lost).toContain('  subnet_ids[0]  # forces replacement\n- "subnet-0aaa"\n+ "subnet-0bbb"\n');
  expect(lost).toContain("  storage_capacity\n- 38400\n+ 57600\n");
  expect(lost).toContain(
    "```yaml\naddress: sample-storage.aws_fsx_lustre_file_system.lustre\ndanger: a1f09c33be07\nreason: <why this is meant>\nexpires: <YYYY-MM-DD>\n```",
  );
  expect(lost.match(/<details>/g)).toHaveLength(1);
  expect(lost.match(/<\/details>/g)).toHaveLength(1);
});

test("what is acknowledged says who did it, why and until when, and asks for nothing", () => {
  const stops = after(markdown([fullReview()]), "### Whose work stops").split("### Capacity")[0] ?? "";
  expect(stops).toContain("✍️ **Node group h100 is replaced");
  expect(stops).toContain(
    "Acknowledged by Ada Lovelace &#60;ada&#64;&#8203;example.com&#62; in <code>acknowledgements/move-lustre.yaml</code> until 2026-12-01: Its checkpoints are all in S3",
  );
  expect(stops).not.toContain("```yaml");
});

test("in a section what stands in the way comes first", () => {
  const one = (severity: Finding["severity"], title: string, more: Partial<Finding> = {}) =>
    finding({ section: "lost", severity, title, ...more });
  const text = markdown([
    review({
      findings: [
        one("info", "third"),
        one("danger", "second", { acknowledged: ACKNOWLEDGEMENT }),
        one("danger", "first"),
      ],
    }),
  ]);
  expect([...text.matchAll(/first|second|third/g)].map(String)).toEqual(["first", "second", "third"]);
});

test("numbers that change are in sight, those that stay are folded", () => {
  const money = after(markdown([fullReview()]), "### Money").split("### Security")[0] ?? "";
  const [open = "", folded = ""] = money.split("<details><summary>USD per hour: 1 unchanged</summary>");
  expect(open).toContain(
    "| USD per hour | before | after | change |\n| --- | ---: | ---: | ---: |\n| node group h100 | 220.16 | – |  |\n| Lustre | 8.28 | 12.42 | &#43;4.14 |\n",
  );
  expect(open).toContain("List prices.");
  expect(folded).toContain("| EKS control plane | 0.10 | 0.10 |");
});

test("config says what its schema has to say of a change; a long list is folded", () => {
  const text = markdown([fullReview()]);
  expect(text).toContain("| <code>lustre.zone</code> | not set | <code>&#34;us-east-1b&#34;</code> | forbidden |");
  expect(text).toContain("| replaces: The group is made anew: its jobs end. |");
  expect(text).not.toContain("keys</summary>");
  const config = Array.from({ length: 13 }, (_, n) => ({ path: `k${n}`, before: null, after: "1", policy: null }));
  expect(markdown([review({ config })])).toContain("<details><summary>13 keys</summary>\n\n| key |");
});

test("the rest is folded and counted, and names the first of each kind", () => {
  const changes = Array.from({ length: 7 }, (_, n) => change("s", `a.b${n}`));
  const text = markdown([review({ rest: [{ title: "a: 7 changed", changes }] })]);
  expect(text).toContain("<details><summary>7 changes, by kind</summary>\n\n- a: 7 changed<br><code>s.a.b0</code>, ");
  expect(text).toContain("<code>s.a.b4</code>, and 2 more\n");
  expect(text).not.toContain("s.a.b5");
});

test("texts that differ are told line by line, secrets and unknown values in words", () => {
  const address = "sample-nodes.aws_launch_template.group-h100_launch-template_8C376FB5";
  const text = markdown([fullReview({ findings: [finding({ section: "stops", severity: "warning", address })] })]);
  expect(text).toContain("  user_data\n-modprobe lnet\n+modprobe lnet networks=efa\n");
  expect(text).toContain("  latest_version\n- 3\n+ known after apply\n");
  const helm = "sample-platform.helm_release.monitoring_chart_release_8C41BED1";
  expect(markdown([fullReview({ findings: [finding({ section: "security", address: helm })] })])).toContain(
    "  values[0] grafana.adminPassword\n- secret, not shown\n+ secret, not shown\n",
  );
});

test("of a long text the first lines are told, and how many there are more", () => {
  const lines = Array.from({ length: 60 }, (_, n) => `+ line ${n}`);
  const one = change("s", "a.b", { attributes: [{ ...attribute("user_data", 1, 2), lines }] });
  const text = markdown([review({ changes: [one], findings: [finding({ section: "stops", address: "s.a.b" })] })]);
  expect(text).toContain("+ line 39\n  … 20 more lines\n```");
});

test("a link to the page is one only if it is safe to write", () => {
  expect(markdown([review()])).toContain("every change: <code>review.html</code>, an artifact of this run.");
  expect(markdown([review()], { pageUrl: "https://ci.example/a?b=1" })).toContain(
    "[review.html](https://ci.example/a?b=1)",
  );
  for (const pageUrl of [
    "javascript:alert(1)",
    "https://a.example/) [x](http://b",
    "https://a.example/<b>",
    "http://a.example",
  ]) {
    expect(markdown([review()], { pageUrl })).not.toContain(pageUrl);
  }
});

const HOSTILE =
  "**b** `c` @octocat #1 https://a.example www.a.example [l](u) | \\| <b>h</b> </details> ``` ~~~\n# head\n- li \u202e";

test("hostile text in every place is text: no tag, no fence, no mention, no link, no line of its own", () => {
  const one = change(HOSTILE, HOSTILE, {
    reasons: [attribute(HOSTILE, HOSTILE, "```")],
    attributes: [{ ...attribute("t", 1, 2), lines: [`-${HOSTILE}`, "+```"] }],
  });
  const text = markdown([
    review({
      environment: HOSTILE,
      verdict: "broken",
      problems: [HOSTILE],
      findings: [
        finding({
          section: "lost",
          severity: "danger",
          title: HOSTILE,
          details: [HOSTILE],
          address: `${HOSTILE}.${HOSTILE}`,
        }),
        finding({
          section: "stops",
          acknowledged: {
            from: HOSTILE,
            by: HOSTILE,
            address: HOSTILE,
            danger: HOSTILE,
            reason: HOSTILE,
            expires: HOSTILE,
          },
        }),
      ],
      tables: [
        {
          section: "money",
          title: HOSTILE,
          rows: [{ label: HOSTILE, before: HOSTILE, after: HOSTILE, changed: true }],
          notes: [HOSTILE],
        },
      ],
      config: [{ path: HOSTILE, before: HOSTILE, after: HOSTILE, policy: HOSTILE, note: HOSTILE }],
      rest: [{ title: HOSTILE, changes: [one] }],
      changes: [one],
    }),
    review(),
  ]);
  const prose = withoutFences(text);
  expect(prose).not.toMatch(/@octocat|#1\b|https:\/\/|\bwww\.|<b>|\*\*b|\[l\]/);
  expect(prose.match(/<\/?[a-z]+/g)?.every((tag) => /^<\/?(?:code|details|summary|br)$/.test(tag))).toBe(true);
  expect(prose.match(/^# /gm)).toBeNull();
  expect(prose.match(/<details>/g)?.length).toBe(prose.match(/<\/details>/g)?.length);
});

test("steps are a numbered list with each command in a block of its own", () => {
  const text = markdown([fullReview()]);
  expect(text).toContain("1. Drain its nodes.\n\n   ```sh\n   scontrol update nodename=h100-[0-3]");
  expect(text).toContain("\n2. Wait until this prints nothing.\n");
  expect(text).toContain("\n3. Apply sample-nodes alone.\n");
});
