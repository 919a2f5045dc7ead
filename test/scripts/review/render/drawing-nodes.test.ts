import fc from "fast-check";
import type { PoolCount } from "../../../../config/pools/pool";
import { gridOf, nodeCells, stateOf } from "../../../../scripts/review/render/drawing-nodes";
import { pictureOf } from "../../../../scripts/review/render/picture";
import type { Change } from "../../../helpers/environment";
import { environments } from "../../../helpers/review";

const at = { x: 0, y: 0 };

function cells(before: Change | null, after: Change | null): Record<string, number> {
  const { groups } =
    pictureOf({ ...environments({ nodeGroups: { cpu: after } }, { nodeGroups: { cpu: before } }), changes: [] }) ?? {};
  const part = groups?.find(({ name }) => name === "cpu");
  if (!part) throw new Error("no group");
  const drawn = nodeCells(part, gridOf(12, 300), at).map(({ text }) => [
    /class="cells ([^"]+)"/.exec(text)?.[1] ?? "",
    (/d="([^"]+)"/.exec(text)?.[1] ?? "").split("M").length - 1,
  ]);
  return Object.fromEntries(drawn) as Record<string, number>;
}

test("nodes of a range run up to its least, and may come up to its most", () => {
  const range = (owner: PoolCount["owner"], initial: number): PoolCount => ({
    min: 1,
    max: 3,
    initial,
    owner,
    window: null,
  });
  expect([0, 1, 2, 3].map((n) => stateOf(range("autoscaler", 1), n))).toEqual(["on", "may", "may", "no"]);
  expect([0, 2].map((n) => stateOf(range("terraform", 3), n))).toEqual(["on", "on"]);
  expect([0, 2].map((n) => stateOf(range("block", 0), n))).toEqual(["may", "may"]);
  expect(stateOf(undefined, 0)).toBe("no");
});

test("every node is there once, by what it was and will be", () => {
  expect(cells({ nodes: 2 }, { nodes: 2 })).toEqual({ "b-on a-on": 2 });
  expect(cells({ nodes: 2 }, { nodes: 5 })).toEqual({ "b-on a-on": 2, "b-no a-on": 3 });
  expect(cells({ nodes: { min: 1, max: 4 } }, { nodes: 2 })).toEqual({
    "b-on a-on": 1,
    "b-may a-on": 1,
    "b-may a-no": 2,
  });
  expect(cells({ nodes: 3 }, null)).toEqual({ "b-on a-no": 3 });
});

test("what comes or goes within a group has a sign over it; in a group that comes as a whole it has none", () => {
  const drawn = (before: Change | null, after: Change | null) => {
    const both = environments({ nodeGroups: { cpu: after } }, { nodeGroups: { cpu: before } });
    const part = pictureOf({ ...both, changes: [] })?.groups.find(({ name }) => name === "cpu");
    return part ? nodeCells(part, gridOf(4, 300), at).map(({ text }) => /class="sign/.test(text)) : [];
  };
  expect(drawn({ nodes: 2 }, { nodes: 3 })).toEqual([false, true]);
  expect(drawn({ nodes: 3 }, { nodes: 2 })).toEqual([false, true]);
  expect(drawn({ nodes: 2 }, null)).toEqual([false]);
});

test("squares get smaller as nodes get more, and stay within the width", () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 60, max: 1000 }), (nodes, width) => {
      const grid = gridOf(nodes, width);
      const tens = grid.perRow / 10;
      const row = grid.perRow * (grid.size + grid.gap) - grid.gap + (tens - 1) * 4;
      expect(tens === 1 || row <= width).toBe(true);
      expect(grid.size).toBeLessThanOrEqual(gridOf(Math.floor(nodes / 2), width).size);
      expect(grid.height).toBeGreaterThanOrEqual(0);
      expect(Math.ceil(nodes / grid.perRow) * (grid.size + grid.gap)).toBeLessThanOrEqual(grid.height + grid.gap);
    }),
  ));

test("there is a wider gap after each ten", () => {
  const grid = gridOf(12, 400);
  const part = pictureOf({
    ...environments({ nodeGroups: { cpu: { nodes: 12 } } }, { nodeGroups: { cpu: { nodes: 12 } } }),
    changes: [],
  })?.groups.find(({ name }) => name === "cpu");
  const [drawn] = part ? nodeCells(part, grid, at) : [];
  const lefts = [...(drawn?.text ?? "").matchAll(/M(\d+) /g)].map(([, x]) => Number(x));
  const gaps = lefts.slice(1).map((x, index) => x - (lefts[index] ?? 0));
  expect(gaps).toEqual([...Array<number>(9).fill(15), 19, 15]);
});
