import fc from "fast-check";
import type { AwsEnvironment } from "../../../../config/sites/aws-eks/environment";
import { resolveAwsEks } from "../../../../config/sites/aws-eks/resolve";
import { awsEksSchema } from "../../../../config/sites/aws-eks/schema";
import { layoutOf, type Layout, type Shape } from "../../../../scripts/review/render/drawing-layout";
import type { Box } from "../../../../scripts/review/render/drawing-svg";
import { pictureOf, type Picture } from "../../../../scripts/review/render/picture";
import { legalEnvironment } from "../../../helpers/arbitrary-environment";
import { NOW } from "../../../helpers/environment";
import { environments, FULL_CHANGE } from "../../../helpers/review";

function pictureBetween(before: AwsEnvironment | null, after: AwsEnvironment): Picture {
  const drawn = pictureOf({ before, after, changes: [] });
  if (!drawn) throw new Error("nothing to draw");
  return drawn;
}
const full = (): Picture => {
  const { before, after } = environments(FULL_CHANGE);
  return pictureBetween(before, after);
};
const at = (layout: Layout, name: string) => layout.cards.filter(({ part }) => part.name === name);
const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;
const within = (inner: Box, outer: Box) =>
  inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);
const apart = (a: Box, b: Box) => right(a) <= b.x || right(b) <= a.x || bottom(a) <= b.y || bottom(b) <= a.y;

test("wide, zones are columns of the same height; what is in one stands in its private subnet", () => {
  const layout = layoutOf(full(), "sample", "wide");
  const [a, b] = layout.zones;
  if (!a || !b) throw new Error("two zones");
  expect([a.zone, b.zone]).toEqual(["us-east-1a", "us-east-1b"]);
  expect([a.y, a.height]).toEqual([b.y, b.height]);
  expect(right(a)).toBeLessThan(b.x);
  expect(at(layout, "h100").every((card) => within(card, a.subnet))).toBe(true);
  expect(at(layout, "inference").every((card) => within(card, b.subnet))).toBe(true);
  const sides = at(layout, "lustre").map((card) => [
    within(card, a.subnet),
    within(card, b.subnet),
    card.part.before !== null,
  ]);
  expect(sides).toEqual([
    [true, false, true],
    [false, true, false],
  ]);
});

test("what may be in several zones lies across them", () => {
  const layout = layoutOf(full(), "sample", "wide");
  const [a, b] = layout.zones;
  const [cpu] = at(layout, "cpu");
  if (!a || !b || !cpu) throw new Error("two zones and a group");
  expect(cpu.x).toBeLessThan(right(a));
  expect(right(cpu)).toBeGreaterThan(b.x);
  expect(bottom(cpu)).toBeLessThanOrEqual(bottom(a.subnet));
});

test("narrow, zones lie one below the other", () => {
  const layout = layoutOf(full(), "sample", "narrow");
  const [a, b] = layout.zones;
  if (!a || !b) throw new Error("two zones");
  expect(layout.width).toBe(400);
  expect(a.x).toBe(b.x);
  expect(bottom(a)).toBeLessThanOrEqual(b.y);
});

test("a zone with nothing in it leaves its room to the others", () => {
  const { before, after } = environments({ network: { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] } });
  const [a, b, c] = layoutOf(pictureBetween(before, after), "sample", "wide").zones;
  expect(a?.width).toBeGreaterThan(b?.width ?? 0);
  expect(b?.width).toBe(c?.width);
});

test("an environment of nothing but its cluster is drawn", () => {
  const bare = {
    nodeGroups: { h100: null, cpu: { zone: "us-east-1a" } },
    lustre: null,
    checkpoints: null,
    slurm: null,
    teams: null,
  };
  const { after } = environments(bare, bare);
  const picture = pictureBetween(null, { ...after, nodeGroups: [] });
  for (const shape of ["wide", "narrow"] as const) {
    const layout = layoutOf(picture, "sample", shape);
    expect(layout.cards.map(({ kind }) => kind)).toEqual(["system"]);
    expect(layout.cluster.width).toBe(layout.width);
  }
});

const resolved = legalEnvironment.map((input) => resolveAwsEks(awsEksSchema.parse(input), new Map(), NOW));

test("whatever the environments, nothing lies on anything else or beyond the edge", () =>
  fc.assert(
    fc.property(fc.option(resolved), resolved, fc.constantFrom<Shape>("wide", "narrow"), (before, after, shape) => {
      const layout = layoutOf(pictureBetween(before, after), "sample", shape);
      const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
      const boxes: Box[] = [layout.cluster, ...layout.cards, ...layout.outside];
      expect(boxes.filter((box) => !within(box, whole))).toEqual([]);
      expect(layout.cards.filter((card) => !within(card, layout.vpc))).toEqual([]);
      boxes.forEach((box, index) => {
        for (const other of boxes.slice(index + 1)) expect(apart(box, other)).toBe(true);
      });
      layout.zones.forEach((zone, index) => {
        for (const other of layout.zones.slice(index + 1)) expect(apart(zone, other)).toBe(true);
      });
    }),
    { numRuns: 40 },
  ));
