import type { Locator, Page } from "playwright-core";
import type { ResourceChange } from "../../../../scripts/review/model";
import { page as html } from "../../../../scripts/review/render/page";
import { browserTests, WIDER } from "../../../helpers/browser";
import { attribute, change, environments, finding, fullReview, review } from "../../../helpers/review";

const inBrowser = browserTests();
const FULL = html([fullReview()]);
const EMPTY = html([review()]);

/** Elements of a kind that a reader sees. */
const seen = (page: Page, selector: string) => page.locator(`:is(${selector}):visible`);
/** Waits until there are so many: what a fold shows is written a moment after it opens. */
const grown = async (locator: Locator, count: number): Promise<void> => {
  await locator.nth(count - 1).waitFor();
  await expect(locator.count()).resolves.toBe(count);
};
const focused = (page: Page, expression: string): Promise<unknown> =>
  page.evaluate(`document.activeElement.${expression}`);
const filterText = async (page: Page, text: string) => page.fill("[name=text]", text);

/** 2,000 nodes in five groups, forty of them new, and ten thousand changes. */
function hugePage(): string {
  const groups = (nodes: number) =>
    Object.fromEntries(
      ["h100", "g1", "g2", "g3", "g4"].map((name, index) => {
        const zone = index % 2 ? "us-east-1b" : "us-east-1a";
        const capacity = { kind: "reservation", target: "cr-0123456789abcdef0", zone };
        return [name, { instanceType: "p5.48xlarge", nodes, capacity }];
      }),
    );
  const actions = ["create", "update", "replace", "delete"] as const;
  const changes = Array.from({ length: 10_000 }, (_, n) =>
    change(`sample-${n % 2 ? "nodes" : "network"}`, `aws_thing.t${n}`, {
      action: actions[n % actions.length] ?? "update",
      attributes: [attribute("a.b", `x${n}`, `y${n}`), attribute("tags", { a: 1 }, { a: 2 })],
    }),
  );
  const both = environments(
    { nodeGroups: { ...groups(400), cpu: null } },
    { nodeGroups: { ...groups(392), cpu: null } },
  );
  return html([fullReview({ ...both, changes, rest: [{ title: "aws_thing: 10,000 changes", changes }] })]);
}

inBrowser("opens 2,000 nodes and 10,000 changes without a request, an error or a word on the console", async (open) => {
  const text = hugePage();
  const { page, complaints } = await open(text);
  const drawn = await page.evaluate(
    `[...document.querySelectorAll(".wide .group .cells > path:first-child")].reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0)`,
  );
  expect(drawn).toBe(2000);
  const ready = await page.evaluate(
    `Math.round(performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd)`,
  );
  process.stderr.write(
    `The page of 2,000 nodes and 10,000 changes (${text.length} characters) opened in ${String(ready)} ms\n`,
  );

  const group = page.locator("[data-group]").first();
  await group.locator("summary").first().click();
  await grown(group.locator(".changes > li"), 200);
  await group.getByRole("button", { name: "Show 200 of 9,800 more" }).click();
  await grown(group.locator(".changes > li"), 400);
  expect(complaints).toEqual([]);
});

inBrowser("the drawing shows both environments, then the one before, then the one after", async (open) => {
  const { page, complaints } = await open(FULL);
  const words = async () => (await seen(page, ".wide text").allTextContents()).join("\n");
  const cards = () => seen(page, ".wide .part.group").count();
  const both = await words();
  expect(both).toContain("4 → 6 × p5.48xlarge → p5en.48xlarge");
  for (const mark of ["± replaced", "+ added", "− removed", "± replaced: the old one", "± replaced: the new one"]) {
    expect(both).toContain(mark);
  }
  await expect(cards()).resolves.toBe(3);

  await page.check("[value=before]", { force: true });
  const before = await words();
  expect(before).toContain("4 × p5.48xlarge");
  expect(before).toContain("cpu");
  expect(before).not.toMatch(/inference|→|replaced|added|removed/);
  await expect(cards()).resolves.toBe(2);

  await page.check("[value=after]", { force: true });
  const after = await words();
  expect(after).toContain("6 × p5en.48xlarge");
  expect(after).toContain("inference");
  expect(after).not.toMatch(/cpu|→|replaced|added|removed/);
  expect(complaints).toEqual([]);
});

