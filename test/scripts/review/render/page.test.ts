import { page } from "../../../../scripts/review/render/page";
import { REHEARSAL_NOTE } from "../../../../scripts/review/render/words";
import { finding, fullReview, review } from "../../../helpers/review";

const FULL = page([fullReview()]);
const within = (html: string, from: string, to: string) => html.slice(html.indexOf(from)).split(to)[0] ?? "";

test("forbids everything but its own style and script", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(FULL)?.[1]?.replaceAll("&#39;", "'");
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'$/,
  );
  expect(FULL).not.toMatch(/ style="| on[a-z]+="/);
});

test("names no address to load anything from", () => {
  expect(FULL.match(/\b(?:src|href)="(?!#|data:,")[^"]*"/g)).toBeNull();
  expect(FULL).not.toMatch(/@import|url\(|https?:\/\//);
});

test("its title is the verdict", () => {
  expect(FULL).toContain("<title>Needs acknowledgement: sample, plan review</title>");
  expect(page([review(), review()])).toContain("<title>Safe: 2 environments, plan review</title>");
  expect(page([])).toContain("No environment changes.");
});

test("a rehearsal is told; a plan from AWS is not one", () => {
  expect(FULL).toContain(REHEARSAL_NOTE);
  expect(page([fullReview({ asked: "aws" })])).not.toContain(REHEARSAL_NOTE);
  expect(page([fullReview({ asked: "aws" })])).toContain("plans from AWS");
});

test("what stands in the way is named at the top, each leading to its place", () => {
  const top = within(FULL, '<ul class="open-dangers', "</ul>");
  const [, at] = /href="#([^"]+)">The Lustre file system is replaced/.exec(top) ?? [];
  expect(at).toBeDefined();
  expect(FULL).toContain(`id="${at ?? ""}"`);
  expect(top).not.toContain("Node group h100");
  const dangers = Array.from({ length: 11 }, (_, n) =>
    finding({ section: "lost", severity: "danger", title: `${n} goes` }),
  );
  expect(within(page([review({ findings: dangers })]), '<ul class="open-dangers', "</ul>")).toContain("and 3 more");
  expect(page([review()])).not.toContain('<ul class="open-dangers');
});

test("problems are told before the drawing", () => {
  const html = page([fullReview({ verdict: "broken", problems: ["A plan cannot be read."] })]);
  expect(html.indexOf("A plan cannot be read.")).toBeGreaterThan(0);
  expect(html.indexOf("A plan cannot be read.")).toBeLessThan(html.indexOf("<figure"));
});

test("a finding says why with both values, and how to acknowledge it", () => {
  const lost = within(FULL, 'data-block="lost"', "</section>");
  expect(lost).toContain("<caption>Replaced, since this cannot change in place</caption>");
  expect(lost).toContain("&quot;subnet-0aaa&quot;");
  expect(lost).toContain("<summary>1 other attribute changes</summary>");
  expect(lost).toContain(
    "<pre>address: sample-storage.aws_fsx_lustre_file_system.lustre\ndanger: a1f09c33be07\nreason: &lt;why this is meant&gt;",
  );
  const stops = within(FULL, 'data-block="stops"', "</section>");
  expect(stops).toContain(
    "Acknowledged by Ada Lovelace &lt;ada@example.com&gt; in <code>acknowledgements/move-lustre.yaml</code> until 2026-12-01",
  );
  expect(stops).not.toContain("How to acknowledge it");
});

test("a text that differs is told line by line, and a secret in words", () => {
  const address = "sample-nodes.aws_launch_template.group-h100_launch-template_8C376FB5";
  const html = within(
    page([fullReview({ findings: [finding({ section: "stops", address })] })]),
    'data-block="stops"',
    "</section>",
  );
  expect(html).toContain(
    '<span class="minus">-modprobe lnet\n</span><span class="plus">+modprobe lnet networks=efa\n</span>',
  );
  expect(html).toContain("<summary>2 attributes change</summary>");
});

test("tables tell what changes first, and config what its schema says of it", () => {
  const money = within(FULL, 'data-block="money"', "</section>");
  expect(money.indexOf("node group h100")).toBeLessThan(money.indexOf("EKS control plane"));
  expect(money).toContain('<tbody class="unchanged" id="r0-money-0">');
  const config = within(FULL, 'data-block="config"', "</section>");
  expect(config).toContain(
    '<span class="policy replaces">replaces</span><span class="policy-note">The group is made anew: its jobs end.</span>',
  );
  expect(config).toContain('<span class="muted">not set</span>');
});

test("a section without anything says so", () => {
  const html = page([review()]);
  expect(html).toContain("No loss found.");
  expect(html).toContain("No other resource changes.");
});

test("stacks to filter by are those that change, each once and in order", () => {
  const options = [...within(FULL, '<select name="stack">', "</select>").matchAll(/<option value="([^"]*)">/g)];
  expect(options.map(([, stack]) => stack)).toEqual([
    "",
    "sample-network",
    "sample-nodes",
    "sample-platform",
    "sample-storage",
  ]);
});
