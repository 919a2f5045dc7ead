import { estimate } from "../../../../config/physics/estimate";
import { tierEstimate } from "../../../../config/physics/tier-estimate";
import { sizePage } from "../../../../scripts/commands/size/page";
import { propsOf } from "../../../../scripts/commands/size/props";
import { sizeSections } from "../../../../scripts/commands/size/sections";
import { browserTests, WIDER } from "../../../helpers/browser";
import { sample, type Change } from "../../../helpers/environment";

const ORIGIN = { date: "2026-11-23", commit: "3ffa914c1d", uncommitted: false };

function page(workload: Change = { params: "70B", tokens: "1T" }, beside: Change = {}): string {
  const { env } = sample({ workloads: { pretrain: workload }, ...beside });
  const props = propsOf(env, "pretrain", {});
  const found = estimate(props);
  const tiers = tierEstimate(props, found);
  return sizePage("pretrain", props, { ...found, tiers }, sizeSections(props, found, tiers), ORIGIN);
}
const WHOLE = page();

test("has four plots, whose points and first numbers say how they are made, and no script", () => {
  expect(WHOLE.match(/<figure class="plot">/g)).toHaveLength(4);
  const formulas = [...WHOLE.matchAll(/<title>(.*?)<\/title><\/circle>/g)].map(([, text]) => text!);
  expect(formulas.length).toBeGreaterThan(100);
  expect(formulas.every((text) => text.includes("="))).toBe(true);
  expect(WHOLE).toContain('<span title="14 bytes × 70,000,000,000 parameters"><b>912.7 GiB</b> a checkpoint</span>');
  expect(WHOLE).not.toMatch(/<script|undefined|NaN|Infinity|\[object/);
});

test("what is unknown has no plot, and tables say so", () => {
  const bare = page({ params: "8B" }, { lustre: null, checkpoints: null });
  expect(bare).not.toContain("Goodput over");
  expect(bare).not.toContain("Days over nodes");
  expect(bare).not.toContain("Checkpoints in S3");
  expect(bare).toContain("unknown");
  expect(bare).not.toMatch(/undefined|NaN|Infinity/);
});

const inBrowser = browserTests();

inBrowser("nothing is wider than a phone, a screen or a sheet of paper", async (open) => {
  for (const width of [320, 1280, 680]) {
    const { page: tab, complaints } = await open(WHOLE, { viewport: { width, height: 800 } });
    if (width === 680) await tab.emulateMedia({ media: "print" });
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await tab.evaluate(WIDER)).toEqual([]);
    expect(complaints).toEqual([]);
  }
});
