import { sheetPage } from "../../../../scripts/commands/describe/page";
import { railDrawing, railPools } from "../../../../scripts/review/render/rail-drawing";
import { clusterSample } from "../../../helpers/cluster";
import type { Change } from "../../../helpers/environment";

const drawn = (change: Change = {}, shape: "wide" | "narrow" = "wide") =>
  railDrawing(railPools(clusterSample(change).env), "sample", shape).text;
const fabric = (change: object) => ({ nodeGroups: { dgx: { fabric: { kind: "infiniband", ...change } } } });
const times = (text: string, words: string) => text.split(words).length - 1;

test("has a card, a GPU and a leaf for each rail, with its addresses", () => {
  const text = drawn();
  expect(text).toContain("dgx: 64 × NVIDIA DGX H100");
  expect([times(text, 'class="nic"'), times(text, 'class="gpus"')]).toEqual([8, 8]);
  for (let rail = 0; rail < 8; rail += 1) expect(text).toContain(`rail ${rail}  192.168.${rail * 4}.0/22`);
  expect(text).toContain("mlx5_11");
});

test("shows spines where they join the rails, and says where none do", () => {
  expect(drawn()).toContain(">spines<");
  const apart = drawn(fabric({ joined: false }));
  expect(apart).toContain(">not joined<");
  expect(apart).toContain("which no switch joins");
  expect(times(apart, "<path d=")).toBe(8);
});

test.each(["wide", "narrow"] as const)("draws pools one below another, %s, and none without rails", (shape) => {
  const more = { labels: { "example.com/servers": "b" }, nodes: 2, server: "dgx-h200", fabric: { kind: "roce" } };
  const text = drawn({ nodeGroups: { more: { ...more, fabric: { kind: "roce", addresses: "10.0.0.0/16" } } } }, shape);
  expect(times(text, 'class="nic"')).toBe(16);
  const [, height] = /viewBox="0 0 \d+ (\d+)"/.exec(text)!;
  expect(Number(height)).toBeGreaterThan(600);
  expect(railPools(clusterSample(fabric({ kind: "none" })).env)).toEqual([]);
});

test("is in the data sheet, with what is written in config as text and nothing more", () => {
  expect(sheetPage(clusterSample().env)).toContain('aria-label="Rails of sample"');
  expect(sheetPage(clusterSample(fabric({ kind: "none" })).env)).not.toContain("Rails of");
});