inBrowser(
  "a part that is pointed at is told below the drawing; one that changes leads to its findings",
  async (open) => {
    const { page } = await open(FULL);
    const about = page.locator("[data-about]");
    await page.locator(".wide .store").last().hover();
    await expect(about.innerText()).resolves.toMatch(/^S3 Terraform state; sample-tfstate/);
    await page.locator(".wide a.group", { hasText: "h100" }).click({ position: { x: 30, y: 15 } });
    await expect(page.inputValue("[name=text]")).resolves.toBe("h100");
    await expect(focused(page, "id")).resolves.toBe("r0-findings");
    await expect(seen(page, ".finding").allInnerTexts()).resolves.toEqual([
      expect.stringContaining("Node group h100 is replaced"),
    ]);
  },
);

inBrowser("filters by severity, section, stack and text, and says what is left", async (open) => {
  const { page, complaints } = await open(FULL);
  const status = page.locator("output");
  const titles = () => seen(page, ".finding h4").count();
  await expect(status.innerText()).resolves.toBe("5 findings, 7 changes");

  await page.uncheck("[value=danger]");
  await expect(titles()).resolves.toBe(3);
  await page.uncheck("[value=warning]");
  await expect(titles()).resolves.toBe(1);
  await page.uncheck("[value=info]");
  await expect(status.innerText()).resolves.toBe("0 findings, 0 changes");
  await expect(seen(page, "[data-nothing]").count()).resolves.toBe(7);
  await page.click("[data-clear]");
  await expect(status.innerText()).resolves.toBe("5 findings, 7 changes");
  await expect(seen(page, "[data-clear]").count()).resolves.toBe(0);

  await page.selectOption("[name=section]", "security");
  await expect(seen(page, "[data-block] h3").allInnerTexts()).resolves.toEqual(["Security"]);
  await page.selectOption("[name=section]", "");
  await page.selectOption("[name=stack]", "sample-nodes");
  await expect(status.innerText()).resolves.toBe("1 finding, 2 changes");
  await expect(seen(page, "[data-group] > summary").allInnerTexts()).resolves.toEqual([
    expect.stringMatching(/aws_launch_template: 1 changed\s+1/),
    expect.stringMatching(/Every change of every stack\s+2 of 7/),
  ]);
  await page.click("[data-clear]");

  await filterText(page, "LUSTRE  57600");
  await expect(status.innerText()).resolves.toBe("1 finding, 1 change");
  await expect(seen(page, "tr[data-part=key]").allInnerTexts()).resolves.toEqual([
    expect.stringContaining("lustre.capacityGiB"),
  ]);
  expect(complaints).toEqual([]);
});

inBrowser("a group shows its changes when it is opened, with what is text as text", async (open) => {
  const { page, complaints } = await open(FULL);
  const group = page.locator("[data-group]", { hasText: "aws_launch_template" });
  await expect(group.locator(".changes > li").count()).resolves.toBe(0);
  await group.locator("summary").click();
  await group.locator(".changes summary").click();
  await grown(group.locator(".diff .plus"), 2);
  await expect(group.locator(".diff .plus").allInnerTexts()).resolves.toEqual([
    expect.stringContaining("modprobe lnet networks=efa"),
    expect.stringContaining("</script><b>not bold</b>"),
  ]);
  await expect(page.locator("b", { hasText: "not bold" }).count()).resolves.toBe(0);
  await expect(group.locator("td.unknown").innerText()).resolves.toBe("known after apply");
  expect(complaints).toEqual([]);
});

