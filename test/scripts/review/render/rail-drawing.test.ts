import { sheetPage } from "../../../../scripts/commands/describe/page";
import { drawing } from "../../../../scripts/review/render/drawing";
import { poolParts, railDrawing } from "../../../../scripts/review/render/rail-drawing";
import { review } from "../../../helpers/review";
import { sample } from "../../../helpers/environment";
import { clusterSample } from "../../../helpers/cluster";
import type { Change } from "../../../helpers/environment";

const envOf = (change: Change = {}) => clusterSample(change).env;
const drawn = (change: Change = {}, shape: "wide" | "narrow" = "wide") =>
  railDrawing(poolParts(envOf(change), envOf(change)), "sample", shape).text;
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

test.each(["wide", "narrow"] as const)(
  "draws pools one below another, %s, and one without rails as its nodes alone",
  (shape) => {
    const more = { labels: { "example.com/servers": "b" }, nodes: 2, server: "dgx-h200", fabric: { kind: "roce" } };
    const text = drawn(
      { nodeGroups: { more: { ...more, fabric: { kind: "roce", addresses: "10.0.0.0/16" } } } },
      shape,
    );
    expect(times(text, 'class="nic"')).toBe(16);
    const [, height] = /viewBox="0 0 \d+ (\d+)"/.exec(text)!;
    expect(Number(height)).toBeGreaterThan(600);
    const none = drawn(fabric({ kind: "none" }), shape);
    expect([times(none, 'class="nic"'), none]).toEqual([0, expect.stringContaining(": no rails")]);
    expect(poolParts(sample().env, sample().env)).toEqual([]);
  },
);

test("is in the data sheet, with what is written in config as text and nothing more", () => {
  expect(sheetPage(envOf())).toContain('aria-label="Pools of sample, and their rails"');
  expect(sheetPage(sample().env)).not.toContain("and their rails");
});

describe("in a review", () => {
  const two = { more: { labels: { "example.com/servers": "b" }, nodes: 2, server: "dgx-h200" } };
  const reviewed = (before: Change | null, after: Change | null) =>
    drawing(review({ before: before && envOf(before), after: after && envOf(after) }), "r0").text;

  test("marks pools that come, go and change, and shows each as it was and as it will be", () => {
    const text = reviewed({ nodeGroups: { dgx: { nodes: 32 } } }, { nodeGroups: two });
    expect(text).toContain("The environment, and what changes");
    expect(text).toContain('name="r0-view"');
    for (const words of ["dgx: 32 → 64 × NVIDIA DGX H100", "~ changed", "+ added", "more: 2 × NVIDIA DGX H200"])
      expect(text).toContain(words);
    expect(text).toContain(
      'aria-label="changed. dgx: 32 → 64 × NVIDIA DGX H100; each with 8 H100-80GB; 8 rails of InfiniBand"',
    );
    expect(reviewed({ nodeGroups: two }, {})).toContain("− removed");
  });

  test("shows rails that change: addresses, switches between them, and cards that are gone", () => {
    const text = reviewed({}, fabric({ addresses: "10.128.0.0/16", joined: false }));
    expect(text).toContain("rail 0  192.168.0.0/22 → 10.128.0.0/22");
    expect(text).toContain(">spines → not joined<");
    const gone = reviewed({}, fabric({ kind: "none" }));
    expect(times(gone, '<g class="na">')).toBe(2 * 9);
    expect(gone).toMatch(/InfiniBand: leaf of each rail → [^<]*: no rails/);
  });

  test("marks nothing where all of it comes or goes, and where nothing differs", () => {
    expect(reviewed(null, {})).toContain("The environment is new: all of this is added");
    expect(reviewed({}, null)).toContain("The environment is removed, with all of this");
    expect(reviewed({}, {})).toContain("nothing drawn here changes");
    for (const text of [reviewed(null, {}), reviewed({}, null), reviewed({}, {})])
      expect([times(text, 'class="badge'), text.includes("r0-view")]).toEqual([0, false]);
  });

  test("has the same parts for a screen and for a phone", () => {
    const text = reviewed({ nodeGroups: { dgx: { nodes: 32 } } }, { nodeGroups: two });
    expect(times(text, 'class="part pool changed"')).toBe(2);
    expect(times(text, 'class="part pool nb added"')).toBe(2);
  });
});
