import { sheetPage } from "../../../scripts/describe/page";
import { browserTests } from "../../helpers/browser";
import { sample } from "../../helpers/environment";

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

browserTests()("is seen in full, and asks for nothing", async (open) => {
  const { page: tab, complaints } = await open(page());
  expect(await tab.locator("svg.wide").isVisible()).toBe(true);
  expect(await tab.locator("section").count()).toBeGreaterThan(5);
  expect(complaints).toEqual([]);
});