inBrowser("rows that stay are folded, and shown on request", async (open) => {
  const { page } = await open(FULL);
  const rows = page.locator("[data-block=capacity] tbody tr:visible");
  await expect(rows.count()).resolves.toBe(2);
  await page.getByRole("button", { name: "Show 2 rows that stay" }).click();
  await expect(rows.count()).resolves.toBe(4);
  await expect(page.getByRole("button", { name: "Hide 2 rows that stay" }).getAttribute("aria-expanded")).resolves.toBe(
    "true",
  );
});

inBrowser("every place that Tab leads to is named and can be seen", async (open) => {
  const { page, complaints } = await open(FULL, { reducedMotion: "reduce" });
  const stops: { name: string; outlined: boolean; inView: boolean }[] = [];
  for (let n = 0; n < 200; n += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(`(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const marks = [element, element.nextElementSibling, element.querySelector(".frame")].filter(Boolean);
      const outlined = marks.some((mark) => {
        const style = getComputedStyle(mark);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || parseFloat(style.strokeWidth) === 3;
      });
      const box = element.getBoundingClientRect();
      const name = element.getAttribute("aria-label") ?? [...(element.labels ?? [])].map((l) => l.textContent).join(" ").trim() ?? "";
      return { name: name || element.textContent.trim(), outlined, inView: box.bottom > 0 && box.top < innerHeight };
    })()`);
    if (stop === null) break;
    stops.push(stop as (typeof stops)[number]);
  }
  expect(stops[0]?.name).toBe("Skip to the review");
  expect(stops.filter(({ name, outlined, inView }) => !name || !outlined || !inView)).toEqual([]);
  const names = stops.map(({ name }) => name).join("\n");
  for (const name of [
    "System",
    "Danger",
    "Section",
    "Text",
    "replaced. h100;",
    "removed. cpu;",
    "Slurm partition train",
    "How to acknowledge it",
  ]) {
    expect(names).toContain(name);
  }
  // nothing of the drawing that is hidden takes a stop
  expect(stops.filter(({ name }) => name.includes("EKS sample"))).toHaveLength(1);
  expect(complaints).toEqual([]);
});

