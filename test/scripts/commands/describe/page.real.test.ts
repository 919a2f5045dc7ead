import { sheetPage } from "../../../../scripts/commands/describe/page";
import { browserTests, WIDER } from "../../../helpers/browser";
import { sample } from "../../../helpers/environment";

const page = () => sheetPage(sample().env);

test("has the drawing and every table, and no script", () => {
  expect(page()).toMatch(/<svg class="wide"/);
  expect(page()).toMatch(/<th scope="row">GPUs<\/th><td>32 × H100-80GB, 80 GiB each/);
  expect(page()).toMatch(/unknown: AWS does not publish/);
  expect(page()).not.toMatch(/<script/);
  expect(page()).not.toMatch(/undefined|NaN|\[object/);
});

test("speaks of no change, since there is none", () => {
  const [, body = ""] = page().split("<body>");
  expect(body).toContain("node that runs");
  expect(body).not.toMatch(/added|removed|replaced/i);
});

test("says on which day it was written and from which commit, where that is known", () => {
  const origin = { date: "2026-11-22", commit: "3ffa914c1d", uncommitted: true };
  expect(sheetPage(sample().env, origin)).toContain("2026-11-22 · 3ffa914c1d, with changes that are not committed");
  expect(page()).not.toContain('class="origin"');
});

test("its head has GPUs, fabric, storage and money; disks are told in TB", () => {
  const tiles = [...page().matchAll(/<li><b>(.*?)<\/b> (.*?)<\/li>/g)].map(([, value, label]) => [value, label]);
  expect(tiles.map(([, label]) => label)).toEqual([
    "GPUs: H100-80GB",
    "nodes",
    "Tbps of EFA",
    "TiB of Lustre",
    "an hour",
  ]);
  expect(tiles.slice(0, 4).map(([value]) => value)).toEqual(["32", "7", "12.8", "37.5"]);
  expect(page()).toMatch(/data-label="NVMe">[\d.]+ TB</);
});

const inBrowser = browserTests();

inBrowser("nothing is wider than a phone, a screen or a sheet of paper", async (open) => {
  for (const width of [320, 1280, 680]) {
    const { page: tab } = await open(page(), { viewport: { width, height: 800 } });
    if (width === 680) await tab.emulateMedia({ media: "print" });
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await tab.evaluate(WIDER)).toEqual([]);
  }
});

inBrowser("is seen in full, and asks for nothing", async (open) => {
  const { page: tab, complaints } = await open(page());
  expect(await tab.locator("svg.wide").isVisible()).toBe(true);
  expect(await tab.locator("section").count()).toBeGreaterThan(5);
  expect(complaints).toEqual([]);
});