inBrowser("works by keyboard alone", async (open) => {
  const { page } = await open(FULL);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(focused(page, "id")).resolves.toBe("reviews");
  await page.keyboard.press("/");
  await page.keyboard.type("ssh");
  await expect(seen(page, ".finding").count()).resolves.toBe(1);
  await page.keyboard.press("Escape");
  await expect(seen(page, ".finding").count()).resolves.toBe(5);

  await page.locator("[value=changes]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.isChecked("[value=after]")).resolves.toBe(true);
  await page.locator(".wide a.group[aria-label*=inference]").focus();
  await expect(page.locator("[data-about]").innerText()).resolves.toMatch(/^added\. inference; 1 to 4 × g6e\.48xlarge/);
  await page.keyboard.press("Enter");
  await expect(page.inputValue("[name=text]")).resolves.toBe("inference");
});

inBrowser("follows the system's colours until somebody chooses others, and remembers that", async (open) => {
  const { page } = await open(EMPTY, { colorScheme: "dark" });
  const paper = () => page.evaluate(`getComputedStyle(document.body).backgroundColor`);
  await expect(paper()).resolves.toBe("rgb(18, 20, 23)");
  await page.check("#theme-light", { force: true });
  await expect(paper()).resolves.toBe("rgb(252, 252, 250)");
  await page.reload();
  await expect(paper()).resolves.toBe("rgb(252, 252, 250)");
  await page.check("#theme-system", { force: true });
  await expect(paper()).resolves.toBe("rgb(18, 20, 23)");
});

inBrowser("on a phone zones lie one below the other, and nothing runs over the edge", async (open) => {
  const { page } = await open(FULL, { viewport: { width: 375, height: 800 } });
  await expect(seen(page, ".figure .narrow").count()).resolves.toBe(1);
  await expect(seen(page, ".figure .wide").count()).resolves.toBe(0);
  for (const summary of await page.locator(".finding summary").all()) await summary.click();
  await expect(page.evaluate(`document.documentElement.scrollWidth`)).resolves.toBe(375);
});

inBrowser("is printed with everything open and without its switches", async (open) => {
  const { page } = await open(FULL);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
  await expect(seen(page, ".filters, .switch, button").count()).resolves.toBe(0);
  await expect(seen(page, ".acknowledge pre").count()).resolves.toBe(2);
  await expect(seen(page, "tbody.unchanged tr").count()).resolves.toBe(3);
  await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
  await page.emulateMedia({ media: "screen" });
  await expect(seen(page, ".acknowledge pre").count()).resolves.toBe(0);
  await expect(seen(page, "tbody.unchanged tr").count()).resolves.toBe(0);
});

inBrowser("moves nothing for those who want that", async (open) => {
  const still = await open(EMPTY, { reducedMotion: "reduce" });
  const behaviour = `getComputedStyle(document.documentElement).scrollBehavior`;
  await expect(still.page.evaluate(behaviour)).resolves.toBe("auto");
  const usual = await open(EMPTY, { reducedMotion: "no-preference" });
  await expect(usual.page.evaluate(behaviour)).resolves.toBe("smooth");
});

inBrowser("without a script findings, drawing and its switch are there", async (open) => {
  const { page } = await open(FULL, { javaScriptEnabled: false });
  await expect(seen(page, ".finding").count()).resolves.toBe(5);
  await expect(seen(page, ".filters").count()).resolves.toBe(0);
  await expect(seen(page, "tbody.unchanged tr").count()).resolves.toBe(3);
  await page.check("[value=before]", { force: true });
  await expect(seen(page, ".wide .part.group").count()).resolves.toBe(2);
});

inBrowser("lets nothing be loaded or run, even what got into it", async (open) => {
  const { page } = await open(EMPTY);
  const blocked: string[] = [];
  const answered: string[] = [];
  page.on("requestfailed", (request) => blocked.push(request.failure()?.errorText ?? ""));
  page.on("requestfinished", (request) => answered.push(request.url()));
  await page.evaluate(`(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="https://example.invalid/a.png" onerror="window.broken = true">');
  })()`);
  await expect(page.evaluate(`fetch("https://example.invalid/").then(() => "loaded", () => "refused")`)).resolves.toBe(
    "refused",
  );
  await expect(page.evaluate(`window.broken`)).resolves.toBeUndefined();
  expect(answered).toEqual([]);
  expect(new Set(blocked)).toEqual(new Set(["csp"]));
});

inBrowser("hostile text in every place stays text", async (open) => {
  const hostile = `"><img src=x onerror=alert(1)></script></title></style><b class=hostile>'\`\${1}\u202e`;
  const one: ResourceChange = change(hostile, hostile, {
    reasons: [attribute(hostile, hostile, hostile)],
    attributes: [{ ...attribute("text", "a", "b"), lines: [`+${hostile}`] }],
  });
  const both = environments({});
  const renamed = {
    ...both.after,
    name: hostile,
    nodeGroups: both.after.nodeGroups.map((g) => ({ ...g, name: hostile })),
  };
  const given = review({
    environment: hostile,
    verdict: "broken",
    problems: [hostile],
    findings: [
      finding({
        section: "lost",
        severity: "danger",
        title: hostile,
        details: [hostile],
        address: `${hostile}.${hostile}`,
      }),
    ],
    tables: [
      {
        section: "money",
        title: hostile,
        rows: [{ label: hostile, before: hostile, after: hostile, changed: true }],
        notes: [hostile],
      },
    ],
    config: [{ path: hostile, before: hostile, after: hostile, policy: hostile, note: hostile }],
    rest: [{ title: hostile, changes: [one] }],
    changes: [one],
    before: both.before,
    after: renamed,
  });
  const { page, complaints } = await open(html([given, given]));
  for (const group of await page.locator("[data-group] > summary").all()) await group.click();
  await grown(page.locator(".changes summary"), 4);
  for (const summary of await page.locator(".changes summary").all()) await summary.click();
  await expect(page.locator("img, .hostile").count()).resolves.toBe(0);
  await expect(page.locator(".finding").count()).resolves.toBe(2);
  await grown(page.locator(".changes .diff"), 4);
  expect(complaints).toEqual([]);
});

inBrowser("several environments stand below a list that leads to each", async (open) => {
  const { page } = await open(html([fullReview(), review({ environment: "quiet" })]));
  await page.getByRole("link", { name: "quiet" }).click();
  await expect(page.locator("#r1 h2").innerText()).resolves.toBe("quiet");
  const names = await page.evaluate(`[...document.querySelectorAll("[id]")].map((e) => e.id)`);
  expect(new Set(names as string[]).size).toBe((names as string[]).length);
});

/** A review in which every text that may be long is long, and has nowhere to break. */
function unbroken(): string {
  const long = "x".repeat(3000);
  const address = `sample-nodes.aws_eks_node_group.${long}`;
  const row = { label: long, before: `4 nodes of ${long}`, after: `8 nodes of ${long}`, delta: "+4", changed: true };
  return html([
    fullReview({
      environment: long.slice(0, 200),
      problems: [long],
      findings: [
        finding({
          section: "lost",
          severity: "danger",
          title: long,
          details: [long],
          safer: [{ text: long, command: long }],
          address,
        }),
        finding({
          section: "stops",
          severity: "danger",
          title: long,
          address,
          acknowledged: { from: long, by: long, address, danger: long, reason: long, expires: "2026-12-01" },
        }),
      ],
      tables: [{ section: "capacity", title: long, rows: [row, { ...row, changed: false }], notes: [long] }],
      config: [{ path: long, before: long, after: long, policy: "replaces", note: long }],
      rest: [{ title: long, changes: [change("sample-nodes", long)] }],
      changes: [change("sample-nodes", `aws_eks_node_group.${long}`, { attributes: [attribute(long, long, long)] })],
    }),
  ]);
}

inBrowser("a text without a place to break makes nothing wider than a phone, a screen or paper", async (open) => {
  for (const text of [unbroken(), FULL]) {
    for (const width of [320, 1280, 680]) {
      const { page } = await open(text, { viewport: { width, height: 800 } });
      if (width === 680) await page.emulateMedia({ media: "print" });
      await page.evaluate(`document.querySelectorAll("details").forEach((details) => { details.open = true; })`);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await page.evaluate(WIDER)).toEqual([]);
    }
  }
});

inBrowser("findings far down are drawn before anybody scrolls there", async (open) => {
  const { page } = await open(FULL);
  const skipped = `[...document.querySelectorAll(".finding")].filter((finding) => getComputedStyle(finding).contentVisibility !== "visible" || finding.querySelector("h4").getBoundingClientRect().height < 10).length`;
  expect(await page.evaluate(skipped)).toBe(0);
});

inBrowser("on a phone the filters take one line until somebody wants them", async (open) => {
  const { page } = await open(FULL, { viewport: { width: 390, height: 844 } });
  const height = async () => (await page.locator(".filters").boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(60);
  await expect(seen(page, "[name=section]").count()).resolves.toBe(0);
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(seen(page, "[name=section], [name=text]").count()).resolves.toBe(2);
  await filterText(page, "zzz");
  await expect(seen(page, ".finding").count()).resolves.toBe(0);
});

inBrowser("steps are a numbered list, and each command can be copied", async (open) => {
  const { page } = await open(FULL);
  await expect(page.locator(".steps > li").count()).resolves.toBe(3);
  await expect(page.locator(".steps pre").allInnerTexts()).resolves.toEqual([
    "scontrol update nodename=h100-[0-3] state=drain reason='h100 <changes>'",
    "squeue -h -p train -t running",
  ]);
});
